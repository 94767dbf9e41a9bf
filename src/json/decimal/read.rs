use std::cmp::Ordering;

use super::big::Big;
use super::parts;

/// The double nearest to a number as JSON writes it; infinite beyond the largest one.
pub(crate) fn double(literal: &str) -> f64 {
    let digits = Digits::of(literal);
    let Digits {
        leading,
        exponent,
        taken,
        ..
    } = digits;
    // The power of ten above the number.
    let above = exponent + i64::from(taken);
    let positive = if leading == 0 || above < -326 {
        0.0
    } else if above > 310 {
        f64::INFINITY
    } else {
        let exponent = i32::try_from(exponent).unwrap_or(0);
        if digits.are_all {
            nearest(leading, exponent)
        } else {
            nearest_to_many(literal, leading, exponent)
        }
    };
    if literal.starts_with('-') {
        -positive
    } else {
        positive
    }
}

/// Whether an integer's digits are exactly what a double holds.
pub(crate) fn is_exact(literal: &str, double: f64) -> bool {
    let (whole, exponent) = parts(double.abs().to_bits());
    let mut held = Big::of(whole);
    let Ok(exponent) = u32::try_from(exponent) else {
        // Below 2⁵³ every integer is.
        return true;
    };
    held.times_two_to(exponent);
    held == Big::of_decimal(literal.bytes())
}

/// The first nineteen digits of a number, which 64 bits hold, and the power of ten that the last of them counts.
struct Digits {
    leading: u64,
    exponent: i64,
    taken: u8,
    /// All others are 0.
    are_all: bool,
}

impl Digits {
    fn of(literal: &str) -> Self {
        let mut digits = Self {
            leading: 0,
            exponent: 0,
            taken: 0,
            are_all: true,
        };
        let mut is_fraction = false;
        for (at, byte) in literal.bytes().enumerate() {
            match byte {
                b'0'..=b'9' => digits.take(byte - b'0', is_fraction),
                b'.' => is_fraction = true,
                b'e' | b'E' => {
                    digits.exponent += exponent(literal.as_bytes().get(at + 1..));
                    break;
                }
                _ => {}
            }
        }
        digits
    }

    fn take(&mut self, digit: u8, is_fraction: bool) {
        const MOST: u8 = 19;
        if self.taken == MOST {
            self.are_all &= digit == 0;
            self.exponent += i64::from(!is_fraction);
            return;
        }
        self.leading = self.leading * 10 + u64::from(digit);
        self.taken += u8::from(self.leading > 0);
        self.exponent -= i64::from(is_fraction);
    }
}

fn exponent(digits: Option<&[u8]>) -> i64 {
    /// Beyond any double's, and far below what a text's length may make up for.
    const MOST: i64 = 1 << 40;
    let digits = digits.unwrap_or_default();
    let value = digits
        .iter()
        .filter(|byte| byte.is_ascii_digit())
        .fold(0, |value, digit| {
            (value * 10 + i64::from(digit - b'0')).min(MOST)
        });
    if digits.first() == Some(&b'-') {
        -value
    } else {
        value
    }
}

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

/// The same for a number of more than nineteen digits. Beyond the first eight hundred, that there are any is all that can
/// matter: no double and no middle between two has more.
fn nearest_to_many(literal: &str, leading: u64, exponent: i32) -> f64 {
    const MOST: usize = 800;
    const LEADING: usize = 19;
    let significant = || {
        let bytes = literal.bytes();
        bytes
            .take_while(|byte| !matches!(byte, b'e' | b'E'))
            .filter(u8::is_ascii_digit)
            .skip_while(|byte| *byte == b'0')
    };
    let more = significant().skip(MOST).any(|digit| digit != b'0');
    let whole = Big::of_decimal(significant().take(MOST).chain(more.then_some(b'1')));
    let taken = significant().take(MOST).count() + usize::from(more);
    let further = i32::try_from(taken - LEADING).unwrap_or(0);
    corrected(rough(leading, exponent), &whole, exponent - further)
}

/// A double a few steps from a whole number times a power of ten.
fn rough(whole: u64, exponent: i32) -> f64 {
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
fn corrected(rough: f64, whole: &Big, exponent: i32) -> f64 {
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
