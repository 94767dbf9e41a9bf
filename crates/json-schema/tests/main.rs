//! Native tests, in one binary.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

mod codes;
mod combined;
mod definitions;
mod hostile;
mod judge;
mod limits;
mod messages;
mod numbers;
mod patterns;
mod work;

use std::rc::Rc;

use ag_ui_lit::error::ValidationIssue;
use ag_ui_lit::json::MAX_DEPTH;
use ag_ui_lit_json_schema::{Judge, Schema};
use serde_json::Value;

fn compile(schema: &Value) -> Rc<Schema> {
    let schema = Schema::read(&schema.to_string());
    Rc::new(schema.unwrap_or_else(|error| panic!("{error}")))
}

/// The faults of arguments, as `path: message`.
fn issues(schema: &Value, arguments: &Value) -> Vec<String> {
    let found = compile(schema).validate(&arguments.to_string(), MAX_DEPTH);
    found.iter().map(line).collect()
}

fn line(issue: &ValidationIssue) -> String {
    format!("{}: {}", issue.path.join("."), issue.message)
}

fn refusal(schema: &Value) -> Option<String> {
    let schema = Schema::read(&schema.to_string());
    schema.err().map(|error| error.to_string())
}

/// Judges the text in pieces. Returns whether it could still match after each, and the faults at the end.
fn judged(schema: &Rc<Schema>, pieces: &[&str]) -> (Vec<bool>, Vec<ValidationIssue>) {
    let mut judge = Judge::new(Rc::clone(schema), MAX_DEPTH);
    let pushed = pieces.iter().map(|piece| judge.push(piece)).collect();
    (pushed, judge.end())
}

/// Returns true if arguments match. The verdict must be the same by every way of validating.
fn matches(schema: &Value, arguments: &Value) -> bool {
    let (schema, text) = (compile(schema), arguments.to_string());
    let found = schema.validate(&text, MAX_DEPTH);
    let pieces: Vec<&str> = text.split_inclusive(',').collect();
    let (pushed, ended) = judged(&schema, &pieces);
    assert_eq!(ended, found, "as it arrives");
    assert!(ended.is_empty() <= pushed.iter().all(|possible| *possible));
    found.is_empty()
}
