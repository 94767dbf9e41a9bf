use thiserror::Error;

use super::document::Document;
use super::reader::{ReadOptions, Reader};
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use super::tree::{Kind, Node, Tree};

/// The reason for which a text can't be the arguments of a tool call.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ArgumentsError {
    /// The text is not JSON, or JSON that can't be read without loss.
    #[error("{}", wording(.0))]
    Syntax(#[from] SyntaxError),
    /// The text is JSON, but not an object.
    #[error("The arguments must be a JSON object, not {0}.")]
    NotAnObject(&'static str),
}

impl ArgumentsError {
    /// A stable name: `syntax`, `depth`, `length`, `inexactInteger`, `numberRange`, or `type` for a value that is not an
    /// object.
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

/// Reads the arguments of a call: one strict JSON object. Blank text is `{}`, since backends send that for a tool without
/// parameters.
///
/// # Errors
///
/// If the text is not JSON, or not an object.
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

/// The arguments from a reader whose text is complete.
///
/// # Errors
///
/// As [`read_arguments`].
pub fn arguments_of(mut reader: Reader) -> Result<Document, ArgumentsError> {
    end_arguments(&mut reader)?;
    Ok(Document::of(reader))
}

/// Ends the arguments: blank text becomes `{}`.
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

/// Checks that arguments are an object.
///
/// # Errors
///
/// If the value is not an object.
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
