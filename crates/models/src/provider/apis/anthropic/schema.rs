use crate::provider::json::{Json, step};
use crate::provider::loss::Action;
use crate::provider::lower::{
    Limit, Losses, MissingItems, ReferencesKept, Strict, Subset, is_one_of, is_plain,
};
use crate::provider::schema::{Holds, holds, is_simple_pattern};

/// Anthropic's strict mode.
/// <https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations>
pub static STRICT: Strict = Strict {
    subset: Subset {
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
        items: MissingItems::Keep,
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
        finish: |_, _| Vec::new(),
    },
    limits: &[
        Limit {
            most: 20,
            of: "strict tools",
            used: |tool, before| tool.tools + before.tools,
        },
        Limit {
            most: 24,
            of: "optional members of all strict tools",
            used: |tool, before| tool.optional + before.optional,
        },
        Limit {
            most: 16,
            of: "members of several types of all strict tools",
            used: |tool, before| tool.unions + before.unions,
        },
    ],
};

/// Removes properties whose names Anthropic refuses: it accepts 1 to 64 letters, digits, `_`, `.` and `-`. Recursive: the
/// depth of the parsed schema is bounded.
pub fn without_refused_names(schema: &mut Json, at: &str, losses: &mut Losses<'_>) {
    let Json::Object(members) = schema else {
        return;
    };
    for (keyword, value) in members {
        let at = step(at, keyword);
        match (holds(keyword, value), value) {
            (Holds::Schema, value) => without_refused_names(value, &at, losses),
            (Holds::Schemas, Json::Array(items)) => {
                for (index, item) in items.iter_mut().enumerate() {
                    without_refused_names(item, &step(&at, &index.to_string()), losses);
                }
            }
            (Holds::ByKey, Json::Object(schemas)) => {
                if keyword == "properties" {
                    schemas.retain(|name, _| {
                        let is_taken = is_taken(name);
                        if !is_taken {
                            let reason = "Anthropic only accepts names of 1 to 64 letters, digits, _, . and -: the model does not see it";
                            losses.keyword(&step(&at, name), "properties", Action::Dropped, reason);
                        }
                        is_taken
                    });
                }
                for (name, schema) in schemas {
                    without_refused_names(schema, &step(&at, name), losses);
                }
            }
            _ => {}
        }
    }
}

fn is_taken(name: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "_.-".contains(sign);
    (1..=64).contains(&name.len()) && name.chars().all(is_sign)
}
