use super::path::Path;
use crate::json::Node;
use crate::schema::rule::{Options, Types};

/// One thing that is wrong with a value.
pub(super) struct Finding<'s> {
    pub(super) path: Path<'s>,
    pub(super) value: Node<'s>,
    pub(super) fault: Fault<'s>,
}

/// What is wrong, by keyword.
pub(super) enum Fault<'s> {
    /// The schema `false`.
    Never,
    Types(Types),
    Options(&'s Options),
    Limit(Limit, f64),
    Size(Size, Bound, u64),
    Pattern(&'s str),
    /// Matching the pattern took too many steps.
    PatternUndecided,
    Format(&'s str),
    Content,
    /// The name, and whether another property is what asks for it.
    Missing(&'s str, bool),
    /// Properties that nothing allows.
    Unexpected(Vec<&'s str>),
    UnexpectedItems(Vec<Node<'s>>),
    Name(Box<Finding<'s>>),
    Duplicates,
    Contains(Bound, u64),
    /// None of the alternatives: what is wrong with each.
    Alternatives(Vec<Vec<Finding<'s>>>),
    /// More than one, counted from 1.
    Several(Vec<usize>),
    /// The entry of the schema that should not match.
    Not(Node<'s>),
    /// Following the rules took too many steps.
    Undecided,
}

impl Fault<'_> {
    /// Whether it says no more than that something could not be checked.
    pub(super) fn is_undecided(&self) -> bool {
        matches!(self, Self::PatternUndecided | Self::Undecided)
    }
}

#[derive(Clone, Copy)]
pub(super) enum Limit {
    Minimum,
    Maximum,
    ExclusiveMinimum,
    ExclusiveMaximum,
    MultipleOf,
}

#[derive(Clone, Copy)]
pub(super) enum Size {
    Characters,
    Items,
    Properties,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Least,
    Most,
}
