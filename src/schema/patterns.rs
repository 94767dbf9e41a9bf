use std::fmt;
use std::rc::Rc;

use crate::pattern::{self, Match, TotalSteps, kept};

/// A pattern of a schema: a regular expression of ECMA-262. Tools of one page tend to ask for the same ids and dates, so
/// those that are the same are shared.
pub(super) struct Pattern {
    source: Box<str>,
    compiled: Rc<pattern::Pattern>,
}

impl Pattern {
    pub(super) fn new(source: &str) -> Result<Self, String> {
        let compiled = kept(source).map_err(|error| {
            let source = super::explain::received::quoted(source);
            format!("{source} is no pattern that can be matched: {error}")
        })?;
        Ok(Self {
            source: source.into(),
            compiled,
        })
    }

    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// Searches a text for it. `size` is how many bytes the value has that the text belongs to.
    pub(super) fn matches(&self, text: &str, size: usize, total: &TotalSteps) -> Match {
        self.compiled.is_match_within(text, size, total)
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(formatter)
    }
}

/// The format `regex`.
pub(super) fn is_pattern(text: &str) -> bool {
    pattern::Pattern::new(text).is_ok()
}
