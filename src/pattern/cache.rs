use std::cell::RefCell;
use std::rc::Rc;

use super::{Match, Pattern};
use crate::fast_map::FastMap;

/// Patterns that are kept compiled, and the steps they may have together. Beyond, all are forgotten, so that a page that
/// defines tools all day keeps a bound.
const MOST_PATTERNS: usize = 500;
const MOST_STEPS: u64 = 200_000;

#[derive(Default)]
struct Kept {
    patterns: FastMap<String, Option<Rc<Pattern>>>,
    steps: u64,
}

/// Whether a pattern matches anywhere in a text, as [`Pattern::is_match`] says; `None` when it is no pattern. Compiled
/// patterns are kept: tools of one page tend to ask for the same ids and dates.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::pattern::{Match, matches};
///
/// assert_eq!(matches("^[a-z]+$", "id", 2), Some(Match::Yes));
/// assert_eq!(matches("(", "id", 2), None);
/// ```
#[must_use]
pub fn matches(source: &str, text: &str, size: usize) -> Option<Match> {
    Some(kept(source)?.is_match(text, size))
}

fn kept(source: &str) -> Option<Rc<Pattern>> {
    thread_local! {
        static KEPT: RefCell<Kept> = RefCell::default();
    }
    KEPT.with_borrow_mut(|kept| {
        if let Some(pattern) = kept.patterns.get(source) {
            return pattern.clone();
        }
        let pattern = Pattern::new(source).ok().map(Rc::new);
        let steps = pattern.as_ref().map_or(0, |pattern| pattern.steps());
        if kept.patterns.len() >= MOST_PATTERNS || kept.steps + steps > MOST_STEPS {
            *kept = Kept::default();
        }
        kept.steps += steps;
        kept.patterns.insert(source.to_owned(), pattern.clone());
        pattern
    })
}
