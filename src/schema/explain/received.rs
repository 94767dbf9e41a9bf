//! A value as a sentence or an issue quotes it.

use crate::json::write::{push_string, push_value};
use crate::json::{Kind, Node};

/// How many characters of a value a message or an issue quotes.
const LONGEST: usize = 80;

/// A value as an issue carries it, as JSON text: itself when short, else the start of its text with a mark.
pub(in crate::schema) fn excerpt(value: Node<'_>) -> String {
    if let Kind::String(text) = value.kind() {
        return quoted(text);
    }
    let text = json_start(value);
    if text.chars().count() <= LONGEST {
        text
    } else {
        quoted(&text)
    }
}

/// A value as a sentence names it: "5", "\"red\"", "an array", "an object".
pub(in crate::schema) fn named(value: Node<'_>) -> String {
    match value.kind() {
        Kind::Array(_) => "an array".to_owned(),
        Kind::Object(_) => "an object".to_owned(),
        Kind::String(text) => quoted(text),
        _ => json_start(value),
    }
}

/// JSON text, shortened to what a sentence can carry.
pub(in crate::schema) fn quoted_json(value: Node<'_>) -> String {
    shortened(&json_start(value))
}

/// A text as it is, another value as JSON.
pub(in crate::schema) fn unquoted(value: Node<'_>) -> String {
    value.as_str().map_or_else(|| quoted_json(value), shortened)
}

/// A text in quotes, shortened.
pub(in crate::schema) fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    push_string(&mut quoted, &shortened(text));
    quoted
}

/// Text of a schema or of arguments, shortened to what a sentence can carry.
pub(in crate::schema) fn shortened(text: &str) -> String {
    shortened_to(LONGEST, text)
}

/// So many characters of a text, with a mark when there are more.
pub(in crate::schema) fn shortened_to(longest: usize, text: &str) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// The start of a value's JSON text, longer than [`LONGEST`] when there is more: of five megabytes only this much
/// is ever written.
fn json_start(value: Node<'_>) -> String {
    let mut start = String::new();
    push_value(&mut start, value, LONGEST * 4);
    start
}
