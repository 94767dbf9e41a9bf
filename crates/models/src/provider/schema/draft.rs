use crate::provider::json::Json;

/// A version of JSON Schema. 2020-12 is the default, also for unknown versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draft {
    /// draft-04
    Four,
    /// draft-06 and draft-07, which do not differ in a relevant way.
    Seven,
    /// 2019-09
    Nineteen,
    /// 2020-12
    Twenty,
}

impl Draft {
    /// The address of 2020-12's meta-schema.
    pub const LATEST: &'static str = "https://json-schema.org/draft/2020-12/schema";

    /// The draft that a schema is written in, by its `$schema`.
    pub fn of(schema: &Json) -> Self {
        let named = schema.get("$schema").and_then(Json::as_str);
        let named = named.unwrap_or_default().trim_end_matches('#');
        let address = named.split_once("://").map_or(named, |(_, rest)| rest);
        match address {
            "json-schema.org/draft-04/schema" => Self::Four,
            "json-schema.org/draft-06/schema" | "json-schema.org/draft-07/schema" => Self::Seven,
            "json-schema.org/draft/2019-09/schema" => Self::Nineteen,
            _ => Self::Twenty,
        }
    }

    /// Returns true if keywords alongside a `$ref` are ignored.
    pub fn ignores_siblings(self) -> bool {
        self <= Self::Seven
    }
}
