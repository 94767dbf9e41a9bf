//! Parts of sentences.

use jsonschema::error::TypeKind;
use jsonschema::types::JsonType;
use serde_json::Value;

use crate::received::{quoted_json, shortened};

/// A property's name in a sentence.
pub(super) fn name(name: &str) -> String {
    Value::String(shortened(name)).to_string()
}

pub(super) fn type_names(kind: &TypeKind) -> Vec<&'static str> {
    match kind {
        TypeKind::Single(kind) => vec![type_name(*kind)],
        TypeKind::Multiple(kinds) => kinds.iter().map(type_name).collect(),
    }
}

fn type_name(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

/// A list of up to twenty items, since a longer one would not help.
pub(super) fn listed(things: impl ExactSizeIterator<Item = String>) -> String {
    const MOST: usize = 20;
    let more = things.len().saturating_sub(MOST);
    let mut listed: Vec<String> = things.take(MOST).collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    listed.join(", ")
}

/// The values that an `enum` allows.
pub(super) fn options(options: &Value) -> String {
    options.as_array().map_or_else(
        || quoted_json(options),
        |options| listed(options.iter().map(quoted_json)),
    )
}

/// A sketch of a format, for the formats whose names don't explain it.
pub(super) fn format_example(format: &str) -> &'static str {
    match format {
        "date-time" => " (such as \"2026-01-31T12:00:00Z\")",
        "date" => " (such as \"2026-01-31\")",
        "time" => " (such as \"12:00:00Z\")",
        "duration" => " (such as \"PT1H30M\")",
        "uri" => " (such as \"https://example.com/\")",
        "uuid" => " (such as \"f81d4fae-7dec-11d0-a765-00a0c91e6bf6\")",
        "email" => " (such as \"name@example.com\")",
        "json-pointer" => " (such as \"/a/0\")",
        _ => "",
    }
}

pub(super) fn sized(bound: &str, limit: u64, [one, many]: [&str; 2], received: usize) -> String {
    let unit = if limit == 1 { one } else { many };
    format!("expected {bound} {limit} {unit}, received {received}")
}

/// The quantity that a size keyword counts: code points, items or properties.
pub(super) fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.chars().count(),
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    }
}
