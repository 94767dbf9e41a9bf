//! Texts that have a bound.

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

/// One short line of a text, for a message.
#[must_use]
pub fn line(text: &str, most: usize) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match excerpt(&words, most) {
        (_, 0) => words,
        (start, _) => format!("{start}…"),
    }
}

/// How much of a name or address that a model gave is repeated to it.
pub const SHORT: usize = 120;
