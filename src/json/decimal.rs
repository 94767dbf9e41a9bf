//! Doubles from decimal digits and back. What is exact at once is done here; the rest is asked of the standard library, and
//! in a page of JavaScript, which has it: the standard library's two conversions, most of them tables, would be a fifth of
//! the module that a page waits for.

use std::fmt::Write as _;

/// The double nearest to a number as JSON writes it; infinite beyond the largest one.
pub(crate) fn double(literal: &str) -> f64 {
    exact(literal).unwrap_or_else(|| source::double(literal))
}

/// Whether an integer's digits are exactly what the double holds that it is read as.
pub(crate) fn is_exact(literal: &str) -> bool {
    source::is_exact(literal)
}

/// Adds a number as JavaScript writes it.
pub(crate) fn push_double(text: &mut String, number: f64) {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "it was just compared with that"
    )]
    let whole = number as i64;
    #[allow(
        clippy::float_cmp,
        clippy::cast_precision_loss,
        reason = "exact below 2^53"
    )]
    if number.abs() < EXACT && whole as f64 == number {
        // Zero has a sign of its own.
        let sign = if whole == 0 && number.is_sign_negative() {
            "-"
        } else {
            ""
        };
        let _ = write!(text, "{sign}{whole}");
    } else {
        text.push_str(&source::text(number));
    }
}

/// 2^53: whole numbers below it are doubles.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The powers of ten that are doubles.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Digits and a power of ten that are both doubles make one with a single rounding, which is the nearest: most numbers that
/// anybody writes. (William D. Clinger, How to Read Floating Point Numbers Accurately, 1990.)
fn exact(literal: &str) -> Option<f64> {
    const MOST_DIGITS: usize = 15;
    let (negative, rest) = match literal.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, literal),
    };
    let (mantissa, exponent) = match rest.bytes().position(|byte| byte | 0x20 == b'e') {
        Some(at) => (&rest[..at], rest[at + 1..].parse::<i32>().ok()?),
        None => (rest, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() > MOST_DIGITS {
        return None;
    }
    let digits = whole.bytes().chain(fraction.bytes());
    let digits = digits.fold(0_u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    #[allow(clippy::cast_precision_loss, reason = "fifteen digits are exact")]
    let digits = digits as f64;
    let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let power = *POWERS.get(usize::try_from(exponent.unsigned_abs()).ok()?)?;
    let number = if exponent < 0 {
        digits / power
    } else {
        digits * power
    };
    Some(if negative { -number } else { number })
}

#[cfg(target_arch = "wasm32")]
use crate::wasm::numbers as source;

#[cfg(not(target_arch = "wasm32"))]
mod source {
    pub(super) fn double(literal: &str) -> f64 {
        literal.parse().unwrap_or(f64::NAN)
    }

    pub(super) fn is_exact(literal: &str) -> bool {
        format!("{:.0}", double(literal)) == literal
    }

    /// By ECMA-262, `Number::toString`: with an exponent from 1e21 on and below 1e-6.
    pub(super) fn text(number: f64) -> String {
        let magnitude = number.abs();
        if magnitude == 0.0 || (1e-6..1e21).contains(&magnitude) {
            return format!("{number}");
        }
        let text = format!("{number:e}");
        if magnitude < 1.0 {
            text
        } else {
            text.replace('e', "e+")
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::{double, exact, is_exact, push_double};

    #[test]
    fn numbers_are_written_as_javascript_writes_them() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (-1.5, "-1.5"),
            (5.0, "5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (1.5e20, "150000000000000000000"),
            (1e-6, "0.000001"),
            (1.25e-7, "1.25e-7"),
            (f64::MAX, "1.7976931348623157e+308"),
            (9_007_199_254_740_993.0, "9007199254740992"),
        ] {
            let mut text = String::new();
            push_double(&mut text, number);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn an_integer_is_exact_when_it_is_one_that_a_double_holds() {
        for (literal, expected) in [
            ("9007199254740992", true),
            ("9007199254740993", false),
            ("100000000000000000000000", false),
            ("1000000000000000000000", true),
        ] {
            assert_eq!(is_exact(literal), expected, "{literal}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn what_is_done_here_is_what_the_standard_library_does(
            literal in "-?(0|[1-9][0-9]{0,16})(\\.[0-9]{1,16})?([eE][+-]?[0-9]{1,4})?",
        ) {
            let expected: f64 = literal.parse().expect("a number");
            prop_assert_eq!(double(&literal).to_bits(), expected.to_bits());
            if let Some(exact) = exact(&literal) {
                prop_assert_eq!(exact.to_bits(), expected.to_bits());
            }
        }
    }
}
