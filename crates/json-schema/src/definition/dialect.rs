use serde_json::Value;

use crate::error::SchemaError;

/// The draft a schema is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// The dialect in `$schema`; 2020-12 if there is none. The drafts' identifiers are compared without an empty fragment,
    /// and `https` counts as `http`, since both are often written.
    pub(super) fn of(schema: &Value) -> Result<Self, SchemaError> {
        let Some(named) = schema.get("$schema") else {
            return Ok(Self::Draft202012);
        };
        named.as_str().and_then(Self::named).ok_or_else(|| {
            let named = named
                .as_str()
                .map_or_else(|| named.to_string(), str::to_owned);
            let fault = format!("names an unknown dialect: {named}");
            SchemaError::at(vec!["$schema".to_owned()], fault)
        })
    }

    fn named(identifier: &str) -> Option<Self> {
        let identifier = identifier.strip_suffix('#').unwrap_or(identifier);
        let (scheme, rest) = identifier.split_once("://json-schema.org/")?;
        if !matches!(scheme, "http" | "https") {
            return None;
        }
        Some(match rest {
            "draft-04/schema" => Self::Draft4,
            "draft-06/schema" => Self::Draft6,
            "draft-07/schema" => Self::Draft7,
            "draft/2019-09/schema" => Self::Draft201909,
            "draft/2020-12/schema" => Self::Draft202012,
            _ => return None,
        })
    }

    /// Returns true if `$ref` hides the keywords alongside it.
    pub(crate) fn hides_siblings_of_references(self) -> bool {
        matches!(self, Self::Draft4 | Self::Draft6 | Self::Draft7)
    }
}
