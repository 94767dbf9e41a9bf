//! The rules a definition must keep, one function each. They collect faults and go on.

use super::issue::DefinitionIssue;
use crate::json::write::push_string;
use crate::json::{Kind, Node};

/// What the model APIs in use accept as a function name.
const LONGEST_NAME: usize = 64;

/// Code points of a description: what the strictest of the model APIs in use accepts.
const LONGEST_DESCRIPTION: usize = 1024;

pub(super) fn name(given: Option<Node<'_>>, issues: &mut Vec<DefinitionIssue>) -> String {
    let fault = match given.map(|name| (name, name.as_str())) {
        None if is_reported("name", issues) => return String::new(),
        None => "is missing: give the tool a name".to_owned(),
        Some((_, Some(name))) if is_name(name) => return name.to_owned(),
        Some((_, Some(name))) => {
            let mut fault = format!(
                "must be 1 to {LONGEST_NAME} characters of A-Z, a-z, 0-9, _ and -, but is "
            );
            let start: String = name.chars().take(LONGEST_NAME + 1).collect();
            push_string(&mut fault, &start);
            fault
        }
        Some((other, None)) => format!("must be a string, but is {}", kind(other)),
    };
    issues.push(at(&["name"], fault));
    String::new()
}

fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

pub(super) fn description(given: Option<Node<'_>>, issues: &mut Vec<DefinitionIssue>) {
    let fault = match given.map(|text| (text, text.as_str())) {
        None if is_reported("description", issues) => return,
        None => "is missing: tell the model what the tool does and when to call it".to_owned(),
        Some((_, Some(text))) => match text.chars().count() {
            0 => "is empty: tell the model what the tool does and when to call it".to_owned(),
            1..=LONGEST_DESCRIPTION => return,
            length => format!("must be at most {LONGEST_DESCRIPTION} characters, but is {length}"),
        },
        Some((other, None)) => format!("must be a string, but is {}", kind(other)),
    };
    issues.push(at(&["description"], fault));
}

/// `given` is the `typeof` of the handler.
pub(super) fn handler(given: Option<Node<'_>>, issues: &mut Vec<DefinitionIssue>) {
    let fault = match given.and_then(Node::as_str) {
        Some("function") => return,
        None | Some("undefined") => "is missing: give the function that runs the tool".to_owned(),
        Some(other) => format!("must be a function, but is of type {other}"),
    };
    issues.push(at(&["handler"], fault));
}

/// Whether the driver has said already why it could not hand a field over.
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

pub(super) fn kind(value: Node<'_>) -> &'static str {
    match value.kind() {
        Kind::Null => "null",
        Kind::Bool(_) => "a boolean",
        Kind::Integer(_) | Kind::Float(_) => "a number",
        Kind::String(_) => "a string",
        Kind::Array(_) => "an array",
        Kind::Object(_) => "an object",
    }
}
