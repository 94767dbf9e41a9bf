use thiserror::Error;

/// The reason for which a text is not the expected JSON, and its position.
///
/// The position counts UTF-16 code units, as JavaScript's own string functions do, so that
/// `text.slice(position)` in the page starts at the fault.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{kind} at position {position}")]
pub struct SyntaxError {
    /// The kind of the error.
    pub kind: SyntaxErrorKind,
    /// UTF-16 code units before the fault.
    pub position: usize,
}

/// The ways in which a text can fail to be JSON (RFC 8259) or to be read without loss.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SyntaxErrorKind {
    /// The text ended too early.
    #[error("expected {0}, but the text ends")]
    UnexpectedEnd(&'static str),
    /// A character that is not allowed at its place.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The expected tokens.
        expected: &'static str,
        /// The found character, as a person would name it.
        found: String,
    },
    /// A raw control character inside a string.
    #[error("control character U+{0:04X} in a string must be written as an escape")]
    ControlCharacter(u32),
    /// A backslash followed by an unknown escape.
    #[error("unknown escape \\{0} in a string")]
    UnknownEscape(char),
    /// `\u` without four hexadecimal digits.
    #[error("expected four hexadecimal digits after \\u")]
    BadUnicodeEscape,
    /// An integer that a JavaScript number would silently round.
    #[error("the integer {0} can't be held exactly by a JavaScript number (send it as a string)")]
    InexactInteger(String),
    /// A number beyond the largest double.
    #[error("the number {0} is out of range")]
    NumberOutOfRange(String),
    /// More nested arrays and objects than allowed.
    #[error("nested deeper than {0} levels")]
    TooDeep(usize),
    /// More integers that a double can't hold than there is memory for their places.
    #[error(
        "too many integers that can't be held exactly by a JavaScript number (send them as strings)"
    )]
    TooManyBigIntegers,
    /// More text than allowed, in bytes of UTF-8.
    #[error("longer than {0} bytes")]
    TooLong(usize),
}

impl SyntaxErrorKind {
    /// Returns true if the text breaks the grammar, not a limit.
    #[must_use]
    pub fn is_malformed(&self) -> bool {
        self.code() == "syntax"
    }

    /// A stable name, for code that must distinguish errors.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::InexactInteger(_) | Self::TooManyBigIntegers => "inexactInteger",
            Self::NumberOutOfRange(_) => "numberRange",
            Self::TooDeep(_) => "depth",
            Self::TooLong(_) => "length",
            _ => "syntax",
        }
    }
}
