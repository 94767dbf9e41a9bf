use serde_json::{Map, Value};
use thiserror::Error;

use super::reader::{BigInteger, Document, ReadOptions, read};
use super::syntax_error::SyntaxError;

/// The arguments of one tool call, read from text.
#[derive(Debug, Clone, PartialEq)]
pub struct Arguments {
    /// Always an object.
    pub value: Value,
    /// False when `JSON.parse` would make something else of the text; see [`Document::faithful`].
    pub faithful: bool,
    /// The integers that the value holds only rounded; see [`Document::big_integers`].
    pub big_integers: Vec<BigInteger>,
}

/// Why a text can't be the arguments of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArgumentsError {
    /// It is no JSON, or JSON that can't be read without loss.
    #[error("{}", wording(.0))]
    Syntax(#[from] SyntaxError),
    /// It is JSON, and something else than an object.
    #[error("The arguments must be a JSON object, not {0}.")]
    NotAnObject(&'static str),
}

/// Reads a call's arguments: one strict JSON object. Blank text is `{}`, which is what backends send for a tool
/// without parameters.
///
/// # Errors
///
/// For text that is no JSON, and for JSON that is no object.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, read_arguments};
///
/// let options = ReadOptions::default();
/// assert_eq!(read_arguments("", options).unwrap().value, serde_json::json!({}));
/// assert_eq!(
///     read_arguments("[1]", options).unwrap_err().to_string(),
///     "The arguments must be a JSON object, not an array."
/// );
/// ```
pub fn read_arguments(text: &str, options: ReadOptions) -> Result<Arguments, ArgumentsError> {
    if text.trim_ascii().is_empty() {
        return Ok(Arguments {
            value: Value::Object(Map::new()),
            faithful: false,
            big_integers: Vec::new(),
        });
    }
    let Document {
        value,
        faithful,
        big_integers,
    } = read(text, options)?;
    let kind = match value {
        Value::Object(_) => {
            return Ok(Arguments {
                value,
                faithful,
                big_integers,
            });
        }
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
    };
    Err(ArgumentsError::NotAnObject(kind))
}

fn wording(error: &SyntaxError) -> String {
    let what = if error.kind.is_malformed() {
        "are not valid JSON"
    } else {
        "can't be read"
    };
    format!("The arguments {what}: {error}.")
}
