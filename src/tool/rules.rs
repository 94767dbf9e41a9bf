//! The rules a definition must keep, one function each. They collect faults and go on.

use serde_json::Value;

use super::definition::{Definition, DefinitionIssue, Validator};
use crate::schema::{Schema, SchemaError, SchemaOptions};

/// What the model APIs in use accept as a function name.
const LONGEST_NAME: usize = 64;

/// Code points of a description: what the strictest of the model APIs in use accepts.
const LONGEST_DESCRIPTION: usize = 1024;

/// The part of the metadata that the core reads.
#[derive(Default)]
pub(super) struct CheckedMetadata {
    pub(super) category: Option<String>,
    pub(super) tags: Vec<String>,
}

pub(super) fn name(given: Option<&Value>, issues: &mut Vec<DefinitionIssue>) -> String {
    let fault = match given {
        None if is_reported("name", issues) => return String::new(),
        None => "is missing: give the tool a name".to_owned(),
        Some(Value::String(name)) if is_name(name) => return name.clone(),
        Some(Value::String(name)) => format!(
            "must be 1 to {LONGEST_NAME} characters of A-Z, a-z, 0-9, _ and -, but is {}",
            Value::from(name.chars().take(LONGEST_NAME + 1).collect::<String>())
        ),
        Some(other) => format!("must be a string, but is {}", kind(other)),
    };
    issues.push(at(["name"], fault));
    String::new()
}

fn is_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

pub(super) fn description(given: Option<&Value>, issues: &mut Vec<DefinitionIssue>) {
    let fault = match given {
        None if is_reported("description", issues) => return,
        None => "is missing: tell the model what the tool does and when to call it".to_owned(),
        Some(Value::String(text)) => match text.chars().count() {
            0 => "is empty: tell the model what the tool does and when to call it".to_owned(),
            1..=LONGEST_DESCRIPTION => return,
            length => format!("must be at most {LONGEST_DESCRIPTION} characters, but is {length}"),
        },
        Some(other) => format!("must be a string, but is {}", kind(other)),
    };
    issues.push(at(["description"], fault));
}

pub(super) fn handler(type_of: &str, issues: &mut Vec<DefinitionIssue>) {
    let fault = match type_of {
        "function" => return,
        "" | "undefined" => "is missing: give the function that runs the tool".to_owned(),
        other => format!("must be a function, but is of type {other}"),
    };
    issues.push(at(["handler"], fault));
}

/// How the schema validates: `metadata.validateFormats`, true unless said otherwise.
pub(super) fn schema_options(
    metadata: Option<&Value>,
    issues: &mut Vec<DefinitionIssue>,
) -> SchemaOptions {
    match metadata.and_then(|members| members.get("validateFormats")) {
        None => SchemaOptions::default(),
        Some(Value::Bool(formats)) => SchemaOptions { formats: *formats },
        Some(other) => {
            let fault = format!("must be true or false, but is {}", kind(other));
            issues.push(at(["metadata", "validateFormats"], fault));
            SchemaOptions::default()
        }
    }
}

/// Checks both schemas, and returns who validates. `parameters` alone stands for `schema`.
pub(super) fn schemas(
    given: &Definition,
    options: SchemaOptions,
    issues: &mut Vec<DefinitionIssue>,
) -> Option<Validator> {
    let (schema, parameters) = (given.schema.as_ref(), given.parameters.as_ref());
    // What is only shown to the model is checked, and never compiled.
    let only_shown = |field: &str, shown: &Value, issues: &mut Vec<DefinitionIssue>| {
        object_schema(field, shown, issues, |schema| Schema::check(schema))
    };
    if given.validates_itself {
        let shown = match (schema, parameters) {
            (schema, Some(parameters)) => {
                let shown = only_shown("parameters", parameters, issues);
                schema.map_or(shown, |schema| only_shown("schema", schema, issues))
            }
            (Some(schema), None) => only_shown("schema", schema, issues),
            (None, None) => missing_schema(issues),
        };
        return shown.map(|()| Validator::Own);
    }
    let compiled = match (schema, parameters) {
        (Some(schema), shown) => {
            shown.and_then(|shown| only_shown("parameters", shown, issues));
            compiled("schema", schema, options, issues)
        }
        (None, Some(parameters)) => compiled("parameters", parameters, options, issues),
        (None, None) => missing_schema(issues),
    };
    compiled.map(Validator::Engine)
}

fn missing_schema<T>(issues: &mut Vec<DefinitionIssue>) -> Option<T> {
    if !is_reported("schema", issues) {
        let fault = "is missing: give a Standard Schema (zod, valibot, arktype) or a JSON Schema; \
                     {} is one that accepts any object";
        issues.push(at(["schema"], fault.to_owned()));
    }
    None
}

fn compiled(
    field: &str,
    given: &Value,
    options: SchemaOptions,
    issues: &mut Vec<DefinitionIssue>,
) -> Option<Schema> {
    object_schema(field, given, issues, |schema| {
        Schema::compile_with(schema, options)
    })
}

fn object_schema<T>(
    field: &str,
    given: &Value,
    issues: &mut Vec<DefinitionIssue>,
    check: impl FnOnce(&Value) -> Result<T, SchemaError>,
) -> Option<T> {
    let Some(members) = given.as_object() else {
        let fault = format!("must be a JSON Schema object, but is {}", kind(given));
        issues.push(at([field], fault));
        return None;
    };
    if !members.get("type").is_none_or(allows_object) {
        let fault = "must allow \"object\": a tool's arguments are always an object";
        issues.push(at([field, "type"], fault.to_owned()));
        return None;
    }
    match check(given) {
        Ok(checked) => Some(checked),
        Err(error) => {
            issues.extend(error.faults.into_iter().map(|fault| {
                let mut path = vec![field.to_owned()];
                path.extend(fault.path);
                DefinitionIssue {
                    path,
                    message: fault.message,
                }
            }));
            None
        }
    }
}

fn allows_object(kind: &Value) -> bool {
    match kind {
        Value::String(name) => name == "object",
        Value::Array(names) => names.iter().any(|name| name == "object"),
        // Invalid in every dialect: the compiler words it.
        _ => true,
    }
}

pub(super) fn metadata(
    given: Option<&Value>,
    issues: &mut Vec<DefinitionIssue>,
) -> CheckedMetadata {
    let mut checked = CheckedMetadata::default();
    let members = match given {
        None => return checked,
        Some(Value::Object(members)) => members,
        Some(other) => {
            issues.push(at(
                ["metadata"],
                format!("must be an object, but is {}", kind(other)),
            ));
            return checked;
        }
    };
    for (key, value) in members {
        let fault = match (key.as_str(), value) {
            ("category", Value::String(category)) => {
                checked.category = Some(category.clone());
                continue;
            }
            ("tags", Value::Array(tags)) if tags.iter().all(Value::is_string) => {
                checked.tags = tags
                    .iter()
                    .filter_map(Value::as_str)
                    .map(str::to_owned)
                    .collect();
                continue;
            }
            ("category", other) => format!("must be a string, but is {}", kind(other)),
            ("tags", _) => "must be an array of strings".to_owned(),
            ("idempotent", other) if !other.is_boolean() => {
                format!("must be true or false, but is {}", kind(other))
            }
            ("estimatedDuration", other) if other.as_f64().is_none_or(|millis| millis < 0.0) => {
                "must be a number of milliseconds, 0 or more".to_owned()
            }
            _ => continue,
        };
        issues.push(at(["metadata", key], fault));
    }
    checked
}

/// Whether the driver has said already why it could not hand a field over.
fn is_reported(field: &str, issues: &[DefinitionIssue]) -> bool {
    issues
        .iter()
        .any(|issue| issue.path.first().is_some_and(|first| first == field))
}

fn at<const N: usize>(path: [&str; N], message: String) -> DefinitionIssue {
    DefinitionIssue {
        path: path.map(str::to_owned).to_vec(),
        message,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
