//! The schema rules that `OpenAI`'s two APIs share.

use crate::provider::json::{Json, Object};
use crate::provider::loss::Action;
use crate::provider::lower::{
    Limit, Losses, MissingItems, ReferencesKept, Refusals, Strict, Subset, is_one_of, is_plain,
    without_refused,
};
use crate::provider::schema::{is_python_pattern, is_simple_pattern};

/// "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"
pub const REFUSED_AT_ROOT: &[&str] = &["anyOf", "oneOf", "allOf", "enum", "not"];

/// Strict functions.
/// <https://platform.openai.com/docs/guides/structured-outputs#supported-schemas>
pub static STRICT: Strict = Strict {
    subset: SUBSET,
    limits: &[
        Limit {
            most: 5000,
            of: "members",
            used: |tool, _| tool.properties,
        },
        Limit {
            most: 10,
            of: "levels of objects",
            used: |tool, _| tool.depth,
        },
        Limit {
            most: 1000,
            of: "values of enum",
            used: |tool, _| tool.values,
        },
        Limit {
            most: 120_000,
            of: "characters of names and values",
            used: |tool, _| tool.text,
        },
        Limit {
            most: 15_000,
            of: "characters of one enum",
            used: |tool, _| tool.longest_enum,
        },
    ],
};

/// The schemas of strict functions.
pub const SUBSET: Subset = Subset {
    name: "OpenAI's strict mode",
    keywords: &[
        "$ref",
        "additionalProperties",
        "anyOf",
        "const",
        "description",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "items",
        "maxItems",
        "maximum",
        "minItems",
        "minimum",
        "multipleOf",
        "pattern",
        "properties",
        "required",
        "title",
        "type",
    ],
    references: ReferencesKept::All,
    is_closed: true,
    is_all_required: true,
    is_typed: true,
    items: MissingItems::Refuse,
    takes: |keyword, value| match keyword {
        "enum" => value.items().all(is_plain),
        "const" => is_plain(value),
        "format" => is_one_of(
            value,
            &[
                "date",
                "date-time",
                "duration",
                "email",
                "hostname",
                "ipv4",
                "ipv6",
                "time",
                "uuid",
            ],
        ),
        "pattern" => value
            .as_str()
            .is_some_and(|pattern| is_simple_pattern(pattern) && is_python_pattern(pattern)),
        _ => true,
    },
    finish: |_, _| Vec::new(),
};

static REFUSALS: Refusals = Refusals {
    pattern: "OpenAI only accepts patterns that Python's re compiles, without lookaround",
    items: Some("OpenAI requires the items of an array, as a schema"),
};

/// A tool's schema outside strict mode.
pub fn plain(mut root: Json, losses: &mut Losses<'_>) -> Json {
    without_refused(&mut root, "", &REFUSALS, losses);
    with_properties(root, losses)
}

/// Adds missing properties: the API refuses a tool without them, "object schema missing properties".
fn with_properties(mut root: Json, losses: &mut Losses<'_>) -> Json {
    if let Json::Object(members) = &mut root
        && !members.contains_key("properties")
    {
        members.insert("properties".to_owned(), Json::Object(Object::new()));
        let reason = "OpenAI requires properties, even if there are none";
        losses.keyword("/properties", "properties", Action::Rewritten, reason);
    }
    root
}
