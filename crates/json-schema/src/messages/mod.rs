//! A validator's findings as messages that a model can act on, and as data.
//!
//! One finding is usually one issue. A keyword that names several properties gives one for each, and alternatives (`anyOf`,
//! `oneOf`) give those of the evidently intended one, so that every issue's path points at the value to fix.

mod alternatives;
mod data;
mod expected;
mod phrases;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use crate::received::{excerpt, shortened};
use ag_ui_lit::error::ValidationIssue;
pub(crate) use data::UNDECIDED;
use expected::expectation;

/// The message when a pattern's limit of steps was reached.
const TOO_MANY_STEPS: &str =
    "could not be checked: matching the schema's pattern took too many steps";

/// The maximum number of one keyword's properties that get an issue each.
const MOST_PROPERTIES: usize = 100;

/// The issues of a validator's finding, at least one.
pub(crate) fn issues_of(error: &ValidationError<'_>) -> Vec<ValidationIssue> {
    let value = error.instance().as_ref();
    match error.kind() {
        Kind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![child(error, name, required(error).to_owned(), None)]
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let known = "is not a known property".to_owned();
            unexpected
                .iter()
                .take(MOST_PROPERTIES)
                .map(|name| child(error, name, known.clone(), value.get(name).map(excerpt)))
                .collect()
        }
        Kind::PropertyNames { error: inner } => {
            let name = inner.instance().as_str().unwrap_or_default();
            let rule = expectation(inner);
            let message = format!("is not an allowed property name: {rule}");
            vec![child(error, name, message, None)]
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            alternatives::issues(error, context)
        }
        _ => vec![here(error, expectation(error))],
    }
}

/// An issue about the value of the finding.
fn here(error: &ValidationError<'_>, message: String) -> ValidationIssue {
    ValidationIssue {
        path: path(error),
        message,
        code: data::code(error),
        expected: data::expected(error),
        received: Some(excerpt(error.instance().as_ref())),
    }
}

/// An issue about a property of that value.
fn child(
    error: &ValidationError<'_>,
    name: &str,
    message: String,
    received: Option<String>,
) -> ValidationIssue {
    let mut path = path(error);
    path.push(shortened(name));
    ValidationIssue {
        path,
        message,
        code: data::code(error),
        expected: None,
        received,
    }
}

/// The path of the finding, with shortened names: a model may have invented one that is a megabyte long.
fn path(error: &ValidationError<'_>) -> Vec<String> {
    error
        .instance_path()
        .segments()
        .map(|segment| shortened(&segment.to_string()))
        .collect()
}

/// The message about a missing property. `required` always applies, `dependentRequired` and `dependencies` because of
/// another property, which the crate does not name.
fn required(error: &ValidationError<'_>) -> &'static str {
    let keyword = error.schema_path().segments().last();
    match keyword.map(|segment| segment.to_string()).as_deref() {
        Some("dependentRequired" | "dependencies") => {
            "is required with the other properties that are given, but missing"
        }
        _ => "is required, but missing",
    }
}
