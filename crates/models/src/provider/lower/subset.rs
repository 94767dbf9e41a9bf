use super::limits::Limit;
use crate::provider::json::{Json, Object};

/// A strict mode: the schemas that it takes, and how much of them.
#[derive(Debug)]
pub struct Strict {
    /// The schemas that may be sent.
    pub subset: Subset,
    /// The limits on all tools of a request together.
    pub limits: &'static [Limit],
}

/// The part of JSON Schema that an API takes.
#[derive(Debug)]
pub struct Subset {
    /// Whose, for reasons.
    pub name: &'static str,
    /// The keywords that may be sent, besides those that hold the schema together.
    pub keywords: &'static [&'static str],
    /// The treatment of references.
    pub references: ReferencesKept,
    /// Every object says which members it has, and that there are no others.
    pub is_closed: bool,
    /// Every member of an object is required.
    pub is_all_required: bool,
    /// Every schema says its type.
    pub is_typed: bool,
    /// The treatment of an array without a schema of its items.
    pub items: ItemsWanted,
    /// Which values of a kept keyword are taken.
    pub takes: fn(&str, &Json) -> bool,
    /// Changes what else the API refuses in a schema that was written, perhaps the one at the top. Gives the keywords that
    /// were changed, each with the reason.
    pub finish: fn(written: &mut Object, is_top: bool) -> Vec<(&'static str, &'static str)>,
}

/// The treatment of an array without a schema of its items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemsWanted {
    /// It is sent.
    No,
    /// It says that there may be anything in it.
    Anything,
    /// It can't be said.
    Typed,
}

/// The treatment of references to definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferencesKept {
    /// They are sent, recursive ones, too.
    All,
    /// They are replaced by their targets. A recursive one ends.
    None,
    /// They are replaced by their targets. A recursive one can't be expressed.
    NoneAndNotRecursive,
}

/// True for a value that is neither an array nor an object.
pub fn is_plain(value: &Json) -> bool {
    !matches!(value, Json::Array(_) | Json::Object(_))
}

/// True for one of some texts.
pub fn is_one_of(value: &Json, texts: &[&str]) -> bool {
    value.as_str().is_some_and(|text| texts.contains(&text))
}
