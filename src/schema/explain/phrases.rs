//! Parts of sentences.

use crate::schema::rule::Types;

pub(super) fn type_names(types: Types) -> Vec<&'static str> {
    const NAMES: [(u8, &str); 7] = [
        (Types::NULL, "null"),
        (Types::BOOLEAN, "a boolean"),
        (Types::INTEGER | Types::WRITTEN_INTEGER, "an integer"),
        (Types::NUMBER, "a number"),
        (Types::STRING, "a string"),
        (Types::ARRAY, "an array"),
        (Types::OBJECT, "an object"),
    ];
    let names = NAMES.into_iter().filter(|(kind, _)| types.has(*kind));
    names.map(|(_, name)| name).collect()
}

/// Up to twenty things; a list of countries doesn't help anybody in full.
pub(super) fn listed(things: impl ExactSizeIterator<Item = String>) -> String {
    const MOST: usize = 20;
    let more = things.len().saturating_sub(MOST);
    let mut listed: Vec<String> = things.take(MOST).collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    listed.join(", ")
}

/// What a format looks like, for the formats whose names don't say it.
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
