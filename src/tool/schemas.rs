//! The rules for a definition's schemas. The validator interprets them; here they only have to be possible schemas of
//! arguments.

use serde_json::Value;

use super::issue::DefinitionIssue;
use super::rules::{at, is_reported, kind};

/// Checks both schemas, of which one may be absent.
pub(super) fn check(schema: &Value, parameters: &Value, issues: &mut Vec<DefinitionIssue>) {
    let given = [("schema", schema), ("parameters", parameters)];
    for (field, schema) in given.iter().filter(|(_, schema)| !schema.is_null()) {
        object_schema(field, schema, issues);
    }
    if schema.is_null() && parameters.is_null() && !is_reported("schema", issues) {
        let fault = "is missing: give a Standard Schema (zod, valibot, arktype) or a JSON Schema; \
                     {} is one that accepts any object";
        issues.push(at(&["schema"], fault.to_owned()));
    }
}

fn object_schema(field: &str, schema: &Value, issues: &mut Vec<DefinitionIssue>) {
    let Some(members) = schema.as_object() else {
        let fault = format!("must be a JSON Schema object, but is {}", kind(schema));
        issues.push(at(&[field], fault));
        return;
    };
    if !members.get("type").is_none_or(allows_object) {
        let fault = "must allow \"object\": a tool's arguments are always an object";
        issues.push(at(&[field, "type"], fault.to_owned()));
    }
}

fn allows_object(kind: &Value) -> bool {
    match kind {
        Value::String(name) => name == "object",
        Value::Array(names) => names.iter().any(|name| name == "object"),
        // Invalid in every dialect, and reported by the validator.
        _ => true,
    }
}
