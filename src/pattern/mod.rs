//! Regular expressions as JSON Schema has them: ECMA-262 with the flag `u`, searched for anywhere in a text.
//!
//! Made to be small, and safe from patterns and texts that take for ever: a browser's own `RegExp` takes exponential time
//! for `^(a+)+$`. The crates that don't either are several times larger, and know another language.
//!
//! | module | what it is for |
//! |---|---|
//! | `parse`, `error` | reads a pattern, by the grammar of ECMA-262, or says why it is none |
//! | `node` | what was read |
//! | `class`, `ranges`, `fold`, `unicode` | sets of characters |
//! | `size` | refuses what would be too large |
//! | `program`, `write` | a pattern as steps |
//! | `linear`, `automaton`, `states`, `alphabet` | goes all ways at once: for patterns that do not refer back |
//! | `backtrack` | tries one way after the other: for those that do |
//! | `budget` | how many steps that may take |
//! | `cache` | keeps compiled patterns |

mod alphabet;
mod automaton;
mod backtrack;
mod budget;
mod cache;
mod class;
mod error;
mod fold;
mod linear;
mod node;
mod parse;
mod program;
mod ranges;
mod size;
mod states;
mod unicode;
mod write;

pub(crate) use cache::kept;
pub use error::PatternError;
pub use parse::MAX_DEPTH;
pub use size::{MAX_LOOKS, MAX_STEPS};

use std::cell::OnceCell;

use backtrack::Backtracking;
pub use budget::TotalSteps;
use budget::{Budget, TooManySteps};
use linear::Linear;
use node::Parsed;
use size::checked_size;

/// Whether a pattern was found in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// It is there.
    Yes,
    /// It is not.
    No,
    /// To find out would take too long.
    TooManySteps,
}

/// A pattern that was checked. It is compiled when it is first matched: most tools of a page are never called.
pub struct Pattern {
    parsed: Parsed,
    steps: u64,
    compiled: OnceCell<Compiled>,
}

enum Compiled {
    Linear(Box<Linear>),
    Backtracking(Box<Backtracking>),
}

impl Pattern {
    /// Reads a pattern: ECMA-262 (2025) with the flag `u`, and a backslash before any character that is neither a
    /// letter nor a digit.
    ///
    /// # Errors
    ///
    /// When it is none, or too large.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::pattern::{Match, Pattern};
    ///
    /// let pattern = Pattern::new(r"^\p{Lu}\d{2,4}$")?;
    /// assert_eq!(pattern.is_match("É123", 5), Match::Yes);
    /// assert_eq!(pattern.is_match("123", 3), Match::No);
    ///
    /// let error = Pattern::new("a**").err().map(|error| error.to_string());
    /// assert_eq!(error.as_deref(), Some("something to repeat, or a backslash expected at character 2"));
    /// # Ok::<(), ag_ui_lit::pattern::PatternError>(())
    /// ```
    pub fn new(source: &str) -> Result<Self, PatternError> {
        let parsed = parse::parse(source)?;
        let size = checked_size(&parsed)?;
        Ok(Self {
            parsed,
            steps: size.steps,
            compiled: OnceCell::new(),
        })
    }

    /// Whether the pattern is found anywhere in a text. `size` is how many bytes of text the value has that this one
    /// belongs to: the steps that may be taken for a pattern are for all of it.
    pub fn is_match(&self, text: &str, size: usize) -> Match {
        self.is_match_within(text, size, &TotalSteps::unbounded())
    }

    /// The same, within what is left of a total that other patterns share.
    pub fn is_match_within(&self, text: &str, size: usize, total: &TotalSteps) -> Match {
        let budget = Budget::new(text.len(), size, self.steps, self.parsed.refers_back);
        let found = self.compiled_within(total).and_then(|compiled| {
            if !total.spend_on_text(text.len()) {
                return Err(TooManySteps);
            }
            budget.run(total, |budget| match compiled {
                Compiled::Linear(linear) => linear.is_match(text, budget),
                Compiled::Backtracking(backtracking) => backtracking.is_match(text, budget),
            })
        });
        match found {
            Ok(true) => Match::Yes,
            Ok(false) => Match::No,
            Err(TooManySteps) => Match::TooManySteps,
        }
    }

    fn compiled_within(&self, total: &TotalSteps) -> Result<&Compiled, TooManySteps> {
        if self.compiled.get().is_none() {
            total.spend_on_readying(self.steps)?;
        }
        Ok(self.compiled.get_or_init(|| {
            if self.parsed.refers_back {
                Compiled::Backtracking(Box::new(Backtracking::new(&self.parsed)))
            } else {
                Compiled::Linear(Box::new(Linear::new(&self.parsed)))
            }
        }))
    }

    /// Steps of the pattern when it is written out.
    fn steps(&self) -> u64 {
        self.steps
    }
}
