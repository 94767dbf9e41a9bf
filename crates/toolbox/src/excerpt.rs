//! Bounded texts and values.

use serde_json::Value;

/// The beginning of a text, up to a number of characters, and the number of missing ones.
#[must_use]
pub fn excerpt(text: &str, most: usize) -> (&str, usize) {
    match text.char_indices().nth(most) {
        None => (text, 0),
        Some((at, _)) => (&text[..at], text[at..].chars().count()),
    }
}

/// A text of at most this number of characters. A mark at the end has the number of missing ones, and the way to get them.
#[must_use]
pub fn bounded(text: &str, most: usize, how: &str) -> String {
    match excerpt(text, most) {
        (_, 0) => text.to_owned(),
        (start, missing) => format!("{start}\n[{missing} characters are left out here. {how}]"),
    }
}

/// One short line of a text, for a message. Only the beginning of a long text is read.
#[must_use]
pub fn line(text: &str, most: usize) -> String {
    let end = text.char_indices().nth(4 * most).map(|(at, _)| at);
    let text = text[..end.unwrap_or(text.len())].split_whitespace();
    let text = text.collect::<Vec<_>>().join(" ");
    match (excerpt(&text, most), end) {
        ((_, 0), None) => text,
        ((start, _), _) => format!("{start}…"),
    }
}

/// The maximum length of a model's name or address that is quoted, in characters.
pub const SHORT: usize = 120;

/// The maximum size of one result's metadata inside that of another result, in bytes of JSON.
const LONGEST_METADATA: usize = 16_384;

/// Metadata of a result for use inside that of another one. If it is too long, a note replaces it.
#[must_use]
pub fn within_others(metadata: Option<Value>) -> Option<Value> {
    metadata.map(|metadata| match metadata.to_string().len() {
        ..=LONGEST_METADATA => metadata,
        length => Value::String(format!("[{length} bytes of JSON are left out here.]")),
    })
}
