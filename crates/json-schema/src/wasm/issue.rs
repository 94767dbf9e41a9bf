use ag_ui_lit::error::ValidationIssue as Issue;
use ag_ui_lit::json::{BigIntegers, MAX_DEPTH, ReadOptions, read};
use serde::Serialize;
use serde_json::Value;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// One fault of a value, and its place.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null, hashmap_as_object)]
pub struct ValidationIssue {
    /// Property names and array indexes from the arguments to the faulty value; empty for the arguments themselves.
    path: Vec<String>,
    /// The expected and the received value, as a sentence.
    message: String,
    /// The violated rule: the keyword of JSON Schema, or one of the codes in the guide of validation.
    code: String,
    /// The keyword's value. Absent if it is long, or not the expected value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "unknown", optional)]
    expected: Option<Value>,
    /// The faulty value, shortened when it is large. Absent when the value itself is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(type = "unknown", optional)]
    received: Option<Value>,
}

/// Numbers as in JavaScript.
const AS_DOUBLES: ReadOptions = ReadOptions {
    max_depth: MAX_DEPTH,
    big_integers: BigIntegers::Number,
};

impl From<Issue> for ValidationIssue {
    fn from(issue: Issue) -> Self {
        let value = |text: &String| Some(read(text, AS_DOUBLES).ok()?.value());
        Self {
            path: issue.path,
            message: issue.message,
            code: issue.code,
            expected: issue.expected.as_ref().and_then(value),
            received: issue.received.as_ref().and_then(value),
        }
    }
}

pub(super) fn crossing(issues: Vec<Issue>) -> Result<Vec<Ts<ValidationIssue>>, JsError> {
    let crossing = issues
        .into_iter()
        .map(|issue| ValidationIssue::from(issue).into_ts());
    Ok(crossing.collect::<Result<_, _>>()?)
}
