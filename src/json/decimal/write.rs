use std::fmt::Write as _;

use super::big::Big;
use super::nearest::nearest;
use super::parts;

/// Adds a finite double as JavaScript writes it: in the fewest digits that are read as it, `1e+21` from there on, and `1e-7`
/// and less with an exponent. Unlike there, -0 keeps its sign.
pub(crate) fn push_double(text: &mut String, double: f64) {
    if double.is_sign_negative() {
        text.push('-');
    }
    let (whole, exponent) = decimal(double.abs());
    let start = text.len();
    let _ = write!(text, "{whole}");
    let digits = text.len() - start;
    // Where the point stands, counted from the first digit.
    let point = exponent + i32::try_from(digits).unwrap_or(0);
    match point {
        1..=21 if exponent >= 0 => push_zeros(text, exponent),
        1..=21 => text.insert(start + digits - exponent.unsigned_abs() as usize, '.'),
        -5..=0 => {
            let digits = text.split_off(start);
            text.push_str("0.");
            push_zeros(text, -point);
            text.push_str(&digits);
        }
        _ => {
            if digits > 1 {
                text.insert(start + 1, '.');
            }
            let sign = if point > 0 { '+' } else { '-' };
            let _ = write!(text, "e{sign}{}", (point - 1).unsigned_abs());
        }
    }
}

fn push_zeros(text: &mut String, count: i32) {
    for _ in 0..count {
        text.push('0');
    }
}

/// A double in the fewest digits that are read as it: a whole number, not ending in 0, and a power of ten.
fn decimal(double: f64) -> (u64, i32) {
    /// Up to it every whole number is a double, and no two numbers of fifteen digits are the same one.
    const FIFTEEN_DIGITS: f64 = 1e15;
    let mut power = 1.0;
    for places in 0..=6 {
        let scaled = double * power + 0.5;
        if scaled >= FIFTEEN_DIGITS {
            break;
        }
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive and below 10¹⁵; cut, since a half was added"
        )]
        let whole = scaled as u64;
        if nearest(whole, -places).to_bits() == double.to_bits() {
            return trimmed(whole, -places);
        }
        power *= 10.0;
    }
    let (digits, exponent) = all_digits(double);
    // The smallest doubles have fewer digits than others.
    let fewest = if double < f64::MIN_POSITIVE { 1 } else { 15 };
    let candidates = (fewest..17).map(|length| rounded(&digits, length, exponent));
    let mut short_enough = candidates
        .filter(|(whole, exponent)| nearest(*whole, *exponent).to_bits() == double.to_bits());
    let (whole, exponent) = short_enough
        .next()
        .unwrap_or_else(|| rounded(&digits, 17, exponent));
    trimmed(whole, exponent)
}

/// All digits that a double has, the lowest first, and the power of ten that the lowest counts.
fn all_digits(double: f64) -> (Vec<u8>, i32) {
    let (whole, scale) = parts(double.to_bits());
    let mut number = Big::of(whole);
    if scale < 0 {
        // A half is five tenths.
        number.times_five_to(scale.unsigned_abs());
        (number.into_decimal(), scale)
    } else {
        number.times_two_to(scale.unsigned_abs());
        (number.into_decimal(), 0)
    }
}

/// Rounds to so many digits, a half to the even one.
fn rounded(digits: &[u8], length: usize, exponent: i32) -> (u64, i32) {
    let dropped = digits.len().saturating_sub(length);
    let (rest, kept) = digits.split_at(dropped);
    let whole = kept
        .iter()
        .rev()
        .fold(0, |whole, digit| whole * 10 + u64::from(*digit));
    let is_above = match rest.split_last() {
        None | Some((0..5, _)) => false,
        Some((5, others)) => whole % 2 == 1 || others.iter().any(|digit| *digit > 0),
        Some(_) => true,
    };
    let exponent = exponent + i32::try_from(dropped).unwrap_or(0);
    (whole + u64::from(is_above), exponent)
}

fn trimmed(mut whole: u64, mut exponent: i32) -> (u64, i32) {
    while whole > 0 && whole.is_multiple_of(10) {
        whole /= 10;
        exponent += 1;
    }
    (whole, if whole == 0 { 0 } else { exponent })
}
