//! The rules for a definition's schemas: who validates, and what is only shown.

use super::definition::{Definition, EngineTask, Validator};
use super::issue::DefinitionIssue;
use super::rules::{at, is_reported, kind};
use crate::json::{Kind, Node};
use crate::schema::{Outline, SchemaOptions};

/// How the schema validates: `metadata.validateFormats`, true unless said otherwise.
pub(super) fn options(
    metadata: Option<Node<'_>>,
    issues: &mut Vec<DefinitionIssue>,
) -> SchemaOptions {
    let given = metadata.and_then(|members| members.get("validateFormats"));
    match given.map(|formats| (formats, formats.as_bool())) {
        None => SchemaOptions::default(),
        Some((_, Some(formats))) => SchemaOptions { formats },
        Some((other, None)) => {
            let fault = format!("must be true or false, but is {}", kind(other));
            issues.push(at(&["metadata", "validateFormats"], fault));
            SchemaOptions::default()
        }
    }
}

/// Who validates, and what is left for the engine.
pub(super) struct Schemas {
    pub(super) validator: Validator,
    pub(super) for_engine: Vec<EngineTask>,
}

/// Looks at both schemas. `parameters` alone stands for `schema`; with both, or beside a validator of the tool's own, the
/// one that does not validate is only shown to the model.
pub(super) fn examine(
    given: &Definition,
    options: SchemaOptions,
    issues: &mut Vec<DefinitionIssue>,
) -> Schemas {
    let fields = [
        ("schema", given.member("schema")),
        ("parameters", given.member("parameters")),
    ];
    let mut validates = !given.validates_itself();
    let mut found = Schemas {
        validator: Validator::Own,
        for_engine: Vec::new(),
    };
    let mut is_missing = true;
    for (field, schema) in fields {
        let Some(schema) = schema else { continue };
        is_missing = false;
        let is_validator = std::mem::replace(&mut validates, false);
        let Some(outline) = object_schema(field, schema, options, issues) else {
            continue;
        };
        let needs_engine = if is_validator {
            outline.needs_engine()
        } else {
            outline.needs_engine_to_be_shown()
        };
        if needs_engine {
            found.for_engine.push(EngineTask {
                field,
                validates: is_validator,
            });
        }
        if is_validator {
            found.validator = Validator::Schema(outline);
        }
    }
    if is_missing {
        missing_schema(issues);
    }
    found
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
    options: SchemaOptions,
    issues: &mut Vec<DefinitionIssue>,
) -> Option<Outline> {
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
    match Outline::of(&given.to_value(), options) {
        Ok(outline) => Some(outline),
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
        // Invalid in every dialect: the engine words it.
        _ => true,
    }
}
