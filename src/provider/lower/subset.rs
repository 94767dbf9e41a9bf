use crate::provider::json::Json;
use crate::provider::schema::is_simple_pattern;

/// What of JSON Schema an API takes.
#[derive(Debug)]
pub struct Subset {
    /// Whose, for reasons.
    pub name: &'static str,
    /// The keywords that may be sent, besides those that hold the schema together.
    pub keywords: &'static [&'static str],
    /// What becomes of references.
    pub references: ReferencesKept,
    /// Every object says which members it has, and that there are no others.
    pub is_closed: bool,
    /// Every member of an object is required.
    pub is_all_required: bool,
    /// Every schema says its type.
    pub is_typed: bool,
    /// Which values of a kept keyword are taken.
    pub takes: fn(&str, &Json) -> bool,
}

/// What becomes of references to definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferencesKept {
    /// They are sent, recursive ones, too.
    All,
    /// What they lead to stands in their place. One that is recursive ends.
    None,
    /// What they lead to stands in their place. A recursive one can't be said.
    NoneAndNotRecursive,
}

/// Anthropic's strict tools.
/// <https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations>
pub static ANTHROPIC_STRICT: Subset = Subset {
    name: "Anthropic's strict mode",
    keywords: &[
        "additionalProperties",
        "anyOf",
        "const",
        "default",
        "description",
        "enum",
        "format",
        "items",
        "minItems",
        "pattern",
        "properties",
        "required",
        "title",
        "type",
    ],
    references: ReferencesKept::NoneAndNotRecursive,
    is_closed: true,
    is_all_required: false,
    is_typed: false,
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
                "uri",
                "uuid",
            ],
        ),
        "minItems" => matches!(value, Json::Number(number) if number == "0" || number == "1"),
        "pattern" => value.as_str().is_some_and(is_simple_pattern),
        _ => true,
    },
};

/// `OpenAI`'s strict functions.
/// <https://platform.openai.com/docs/guides/structured-outputs#supported-schemas>
pub static OPENAI_STRICT: Subset = Subset {
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
        "pattern" => value.as_str().is_some_and(is_simple_pattern),
        _ => true,
    },
};

/// What Gemini documents for JSON Schema, as `parametersJsonSchema` takes it.
/// <https://ai.google.dev/api/generate-content#FIELDS.response_json_schema>
pub static GEMINI: Subset = Subset {
    name: "Gemini",
    keywords: &[
        "additionalProperties",
        "anyOf",
        "description",
        "enum",
        "format",
        "items",
        "maxItems",
        "maximum",
        "minItems",
        "minimum",
        "oneOf",
        "prefixItems",
        "properties",
        "required",
        "title",
        "type",
    ],
    references: ReferencesKept::None,
    is_closed: false,
    is_all_required: false,
    is_typed: false,
    takes: |keyword, value| match keyword {
        "enum" => value
            .items()
            .all(|item| matches!(item, Json::String(_) | Json::Number(_))),
        _ => true,
    },
};

fn is_plain(value: &Json) -> bool {
    !matches!(value, Json::Array(_) | Json::Object(_))
}

fn is_one_of(value: &Json, texts: &[&str]) -> bool {
    value.as_str().is_some_and(|text| texts.contains(&text))
}
