//! What a pattern says, once read.

use super::class::Class;

/// A number in [`Parsed::classes`].
pub(super) type ClassId = u32;

/// A pattern that was read.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) root: Node,
    /// Every set of characters in it, each once.
    pub(super) classes: Vec<Class>,
    /// How many groups capture.
    pub(super) groups: u32,
    /// Whether what a group captured is asked for again.
    pub(super) refers_back: bool,
}

/// A part of a pattern.
#[derive(Debug, Default)]
pub(super) enum Node {
    #[default]
    Empty,
    /// One character of a set.
    Class(ClassId),
    Assert(Assert),
    Sequence(Vec<Node>),
    /// The first that fits, in this order.
    Alternatives(Vec<Node>),
    Repeat(Box<Repeat>),
    /// A capturing group, by its number less one.
    Group(u32, Box<Node>),
    Look(Box<Look>),
    Back(Back),
}

/// What is asked of a place in the text, by its neighbours alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assert {
    /// `^`
    Start,
    /// `$`
    End,
    /// `^` under `(?m:`
    LineStart,
    /// `$` under `(?m:`
    LineEnd,
    /// `\b`, `\B`
    Boundary {
        negated: bool,
        /// Under `(?i:`
        any_case: bool,
    },
}

/// `*`, `+`, `?`, `{…}`
#[derive(Debug)]
pub(super) struct Repeat {
    pub(super) node: Node,
    pub(super) least: u32,
    /// Without an end when absent.
    pub(super) most: Option<u32>,
    pub(super) lazy: bool,
    /// The capturing groups inside: each round forgets what the last one captured (ECMA-262, `RepeatMatcher`).
    pub(super) groups: (u32, u32),
}

/// `(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`
#[derive(Debug)]
pub(super) struct Look {
    pub(super) node: Node,
    pub(super) behind: bool,
    pub(super) negated: bool,
}

/// `\1`, `\k<name>`
#[derive(Debug)]
pub(super) struct Back {
    /// One, or several of the same name, of which one at the most has captured anything.
    pub(super) groups: Vec<u32>,
    /// Under `(?i:`
    pub(super) any_case: bool,
}
