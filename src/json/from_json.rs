use thiserror::Error;

use super::document::read;
use super::number::BigIntegers;
use super::reader::{MAX_DEPTH, ReadOptions};
use super::tree::Node;

/// What JavaScript hands over as JSON text. The page's half is ours and typed, so a member that may be absent is taken for
/// absent also when it is of another kind.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::error::ToolError;
/// use ag_ui_lit::json::FromJson;
///
/// let error = ToolError::parse_json(r#"{ "category": "timeout", "message": "too late", "retryable": true }"#)?;
/// assert_eq!(error.message, "too late");
/// assert!(ToolError::parse_json("{}").is_err());
/// # Ok::<(), ag_ui_lit::json::NotAsDeclared>(())
/// ```
pub trait FromJson: Sized {
    /// Takes it from a value; nothing when a member is missing or not as it is declared.
    fn from_json(value: Node<'_>) -> Option<Self>;

    /// Takes it from a text.
    ///
    /// # Errors
    ///
    /// When the text is no JSON, or of something else.
    fn parse_json(text: &str) -> Result<Self, NotAsDeclared> {
        let document = read(text, CROSSING).map_err(|_| NotAsDeclared)?;
        document
            .tree
            .root()
            .and_then(Self::from_json)
            .ok_or(NotAsDeclared)
    }
}

/// The two halves disagree about a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the core was handed something else than its TypeScript declarations say")]
pub struct NotAsDeclared;

/// How texts are read that the page's half wrote: their numbers were doubles already.
pub(crate) const CROSSING: ReadOptions = ReadOptions {
    max_depth: MAX_DEPTH,
    big_integers: BigIntegers::Number,
};

impl FromJson for String {
    fn from_json(value: Node<'_>) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: Node<'_>) -> Option<Self> {
        value.as_array()?.map(T::from_json).collect()
    }
}

/// A member's text, if it has one.
pub(crate) fn text_of(value: Node<'_>, key: &str) -> Option<String> {
    value.get(key)?.as_str().map(str::to_owned)
}

/// A member's number, if it has one.
pub(crate) fn number_of(value: Node<'_>, key: &str) -> Option<f64> {
    value.get(key)?.as_f64()
}

/// A member's whole number, if it has one.
pub(crate) fn count_of(value: Node<'_>, key: &str) -> Option<u32> {
    value.get(key)?.as_u32()
}

/// Whether a member is true or false, if it is either.
pub(crate) fn flag_of(value: Node<'_>, key: &str) -> Option<bool> {
    value.get(key)?.as_bool()
}
