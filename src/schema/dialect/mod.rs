//! The drafts a schema may be written in, and their keywords.

pub(in crate::schema) mod keyword;
pub(in crate::schema) mod shape;

/// The draft a schema is written in. Later drafts are greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// Draft 4
    Draft4,
    /// Draft 6
    Draft6,
    /// Draft 7
    Draft7,
    /// Draft 2019-09
    Draft201909,
    /// Draft 2020-12
    Draft202012,
}

impl Dialect {
    /// The dialect that `$schema` names. The drafts' identifiers are compared without an empty fragment, and `https` is
    /// taken for `http`, since both are often written.
    pub(in crate::schema) fn named(identifier: &str) -> Option<Self> {
        let identifier = identifier.strip_suffix('#').unwrap_or(identifier);
        let (scheme, rest) = identifier.split_once(':')?;
        if !matches!(scheme, "http" | "https") {
            return None;
        }
        Some(match rest.strip_prefix("//json-schema.org/")? {
            "draft-04/schema" => Self::Draft4,
            "draft-06/schema" => Self::Draft6,
            "draft-07/schema" => Self::Draft7,
            "draft/2019-09/schema" => Self::Draft201909,
            "draft/2020-12/schema" => Self::Draft202012,
            _ => return None,
        })
    }

    /// The keyword for a schema's own identifier.
    pub(in crate::schema) fn id_keyword(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }

    /// Up to draft 7, a reference hides everything that stands beside it.
    pub(in crate::schema) fn ref_stands_alone(self) -> bool {
        self <= Self::Draft7
    }
}
