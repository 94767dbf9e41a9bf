use serde_json::Value;

use super::big_integer::BigInteger;
use super::reader::{ReadOptions, Reader};
use super::syntax_error::SyntaxError;
use super::tree::{Node, Tree};

/// A parsed JSON text.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The value. The last one of duplicate keys counts.
    pub tree: Tree,
    /// False if `JSON.parse` would read another value from the same text: an escaped lone surrogate became U+FFFD. Then
    /// JavaScript must take the value from here.
    pub exact: bool,
    /// The integers that the tree only holds rounded, with [`BigIntegers::Bigint`](super::BigIntegers::Bigint).
    pub big_integers: Vec<BigInteger>,
}

impl Document {
    /// The document of a reader.
    pub(super) fn of(reader: Reader) -> Self {
        let exact = reader.is_exact();
        let (tree, big_integers) = reader.into_parts();
        Self {
            tree,
            exact,
            big_integers,
        }
    }

    /// The value as JSON text that `JSON.parse` reads correctly.
    #[must_use]
    pub fn to_text(&self) -> String {
        // A parsed value has only string keys and valid numbers, so it can always be written.
        serde_json::to_string(&self.tree.root()).unwrap_or_default()
    }

    /// The value, independent of the tree.
    #[must_use]
    pub fn value(&self) -> Value {
        self.tree.root().map_or(Value::Null, Node::to_value)
    }
}

/// Reads a whole JSON text by RFC 8259, without recursion.
///
/// # Errors
///
/// As [`Reader`].
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, read};
///
/// let options = ReadOptions::default();
/// assert_eq!(read(r#"{"n": 1}"#, options)?.value()["n"], 1);
///
/// let error = read(r#"{"n": }"#, options).unwrap_err();
/// assert_eq!(error.to_string(), "expected a value, found '}' at position 6");
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
pub fn read(text: &str, options: ReadOptions) -> Result<Document, SyntaxError> {
    let mut reader = Reader::new(options);
    reader.push(text)?;
    reader.finish()?;
    Ok(Document::of(reader))
}
