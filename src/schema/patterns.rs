//! The patterns of a schema. What matches them is large, so it is not part of the core: it is linked in natively, and a
//! module of its own in a page.

use std::rc::Rc;

/// What a pattern says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    Yes,
    No,
    /// It would take more steps than it may.
    TooManySteps,
    /// What matches patterns is not there yet.
    NotReady,
}

/// A pattern: a regular expression of ECMA-262, with its flag `u`.
#[derive(Debug, Clone)]
pub(crate) struct Pattern(Rc<str>);

impl Pattern {
    pub(super) fn new(source: &str) -> Result<Self, String> {
        fancy_regex::Regex::new(source).map_err(|_| format!("{source:?} is no pattern that can be matched, or one that is too large"))?;
        Ok(Self(source.into()))
    }

    pub(super) fn source(&self) -> &str {
        &self.0
    }

    /// Searches a text for it. `size` is how much text there is in all: the more, the fewer steps one text may take.
    pub(super) fn matches(&self, text: &str, _size: usize) -> Match {
        match fancy_regex::Regex::new(&self.0).and_then(|regex| regex.is_match(text)) {
            Ok(true) => Match::Yes,
            Ok(false) => Match::No,
            Err(_) => Match::TooManySteps,
        }
    }
}
