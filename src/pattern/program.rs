//! A pattern as steps: repetitions written out, choices as jumps.

use super::node::{Assert, Back, ClassId};

/// One step of a program.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// Takes a character of a set.
    Class(ClassId),
    Assert(Assert),
    /// Looks around: a number in [`Program::looks`].
    Look(u32),
    /// Goes on at both, the first preferred.
    Split(u32, u32),
    Jump(u32),
    Match,
    /// Notes the place in a slot. This and what follows is only for programs that refer back.
    Save(u32),
    /// Forgets what groups captured: from, to.
    Forget(u32, u32),
    /// Fails unless the place has changed since it was noted in that slot: an empty round of a loop is none.
    Progress(u32),
    /// A number in [`Program::backs`].
    Back(u32),
}

/// In which direction a program reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// What a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// All ways through it are gone at once.
    Automaton,
    /// One way after the other is tried, with what groups capture.
    Backtracking,
}

/// The steps of a pattern, or of what it looks around for.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) direction: Direction,
    /// Which of [`Programs::looks`] its steps mean.
    pub(super) looks: Vec<u32>,
    pub(super) backs: Vec<Back>,
    /// It reads forward, and can only begin at the start of the text.
    pub(super) anchored: bool,
    /// Whether the neighbours of a place matter.
    pub(super) asserts: bool,
}

/// A pattern and all that it looks around for, what is inside before what is outside.
#[derive(Debug)]
pub(super) struct Programs {
    pub(super) main: Program,
    pub(super) looks: Vec<LookProgram>,
    /// How many places are noted.
    pub(super) slots: usize,
}

#[derive(Debug)]
pub(super) struct LookProgram {
    pub(super) program: Program,
    pub(super) negated: bool,
}
