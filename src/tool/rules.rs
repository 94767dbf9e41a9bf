//! The rules for a definition, one function for each. They collect faults, and do not stop at the first.

use serde_json::Value;

use super::issue::DefinitionIssue;

/// The maximum length of a name: model APIs accept function names of this length.
pub const LONGEST_NAME: usize = 64;

/// Characters of a name other than letters and digits.
const NAME_MARKS: &str = "_-";

/// The maximum length of an id in characters, enough for the names of a server and of a tool. Only the page reads it.
pub const LONGEST_ID: usize = 128;

/// The maximum length of a description in code points: the limit of the strictest model API in use.
const LONGEST_DESCRIPTION: usize = 1024;

/// The maximum depth of arrays and objects in a schema. Code that reads and compiles a schema is recursive, and the stack of
/// a wasm module is one mebibyte. Arguments may be a little deeper ([`MAX_DEPTH`](crate::json::MAX_DEPTH)).
pub const MAX_SCHEMA_DEPTH: usize = 120;

pub(super) fn name(given: &Value, issues: &mut Vec<DefinitionIssue>) -> String {
    if given.is_null() {
        if !is_reported("name", issues) {
            let fault = "is missing: give the tool a name".to_owned();
            issues.push(at(&["name"], fault));
        }
        return String::new();
    }
    word("name", given, (LONGEST_NAME, NAME_MARKS, "_ and -"), issues).unwrap_or_default()
}

/// Checks an id, which may be absent.
pub(super) fn id(given: &Value, issues: &mut Vec<DefinitionIssue>) -> Option<String> {
    if given.is_null() {
        return None;
    }
    word("id", given, (LONGEST_ID, "_-.:/", "_ - . : and /"), issues)
}

/// Returns true for a text that may be a tool's name.
#[must_use]
pub fn is_name(text: &str) -> bool {
    is_word(text, LONGEST_NAME, NAME_MARKS)
}

fn is_word(text: &str, longest: usize, marks: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || marks.as_bytes().contains(&byte);
    (1..=longest).contains(&text.len()) && text.bytes().all(is_allowed)
}

/// Checks a text of letters, digits and some marks.
fn word(
    field: &str,
    given: &Value,
    (longest, marks, listed_marks): (usize, &str, &str),
    issues: &mut Vec<DefinitionIssue>,
) -> Option<String> {
    let fault = match given {
        Value::String(text) => {
            if is_word(text, longest, marks) {
                return Some(text.clone());
            }
            let start: String = text.chars().take(longest + 1).collect();
            format!(
                "must be 1 to {longest} characters of A-Z, a-z, 0-9, {listed_marks}, but is {}",
                Value::String(start)
            )
        }
        other => format!("must be a string, but is {}", kind(other)),
    };
    issues.push(at(&[field], fault));
    None
}

pub(super) fn description(given: &Value, issues: &mut Vec<DefinitionIssue>) {
    let fault = match given {
        Value::Null if is_reported("description", issues) => return,
        Value::Null => {
            "is missing: tell the model what the tool does and when to call it".to_owned()
        }
        Value::String(text) => match text.chars().count() {
            0 => "is empty: tell the model what the tool does and when to call it".to_owned(),
            1..=LONGEST_DESCRIPTION => return,
            length => format!("must be at most {LONGEST_DESCRIPTION} characters, but is {length}"),
        },
        other => format!("must be a string, but is {}", kind(other)),
    };
    issues.push(at(&["description"], fault));
}

/// Checks the `typeof` of the handler.
pub(super) fn handler(given: Option<&str>, issues: &mut Vec<DefinitionIssue>) {
    let fault = match given {
        Some("function") => return,
        None | Some("undefined") => "is missing: give the function that runs the tool".to_owned(),
        Some(other) => format!("must be a function, but is of type {other}"),
    };
    issues.push(at(&["handler"], fault));
}

/// Returns true if the driver has already reported the field, because it could not convert it.
pub(super) fn is_reported(field: &str, issues: &[DefinitionIssue]) -> bool {
    issues
        .iter()
        .any(|issue| issue.path.first().is_some_and(|first| first == field))
}

pub(super) fn at(path: &[&str], message: String) -> DefinitionIssue {
    DefinitionIssue {
        path: path.iter().map(|&step| step.to_owned()).collect(),
        message,
    }
}

pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
