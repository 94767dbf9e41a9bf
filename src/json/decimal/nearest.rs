//! From a whole number times a power of ten to the double that is nearest.

use std::cmp::Ordering;

use super::big::Big;
use super::parts;

/// The double nearest to a whole number times a power of ten.
pub(super) fn nearest(whole: u64, exponent: i32) -> f64 {
    /// Up to it every whole number is a double.
    const EXACT: u64 = 1 << 53;
    match (exponent.unsigned_abs(), exponent < 0) {
        _ if whole == 0 => 0.0,
        (0, _) => as_double(whole),
        // One operation on two exact numbers is rounded once (William Clinger, 1990).
        (power @ 0..=22, true) if whole <= EXACT => as_double(whole) / ten_to(power),
        (power @ 0..=22, false) if whole <= EXACT => as_double(whole) * ten_to(power),
        (power @ 0..=27, true) => quotient(whole, 5_u64.pow(power)) * two_to(exponent),
        _ => corrected(rough(whole, exponent), &Big::of(whole), exponent),
    }
}

/// A double a few steps from a whole number times a power of ten.
pub(super) fn rough(whole: u64, exponent: i32) -> f64 {
    const MOST: u32 = 22;
    let mut double = as_double(whole);
    let mut left = exponent.unsigned_abs();
    while left > 0 {
        let power = ten_to(left.min(MOST));
        double = if exponent < 0 {
            double / power
        } else {
            double * power
        };
        left -= left.min(MOST);
    }
    double.min(f64::MAX)
}

/// Goes step by step from a double to the one that is nearest to a whole number times a power of ten.
pub(super) fn corrected(rough: f64, whole: &Big, exponent: i32) -> f64 {
    let mut bits = rough.to_bits();
    // Of two that are equally near, the one with an even last bit.
    let is_beyond = |below: u64| match against_middle(whole, exponent, below) {
        Ordering::Less => false,
        Ordering::Equal => below % 2 == 1,
        Ordering::Greater => true,
    };
    while bits < f64::INFINITY.to_bits() && is_beyond(bits) {
        bits += 1;
    }
    while bits > 0 && !is_beyond(bits - 1) {
        bits -= 1;
    }
    f64::from_bits(bits)
}

/// Compares a whole number times a power of ten with the middle between a double and the next one.
fn against_middle(whole: &Big, exponent: i32, below: u64) -> Ordering {
    let (double, scale) = parts(below);
    let (mut number, mut middle) = (whole.clone(), Big::of(2 * double + 1));
    let scaled_by_ten = if exponent < 0 {
        &mut middle
    } else {
        &mut number
    };
    scaled_by_ten.times_ten_to(exponent.unsigned_abs());
    let scale = scale - 1;
    let scaled_by_two = if scale < 0 { &mut number } else { &mut middle };
    scaled_by_two.times_two_to(scale.unsigned_abs());
    number.cmp(&middle)
}

/// A quotient rounded once. The divisor is below 2⁶³.
fn quotient(dividend: u64, divisor: u64) -> f64 {
    let (mut quotient, mut rest) = (dividend / divisor, dividend % divisor);
    let mut scale = 0;
    while quotient < 1 << 62 {
        let doubled = rest * 2;
        let bit = u64::from(doubled >= divisor);
        rest = doubled - bit * divisor;
        quotient = quotient * 2 + bit;
        scale -= 1;
    }
    // The lowest bit is beyond a double's, and stands for all that are below it.
    as_double(quotient | u64::from(rest > 0)) * two_to(scale)
}

fn ten_to(power: u32) -> f64 {
    (0..power).fold(1.0, |product, _| product * 10.0)
}

/// Only for powers that a double holds with all its bits.
fn two_to(power: i32) -> f64 {
    f64::from_bits(u64::from((1023 + power).unsigned_abs()) << 52)
}

#[allow(
    clippy::cast_precision_loss,
    reason = "it is rounded to the nearest, which is what is wanted"
)]
fn as_double(whole: u64) -> f64 {
    whole as f64
}
