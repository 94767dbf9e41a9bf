//! How much work matching may be.
//!
//! A pattern that refers back to its groups is matched by trying one way after the other, which may take any number of
//! steps; every other reads the text once, but finding a state takes as many steps as its pattern has. So both count
//! their steps. A value gets so many for each pattern, and each of its texts a share by its length: however the text of
//! a value is divided, matching it ends after about the same time.
//!
//! Many patterns still take many times as long. Where the schema is not the page's own, there is a total for all of them.

use std::cell::Cell;

/// Steps for a value with a pattern that refers back: some thirty milliseconds.
const BACKTRACKING: Steps = Steps {
    all: 3_000_000,
    for_each_byte: 4,
};

/// Steps for a value with any other pattern, of which few need more than some hundred: some three hundred milliseconds
/// when each state has thousands of steps.
const AUTOMATON: Steps = Steps {
    all: 8_000_000,
    for_each_byte: 16,
};

struct Steps {
    all: u64,
    /// More of them for each byte of the value, so that what goes through a text once can.
    for_each_byte: u64,
}

/// Steps that every text gets.
const LEAST: u64 = 1_000;

/// Steps that making a pattern ready takes beside those of the pattern itself: resolving its sets of characters.
const READYING: u64 = 20_000;

/// Steps that beginning to read a text takes.
const READING: u64 = 32;

/// Steps that all matching of one check may take together, whatever each pattern may.
#[derive(Debug)]
pub struct TotalSteps(Cell<u64>);

impl TotalSteps {
    /// As many as the patterns take.
    #[must_use]
    pub const fn unbounded() -> Self {
        Self(Cell::new(u64::MAX))
    }

    /// At most so many.
    #[must_use]
    pub const fn at_most(steps: u64) -> Self {
        Self(Cell::new(steps))
    }

    /// Counts the reading of a text of so many bytes, which the budget of a pattern does not; false when there is none left.
    pub(crate) fn spend_on_text(&self, bytes: usize) -> bool {
        self.spend(READING + bytes as u64).is_ok()
    }

    /// Counts what it takes to make a pattern of so many steps ready.
    pub(super) fn spend_on_readying(&self, steps: u64) -> Result<(), TooManySteps> {
        self.spend(READYING + steps)
    }

    fn spend(&self, steps: u64) -> Result<(), TooManySteps> {
        let left = self.0.get().checked_sub(steps);
        self.0.set(left.unwrap_or(0));
        left.map(drop).ok_or(TooManySteps)
    }
}

/// Steps that may still be taken.
pub(super) struct Budget(u64);

/// None is left, or no memory to note where one was.
#[derive(Debug)]
pub(super) struct TooManySteps;

impl Budget {
    /// For a text of so many bytes, in a value of so many, and a pattern of so many steps.
    pub(super) fn new(text: usize, size: usize, pattern: u64, refers_back: bool) -> Self {
        let (Steps { all, for_each_byte }, least) = if refers_back {
            (BACKTRACKING, LEAST)
        } else {
            (AUTOMATON, LEAST + 2 * pattern)
        };
        let (text, size) = (text as u64 + 1, size.max(text) as u64 + 1);
        let share = for_each_byte * text + all * text / size;
        Self(share.max(least))
    }

    /// Runs within the budget and the total, of which it takes what was spent.
    pub(super) fn run<T>(
        self,
        total: &TotalSteps,
        run: impl FnOnce(&mut Self) -> Result<T, TooManySteps>,
    ) -> Result<T, TooManySteps> {
        let granted = self.0.min(total.0.get());
        let mut budget = Self(granted);
        let result = run(&mut budget);
        total.0.set(total.0.get() - (granted - budget.0));
        result
    }

    pub(super) fn spend(&mut self, steps: u64) -> Result<(), TooManySteps> {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(0);
        left.map(drop).ok_or(TooManySteps)
    }
}
