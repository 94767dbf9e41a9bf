use thiserror::Error;

use super::document::Document;
use super::reader::{ReadOptions, Reader};
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use super::tree::{Kind, Node, Tree};

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

impl ArgumentsError {
    /// A stable name: `syntax`, `depth`, `length`, `inexactInteger`, `numberRange`, or `type` for what is no object.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Syntax(error) => error.kind.code(),
            Self::NotAnObject(_) => "type",
        }
    }

    /// The expected value, as JSON text: the limit of `depth` and `length`, the type of `type`.
    #[must_use]
    pub fn expected(&self) -> Option<String> {
        match self {
            Self::Syntax(SyntaxError {
                kind: SyntaxErrorKind::TooDeep(most) | SyntaxErrorKind::TooLong(most),
                ..
            }) => Some(most.to_string()),
            Self::Syntax(_) => None,
            Self::NotAnObject(_) => Some("\"object\"".to_owned()),
        }
    }
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
/// assert_eq!(read_arguments("", options).unwrap().value(), serde_json::json!({}));
/// assert_eq!(
///     read_arguments("[1]", options).unwrap_err().to_string(),
///     "The arguments must be a JSON object, not an array."
/// );
/// ```
pub fn read_arguments(text: &str, options: ReadOptions) -> Result<Document, ArgumentsError> {
    let mut reader = Reader::new(options);
    reader.push(text)?;
    arguments_of(reader)
}

/// The arguments that a reader has read, now that there are no more.
///
/// # Errors
///
/// As [`read_arguments`].
pub fn arguments_of(mut reader: Reader) -> Result<Document, ArgumentsError> {
    end_arguments(&mut reader)?;
    Ok(Document::of(reader))
}

/// There are no more arguments: blank text becomes `{}`.
///
/// # Errors
///
/// As [`read_arguments`].
pub fn end_arguments(reader: &mut Reader) -> Result<(), ArgumentsError> {
    if reader.is_blank() {
        reader.supply("{}")?;
    }
    reader.finish()?;
    check_object(reader.tree())
}

/// Arguments are an object.
///
/// # Errors
///
/// For a value that is none.
pub fn check_object(value: &Tree) -> Result<(), ArgumentsError> {
    let kind = match value.root().map(Node::kind) {
        Some(Kind::Object(_)) => return Ok(()),
        Some(Kind::Array(_)) => "an array",
        Some(Kind::String(_)) => "a string",
        Some(Kind::Integer(_) | Kind::Float(_)) => "a number",
        Some(Kind::Bool(_)) => "a boolean",
        Some(Kind::Null) | None => "null",
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
