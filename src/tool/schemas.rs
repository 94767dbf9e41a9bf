//! The rules for a definition's schemas: who validates, and what is only shown.

use serde_json::Value;

use super::definition::{Definition, DefinitionIssue, Validator};
use super::rules::{at, is_reported, kind};
use crate::schema::{Schema, SchemaError, SchemaOptions};

/// How the schema validates: `metadata.validateFormats`, true unless said otherwise.
pub(super) fn options(
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
pub(super) fn validator(
    given: &Definition,
    options: SchemaOptions,
    issues: &mut Vec<DefinitionIssue>,
) -> Option<Validator> {
    let (schema, parameters) = (given.schema.as_ref(), given.parameters.as_ref());
    // What is only shown to the model is checked, and never compiled.
    let only_shown = |field: &str, shown: &Value, issues: &mut Vec<DefinitionIssue>| {
        object_schema(field, shown, issues, Schema::check)
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
