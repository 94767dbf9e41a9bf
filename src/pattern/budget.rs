//! How much work matching may be.
//!
//! A pattern that refers back to its groups is matched by trying one way after the other, which may take any number of
//! steps; every other reads the text once, but finding a state takes as many steps as its pattern has. So both count
//! their steps. A value gets so many for each pattern, and each of its texts a share by its length: however the text of
//! a value is divided, matching it ends after about the same time.

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

    pub(super) fn spend(&mut self, steps: u64) -> Result<(), TooManySteps> {
        self.0 = self.0.checked_sub(steps).ok_or(TooManySteps)?;
        Ok(())
    }
}
