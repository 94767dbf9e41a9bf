//! The formats against the `jsonschema` crate. The `schemas` suite of `npm test` runs the official suite's.
#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

mod agreement;
mod differences;
mod hostile;
mod texts;

use serde_json::json;

use super::format_of;
use crate::schema::Dialect;

const DIALECTS: [(Dialect, &str); 5] = [
    (Dialect::Draft4, "draft4"),
    (Dialect::Draft6, "draft6"),
    (Dialect::Draft7, "draft7"),
    (Dialect::Draft201909, "draft2019-09"),
    (Dialect::Draft202012, "draft2020-12"),
];

/// Every format there is here.
const FORMATS: [&str; 17] = [
    "date",
    "time",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "uuid",
    "unknown",
];

/// What we say of a text.
fn ours(name: &str, dialect: Dialect, text: &str) -> bool {
    format_of(name, dialect).is_none_or(|format| format.matches(text))
}

/// The crate's validator for a format.
fn oracle(name: &str, dialect: Dialect) -> jsonschema::Validator {
    let draft = match dialect {
        Dialect::Draft4 => jsonschema::Draft::Draft4,
        Dialect::Draft6 => jsonschema::Draft::Draft6,
        Dialect::Draft7 => jsonschema::Draft::Draft7,
        Dialect::Draft201909 => jsonschema::Draft::Draft201909,
        Dialect::Draft202012 => jsonschema::Draft::Draft202012,
    };
    jsonschema::options()
        .with_draft(draft)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .build(&json!({ "format": name }))
        .unwrap()
}
