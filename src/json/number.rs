use serde::Deserialize;
use serde_json::{Number, Value};

use super::cursor::Cursor;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};

/// The largest integer below which every integer is a double of its own (`Number.MAX_SAFE_INTEGER`).
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// What is done with an integer literal that a double can't hold exactly, such as `9007199254740993`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum BigIntegers {
    /// It is refused: never a silently different number.
    #[default]
    Error,
    /// Its digits are kept, and become a JavaScript `bigint`.
    Bigint,
    /// It is rounded, as `JSON.parse` does.
    Number,
}

/// A number, and the digits it would need to be exact.
pub(super) struct ReadNumber {
    pub(super) value: Value,
    pub(super) exact: Option<String>,
}

/// Reads a number by the grammar of RFC 8259, section 6. A magnitude beyond the range of a double is refused always.
pub(super) fn read_number(
    cursor: &mut Cursor<'_>,
    big_integers: BigIntegers,
) -> Result<ReadNumber, SyntaxError> {
    let start = cursor.at();
    cursor.next_is(b'-');
    if !cursor.next_is(b'0') {
        digits(cursor)?;
    }
    let mut is_integer = true;
    if cursor.next_is(b'.') {
        is_integer = false;
        digits(cursor)?;
    }
    if matches!(cursor.peek(), Some(b'e' | b'E')) {
        is_integer = false;
        cursor.bump();
        if !cursor.next_is(b'+') {
            cursor.next_is(b'-');
        }
        digits(cursor)?;
    }
    let literal = cursor.since(start);
    let number = if is_integer {
        integer(literal)
    } else {
        fraction(literal)
    };
    match (number, big_integers) {
        (Ok(number), _) => Ok(ReadNumber {
            value: Value::Number(number),
            exact: None,
        }),
        (Err(SyntaxErrorKind::InexactInteger(_)), BigIntegers::Bigint | BigIntegers::Number) => {
            let rounded = fraction(literal).map_err(|kind| cursor.error_at(start, kind))?;
            Ok(ReadNumber {
                value: Value::Number(rounded),
                exact: (big_integers == BigIntegers::Bigint).then(|| literal.to_owned()),
            })
        }
        (Err(kind), _) => Err(cursor.error_at(start, kind)),
    }
}

fn digits(cursor: &mut Cursor<'_>) -> Result<(), SyntaxError> {
    if !cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) {
        return Err(cursor.unexpected("a digit"));
    }
    cursor.skip_while(|byte| byte.is_ascii_digit());
    Ok(())
}

fn integer(literal: &str) -> Result<Number, SyntaxErrorKind> {
    // "-0" is a double of its own in JavaScript, and no integer in Rust.
    if literal == "-0" {
        return fraction(literal);
    }
    if let Ok(value) = literal.parse::<i64>()
        && value.unsigned_abs() <= MAX_SAFE_INTEGER
    {
        return Ok(Number::from(value));
    }
    let number = fraction(literal)?;
    // `{:.0}` writes a double's exact value, so the texts agree only when nothing was rounded.
    let exact = number.as_f64().map(|value| format!("{value:.0}"));
    if exact.as_deref() == Some(literal) {
        Ok(number)
    } else {
        Err(SyntaxErrorKind::InexactInteger(shortened(literal)))
    }
}

fn fraction(literal: &str) -> Result<Number, SyntaxErrorKind> {
    literal
        .parse::<f64>()
        .ok()
        .and_then(Number::from_f64)
        .ok_or_else(|| SyntaxErrorKind::NumberOutOfRange(shortened(literal)))
}

/// A literal short enough for a message: a model may have written a million digits.
fn shortened(literal: &str) -> String {
    const LONGEST: usize = 40;
    if literal.len() <= LONGEST {
        literal.to_owned()
    } else {
        format!("{}…", &literal[..LONGEST])
    }
}
