use std::cell::RefCell;
use std::rc::Rc;

use super::{Pattern, PatternError};
use crate::fast_map::FastMap;

/// Patterns that are kept compiled, and the steps they may have together. Beyond, all are forgotten, so that a page that
/// defines tools all day keeps a bound.
const MOST_PATTERNS: usize = 500;
const MOST_STEPS: u64 = 200_000;

#[derive(Default)]
struct Kept {
    patterns: FastMap<String, Rc<Pattern>>,
    steps: u64,
}

/// A pattern, the same one for the same source as long as it is kept: tools of one page tend to ask for the same ids and
/// dates.
///
/// # Errors
///
/// As [`Pattern::new`].
pub(crate) fn kept(source: &str) -> Result<Rc<Pattern>, PatternError> {
    thread_local! {
        static KEPT: RefCell<Kept> = RefCell::default();
    }
    if let Some(pattern) = KEPT.with_borrow(|kept| kept.patterns.get(source).cloned()) {
        return Ok(pattern);
    }
    // No borrow is alive here: what Unicode says is asked of JavaScript, where a page may have its own say.
    let pattern = Rc::new(Pattern::new(source)?);
    KEPT.with_borrow_mut(|kept| {
        let steps = pattern.steps();
        if kept.patterns.len() >= MOST_PATTERNS || kept.steps + steps > MOST_STEPS {
            *kept = Kept::default();
        }
        kept.steps += steps;
        kept.patterns.insert(source.to_owned(), Rc::clone(&pattern));
        Ok(pattern)
    })
}
