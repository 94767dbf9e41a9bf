use super::limits::Limit;
use crate::provider::json::{Json, Object};

/// A strict mode: the schemas that it accepts, and limits on them.
#[derive(Debug)]
pub struct Strict {
    /// The schemas that may be sent.
    pub subset: Subset,
    /// The limits on all tools of a request together.
    pub limits: &'static [Limit],
}

/// The part of JSON Schema that an API accepts.
#[derive(Debug)]
pub struct Subset {
    /// The owner of the subset, for reasons.
    pub name: &'static str,
    /// The accepted keywords, besides those that structure a schema.
    pub keywords: &'static [&'static str],
    /// The treatment of references.
    pub references: ReferencesKept,
    /// Whether every object lists its members and forbids others.
    pub is_closed: bool,
    /// Whether every member of an object is required.
    pub is_all_required: bool,
    /// Whether every schema has a type.
    pub is_typed: bool,
    /// The treatment of an array without a schema of its items.
    pub items: MissingItems,
    /// Returns true if a value of an accepted keyword is accepted.
    pub takes: fn(&str, &Json) -> bool,
    /// Rewrites other parts that the API refuses in a generated schema, which may be the one at the top. Returns the changed
    /// keywords, each with the reason.
    pub finish: fn(written: &mut Object, is_top: bool) -> Vec<(&'static str, &'static str)>,
}

/// The treatment of an array without a schema of its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingItems {
    /// The array is sent unchanged.
    Keep,
    /// A schema that accepts anything is added.
    AcceptAnything,
    /// The array can't be expressed.
    Refuse,
}

/// The treatment of references to definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferencesKept {
    /// They are sent, including recursive ones.
    All,
    /// They are replaced by their targets. A recursive one ends.
    None,
    /// They are replaced by their targets. A recursive one can't be expressed.
    NoneAndNotRecursive,
}

/// Returns true for a value that is neither an array nor an object.
pub fn is_plain(value: &Json) -> bool {
    !matches!(value, Json::Array(_) | Json::Object(_))
}

/// Returns true for one of several texts.
pub fn is_one_of(value: &Json, texts: &[&str]) -> bool {
    value.as_str().is_some_and(|text| texts.contains(&text))
}
