//! `multipleOf`, in decimals as it is written: 0.3 is a multiple of 0.1, though no double is a tenth.

use crate::json::decimal::push_double;

/// Whether a number is a multiple of a divisor above 0. Both stand for the shortest decimals that round to them, which
/// are those a person or a model wrote.
pub(in crate::schema) fn is_multiple(number: f64, divisor: f64) -> bool {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "it is asked whether it was one"
    )]
    if number.fract() == 0.0 && divisor.fract() == 0.0 && number.abs() < EXACT && divisor < EXACT {
        return number as i64 % divisor as i64 == 0;
    }
    let (Some(number), Some(divisor)) = (decimal(number), decimal(divisor)) else {
        return false;
    };
    if number.digits == 0 {
        return true;
    }
    // number · 10^shift must be a multiple of divisor.
    let shift = number.exponent - divisor.exponent;
    if shift >= 0 {
        let (mut rest, by) = (number.digits % divisor.digits, divisor.digits);
        for _ in 0..shift {
            // Both have at most 17 digits.
            rest = rest * 10 % by;
        }
        return rest == 0;
    }
    let mut digits = number.digits;
    for _ in 0..-shift {
        if digits % 10 != 0 {
            return divides_scaled(divisor.digits, -shift, number.digits);
        }
        digits /= 10;
    }
    digits.is_multiple_of(divisor.digits)
}

/// Whether `divisor · 10^shift` divides a number of at most 17 digits.
fn divides_scaled(divisor: u64, shift: i32, number: u64) -> bool {
    let scaled = (0..shift).try_fold(divisor, |scaled, _| {
        scaled.checked_mul(10).filter(|scaled| *scaled <= number)
    });
    scaled.is_some_and(|scaled| number.is_multiple_of(scaled))
}

/// 2^53: whole numbers below it are doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// `digits · 10^exponent`, without a sign.
struct Decimal {
    digits: u64,
    exponent: i32,
}

fn decimal(number: f64) -> Option<Decimal> {
    let mut text = String::new();
    push_double(&mut text, number.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // Up to 1e21 a number is written without an exponent; at most seventeen of its digits count.
    let counting = if fraction.is_empty() {
        whole.trim_end_matches('0')
    } else {
        whole
    };
    let zeros = i32::try_from(whole.len() - counting.len()).ok()?;
    let digits = counting
        .bytes()
        .chain(fraction.bytes())
        .try_fold(0, |sum, digit| {
            let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
            Some(sum * 10 + u64::from(digit))
        })?;
    let places = i32::try_from(fraction.len()).ok()?;
    Some(Decimal {
        digits,
        exponent: exponent.parse::<i32>().ok()? + zeros - places,
    })
}

#[cfg(test)]
mod tests {
    use super::is_multiple;

    #[test]
    fn decimals_are_what_was_written() {
        for (number, divisor, expected) in [
            (0.3, 0.1, true),
            (0.0075, 0.0001, true),
            (0.007_51, 0.0001, false),
            (1e308, 0.5, true),
            (1e308, 0.123_456_789, false),
            (19.99, 0.01, true),
            (4.02, 0.01, true),
            (4.5, 1.5, true),
            (35.0, 1.5, false),
            (1e21, 7.0, false),
            (12_391_239_123.0, 1e-8, true),
            (-0.3, 0.1, true),
            (0.0, 0.7, true),
            (9.0, 2.0, false),
            (9e300, 3e-300, true),
            (5e-324, 1.0, false),
            (1.5e20, 3.0, true),
            (1.5e20, 7.0, false),
            (9_007_199_254_740_991.0, 0.000_000_000_000_000_1, true),
        ] {
            assert_eq!(
                is_multiple(number, divisor),
                expected,
                "{number} by {divisor}"
            );
        }
    }
}
