//! `anyOf` and `oneOf`: the intended alternative, and the reason for which the value does not fit it.
//!
//! A list of all faults of all alternatives would not help. In this order:
//! 1. a property that distinguishes the alternatives by a constant (`kind: "circle"`) determines the intended one, and only
//!    its faults count; if no constant matches, that is the only fault;
//! 2. an alternative for another type of value was not intended;
//! 3. of the others, the one with the fewest faults is the closest.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::expected::expectation;
use super::{data, here, issues_of, path, phrases};
use crate::received::{named, quoted_json};
use ag_ui_lit::error::ValidationIssue;

type Faults = Vec<ValidationError<'static>>;

/// The alternatives' faults as issues.
pub(super) fn issues(error: &ValidationError<'_>, context: &[Faults]) -> Vec<ValidationIssue> {
    let depth = error.instance_path().segments().count();
    let fitting: Vec<&Faults> = context
        .iter()
        .filter(|faults| !faults.iter().any(|fault| is_another_kind(fault, depth)))
        .collect();
    if let Some(issue) = unknown_tag(&fitting, depth) {
        return vec![issue];
    }
    let meant: Vec<&Faults> = fitting
        .iter()
        .copied()
        .filter(|faults| !faults.iter().any(|fault| is_tag(fault, depth)))
        .collect();
    let candidates = if meant.is_empty() { fitting } else { meant };
    match candidates.as_slice() {
        [] => vec![other_kinds(error, context)],
        [faults] => faults.iter().flat_map(issues_of).collect(),
        _ => {
            let closest = candidates.iter().min_by_key(|faults| faults.len());
            vec![here(
                error,
                closest_of(candidates.len(), depth, closest.copied()),
            )]
        }
    }
}

/// The same in one sentence, as part of another.
pub(super) fn sentence(error: &ValidationError<'_>, context: &[Faults]) -> String {
    let depth = error.instance_path().segments().count();
    let issues = issues(error, context);
    let sentences = issues
        .iter()
        .map(|issue| relative(&issue.path, depth, &issue.message));
    phrases::listed(sentences)
}

/// The message for `oneOf` with several matching alternatives, which are those without faults.
pub(super) fn ambiguous(context: &[Faults]) -> String {
    let numbers = context.iter().enumerate();
    let fitting: Vec<String> = numbers
        .filter(|(_, faults)| faults.is_empty())
        .map(|(index, _)| (index + 1).to_string())
        .collect();
    let which = if fitting.len() > 1 {
        format!(" (numbers {})", fitting.join(" and "))
    } else {
        String::new()
    };
    format!("fits several of the alternatives{which}, but must fit exactly one")
}

/// Returns true if the alternative is for another type of value, or for other values altogether.
fn is_another_kind(fault: &ValidationError<'_>, depth: usize) -> bool {
    let whole = fault.instance_path().segments().count() == depth;
    whole
        && matches!(
            fault.kind(),
            Kind::Type { .. } | Kind::Enum { .. } | Kind::Constant { .. } | Kind::FalseSchema
        )
}

/// Returns true if the alternative has another constant in its distinguishing property.
fn is_tag(fault: &ValidationError<'_>, depth: usize) -> bool {
    let of_property = fault.instance_path().segments().count() == depth + 1;
    of_property && matches!(fault.kind(), Kind::Constant { .. } | Kind::Enum { .. })
}

/// The issue of a distinguishing property whose value belongs to none of the alternatives.
fn unknown_tag(alternatives: &[&Faults], depth: usize) -> Option<ValidationIssue> {
    if alternatives.len() < 2 {
        return None;
    }
    let tags: Option<Vec<_>> = alternatives
        .iter()
        .map(|faults| faults.iter().find(|fault| is_tag(fault, depth)))
        .collect();
    let tags = tags?;
    let first = tags.first()?;
    if !tags
        .iter()
        .all(|tag| tag.instance_path() == first.instance_path())
    {
        return None;
    }
    let mut values: Vec<&Value> = Vec::new();
    for tag in &tags {
        for value in allowed(tag) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    let received = named(first.instance().as_ref());
    let message = format!(
        "expected one of {}, received {received}",
        phrases::listed(values.iter().map(|value| quoted_json(value)))
    );
    Some(ValidationIssue {
        code: "enum".to_owned(),
        expected: data::bounded(&values.into_iter().cloned().collect()),
        ..here(first, message)
    })
}

fn allowed<'f>(fault: &'f ValidationError<'_>) -> Vec<&'f Value> {
    match fault.kind() {
        Kind::Constant { expected_value } => vec![expected_value],
        Kind::Enum { options } => options
            .as_array()
            .map_or_else(Vec::new, |options| options.iter().collect()),
        _ => Vec::new(),
    }
}

/// The issue of a value whose type fits no alternative, with the possible types.
fn other_kinds(error: &ValidationError<'_>, context: &[Faults]) -> ValidationIssue {
    let mut kinds: Vec<String> = Vec::new();
    // The types of the alternatives, as long as each is for other types.
    let mut types = Some(Vec::new());
    let depth = error.instance_path().segments().count();
    let faults = context
        .iter()
        .filter_map(|faults| faults.iter().find(|fault| is_another_kind(fault, depth)));
    for fault in faults {
        let names: Vec<String> = if let Kind::Type { kind } = fault.kind() {
            if let Some(types) = &mut types {
                types.push(data::types(kind));
            }
            let names = phrases::type_names(kind).into_iter();
            names.map(str::to_owned).collect()
        } else {
            types = None;
            allowed(fault).into_iter().map(quoted_json).collect()
        };
        for name in names {
            if !kinds.contains(&name) {
                kinds.push(name);
            }
        }
    }
    let received = named(error.instance().as_ref());
    let message = match kinds.as_slice() {
        [] => "fits none of the alternatives".to_owned(),
        [kind] => format!("expected {kind}, received {received}"),
        _ => {
            let kinds = phrases::listed(kinds.into_iter());
            format!("expected one of: {kinds}; received {received}")
        }
    };
    let issue = here(error, message);
    let types = types.unwrap_or_default();
    match types.first() {
        // A single type is reported like its own keyword.
        Some(kind) if types.iter().all(|each| each == kind) => ValidationIssue {
            code: "type".to_owned(),
            expected: data::bounded(kind),
            ..issue
        },
        _ => issue,
    }
}

fn closest_of(alternatives: usize, depth: usize, closest: Option<&Faults>) -> String {
    let faults = closest.map_or(&[][..], Vec::as_slice);
    let sentences = faults
        .iter()
        .map(|fault| relative(&path(fault), depth, &expectation(fault)));
    let sentences = phrases::listed(sentences);
    format!("fits none of {alternatives} alternatives; for the closest one: {sentences}")
}

fn relative(path: &[String], depth: usize, sentence: &str) -> String {
    let below = path.get(depth..).unwrap_or_default();
    if below.is_empty() {
        sentence.to_owned()
    } else {
        format!("{}: {sentence}", below.join("."))
    }
}
