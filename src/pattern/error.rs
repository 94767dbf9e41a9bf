use thiserror::Error;

/// Why a text is no pattern that can be matched.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PatternError {
    /// It is not ECMA-262.
    #[error("{expected} expected at character {at}")]
    Syntax {
        /// What could have stood there.
        expected: &'static str,
        /// Characters before the fault.
        at: usize,
    },
    /// A `\p{…}` that Unicode, or this browser, does not have.
    #[error("\\p{{{0}}} is no property that patterns know")]
    UnknownProperty(String),
    /// Written out it would have more than [`MAX_STEPS`](super::MAX_STEPS) steps, or its groups go deeper than
    /// [`MAX_DEPTH`](super::MAX_DEPTH), or it looks around more often than [`MAX_LOOKS`](super::MAX_LOOKS), or it is hundreds of kilobytes, has a
    /// thousand groups with names, or sets of characters that would make a table of megabytes.
    #[error("it is too large")]
    TooLarge,
}
