use serde::{Deserialize, Serialize};

use super::syntax_error::SyntaxErrorKind;
use super::tree::Entry;

/// The largest integer up to which every integer has its own double (`Number.MAX_SAFE_INTEGER`).
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The handling of an integer literal that a double can't hold exactly, such as `9007199254740993`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub enum BigIntegers {
    /// The integer is refused: never a silently different number.
    #[default]
    Error,
    /// The digits are kept, and become a JavaScript `bigint`.
    Bigint,
    /// The integer is rounded, as by `JSON.parse`.
    Number,
}

impl BigIntegers {
    /// All values, in the order in which they are listed to people.
    pub const ALL: [Self; 3] = [Self::Error, Self::Bigint, Self::Number];
}

/// The last part of a number that was read, by the grammar of RFC 8259, section 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberPart {
    Sign,
    Zero,
    Integer,
    Point,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
}

impl NumberPart {
    /// The part of a number's first byte.
    pub(super) fn first(byte: u8) -> Self {
        match byte {
            b'-' => Self::Sign,
            b'0' => Self::Zero,
            _ => Self::Integer,
        }
    }

    /// The part after another byte; `None` if the byte does not belong to the number.
    pub(super) fn then(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::Sign, b'0') => Self::Zero,
            (Self::Sign | Self::Integer, b'0'..=b'9') => Self::Integer,
            (Self::Zero | Self::Integer, b'.') => Self::Point,
            (Self::Point | Self::Fraction, b'0'..=b'9') => Self::Fraction,
            (Self::Zero | Self::Integer | Self::Fraction, b'e' | b'E') => Self::Exponent,
            (Self::Exponent, b'+' | b'-') => Self::ExponentSign,
            (Self::Exponent | Self::ExponentSign | Self::ExponentDigits, b'0'..=b'9') => {
                Self::ExponentDigits
            }
            _ => return None,
        })
    }

    /// Returns true if a number may end with this part.
    pub(super) fn may_end(self) -> bool {
        matches!(
            self,
            Self::Zero | Self::Integer | Self::Fraction | Self::ExponentDigits
        )
    }

    /// Returns true if a number that ends with this part is a plain integer.
    pub(super) fn is_integer(self) -> bool {
        matches!(self, Self::Zero | Self::Integer)
    }
}

/// The value of a number, and whether it is an integer that had to be rounded. `last` is its last part. A magnitude beyond
/// the range of a double is always refused.
pub(super) fn number(
    literal: &str,
    last: NumberPart,
    big_integers: BigIntegers,
) -> Result<(Entry, bool), SyntaxErrorKind> {
    // "-0" is a separate double in JavaScript, and not an integer in Rust.
    if !last.is_integer() || literal == "-0" {
        return Ok((Entry::Float(float(literal)?), false));
    }
    if let Some(integer) = safe_integer(literal) {
        return Ok((Entry::Integer(integer), false));
    }
    let rounded = float(literal)?;
    let is_exact = is_exact(literal, rounded);
    match big_integers {
        BigIntegers::Error if !is_exact => Err(SyntaxErrorKind::InexactInteger(shortened(literal))),
        BigIntegers::Bigint => Ok((Entry::Float(rounded), !is_exact)),
        BigIntegers::Error | BigIntegers::Number => Ok((Entry::Float(rounded), false)),
    }
}

fn safe_integer(literal: &str) -> Option<i64> {
    const DIGITS: usize = 16;
    let (negative, digits) = match literal.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, literal),
    };
    if digits.len() > DIGITS {
        return None;
    }
    let magnitude = digits
        .bytes()
        .fold(0_u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    let value = i64::try_from(magnitude)
        .ok()
        .filter(|_| magnitude <= MAX_SAFE_INTEGER)?;
    Some(if negative { -value } else { value })
}

fn float(literal: &str) -> Result<f64, SyntaxErrorKind> {
    match literal.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(SyntaxErrorKind::NumberOutOfRange(shortened(literal))),
    }
}

/// Returns true if the digits of an integer are exactly those of its double.
fn is_exact(literal: &str, double: f64) -> bool {
    format!("{double:.0}") == literal
}

/// A number for a sentence: `500`, not `500.0`.
#[must_use]
pub fn number_text(number: f64) -> String {
    const MOST: f64 = 1e15;
    if number.fract() == 0.0 && number.abs() < MOST {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "it is a whole number below the bound"
        )]
        return (number as i64).to_string();
    }
    serde_json::Value::from(number).to_string()
}

/// A literal shortened for a message: a model may have written a million digits.
fn shortened(literal: &str) -> String {
    const LONGEST: usize = 40;
    if literal.len() <= LONGEST {
        literal.to_owned()
    } else {
        format!("{}…", literal.get(..LONGEST).unwrap_or(literal))
    }
}

#[cfg(test)]
mod tests {
    use super::is_exact;

    #[test]
    fn an_integer_is_exact_when_it_is_one_that_a_double_holds() {
        for (literal, expected) in [
            ("9007199254740992", true),
            ("9007199254740993", false),
            ("100000000000000000000000", false),
            ("1000000000000000000000", true),
        ] {
            let double = literal.parse().expect("a number");
            assert_eq!(is_exact(literal, double), expected, "{literal}");
        }
    }
}
