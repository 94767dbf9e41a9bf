//! Texts that have a bound, and other values.

use serde_json::Value;

/// The beginning of a text, at most so many characters of it; and how many are left out.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> (&str, usize) {
    match text.char_indices().nth(most) {
        None => (text, 0),
        Some((at, _)) => (&text[..at], text[at..].chars().count()),
    }
}

/// A text of at most so many characters, and a mark that says what is missing and how to get it.
#[must_use]
pub fn bounded(text: &str, most: usize, how: &str) -> String {
    match excerpt(text, most) {
        (_, 0) => text.to_owned(),
        (start, missing) => format!("{start}\n[{missing} characters are left out here. {how}]"),
    }
}

/// One short line of a text, for a message. However long the text is, only its beginning is looked at.
#[must_use]
pub fn line(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(4 * most).map(|(at, _)| at);
    let words = text[..end.unwrap_or(text.len())].split_whitespace();
    let words = words.collect::<Vec<_>>().join(" ");
    match (excerpt(&words, most), end) {
        ((_, 0), None) => words,
        ((start, _), _) => format!("{start}…"),
    }
}

/// How much of a name or address that a model gave is repeated to it.
pub const SHORT: usize = 120;

/// How many bytes of JSON one result's metadata may have, where it stands among others.
const LONGEST_METADATA: usize = 16_384;

/// Metadata of a result that stands among others in the metadata of another one; what stands for it when it is too long.
#[must_use]
pub fn within_others(metadata: Option<Value>) -> Option<Value> {
    metadata.map(|metadata| match metadata.to_string().len() {
        ..=LONGEST_METADATA => metadata,
        length => Value::String(format!("[{length} bytes of JSON are left out here.]")),
    })
}
