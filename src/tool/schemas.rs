//! The rules for a definition's schemas: who validates, and what is only shown.

use std::rc::Rc;

use super::definition::Definition;
use super::issue::DefinitionIssue;
use super::rules::{at, is_reported, kind};
use crate::json::{Kind, Node, Tree};
use crate::schema::{Schema, SchemaOptions};

/// How the schema validates: `metadata.validateFormats`, true unless said otherwise.
pub(super) fn options(
    metadata: Option<Node<'_>>,
    issues: &mut Vec<DefinitionIssue>,
) -> SchemaOptions {
    let given = metadata.and_then(|members| members.get("validateFormats"));
    match given.map(|formats| (formats, formats.as_bool())) {
        None => SchemaOptions::default(),
        Some((_, Some(formats))) => SchemaOptions {
            formats,
            ..SchemaOptions::default()
        },
        Some((other, None)) => {
            let fault = format!("must be true or false, but is {}", kind(other));
            issues.push(at(&["metadata", "validateFormats"], fault));
            SchemaOptions::default()
        }
    }
}

/// Looks at both schemas; returns the one that validates, if one does. `parameters` alone stands for `schema`; with both, or beside a validator
/// of the tool's own, the one that does not validate is only shown to the model.
pub(super) fn examine(
    given: &Definition,
    options: SchemaOptions,
    issues: &mut Vec<DefinitionIssue>,
) -> Option<Schema> {
    let fields = [
        ("schema", given.member("schema")),
        ("parameters", given.member("parameters")),
    ];
    let mut validates = !given.validates_itself();
    let mut validator = None;
    let mut is_missing = true;
    for (field, schema) in fields {
        let Some(schema) = schema else { continue };
        is_missing = false;
        let is_validator = std::mem::replace(&mut validates, false);
        let options = SchemaOptions {
            matches_patterns: is_validator,
            ..options
        };
        let compiled = object_schema(field, schema, given.tree(), options, issues);
        if is_validator {
            validator = compiled;
        }
    }
    if is_missing {
        missing_schema(issues);
    }
    validator
}

fn missing_schema(issues: &mut Vec<DefinitionIssue>) {
    if !is_reported("schema", issues) {
        let fault = "is missing: give a Standard Schema (zod, valibot, arktype) or a JSON Schema; \
                     {} is one that accepts any object";
        issues.push(at(&["schema"], fault.to_owned()));
    }
}

fn object_schema(
    field: &str,
    given: Node<'_>,
    document: &Rc<Tree>,
    options: SchemaOptions,
    issues: &mut Vec<DefinitionIssue>,
) -> Option<Schema> {
    let Some(members) = given.as_object() else {
        let fault = format!("must be a JSON Schema object, but is {}", kind(given));
        issues.push(at(&[field], fault));
        return None;
    };
    if !members.get("type").is_none_or(allows_object) {
        let fault = "must allow \"object\": a tool's arguments are always an object";
        issues.push(at(&[field, "type"], fault.to_owned()));
        return None;
    }
    match Schema::compile(document, given.index(), options) {
        Ok(schema) => Some(schema),
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

fn allows_object(kind: Node<'_>) -> bool {
    match kind.kind() {
        Kind::String(name) => name == "object",
        Kind::Array(mut names) => names.any(|name| name.as_str() == Some("object")),
        // Invalid in every dialect, and told as such.
        _ => true,
    }
}
