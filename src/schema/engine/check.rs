use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, ValidationError};
use serde_json::Value;

use super::build::{EngineOptions, build_plainly};
use super::meta::meta_faults;
use super::received::quoted_json;
use super::references::check_references;
use super::steps::steps;
use super::wording::issues_of;
use crate::schema::error::{SchemaError, SchemaFault};
use crate::schema::expansion::MAX_EXPANSION;
use crate::schema::outline::{Outline, SchemaOptions};
use crate::schema::size::Contents;

/// Checks everything about a schema that can be checked without compiling it: its size, its dialect, its dialect's
/// rules, and where its references lead. One with a plan has been checked by that. Also says whether the schema refers to
/// itself.
pub(super) fn checked(
    schema: &Value,
    options: SchemaOptions,
) -> Result<(Outline, bool), SchemaError> {
    let outline = Outline::of(schema, options)?;
    let cyclic = if let Some(plan) = &outline.plan {
        plan.expansion().cyclic
    } else {
        let dialect = outline.dialect.into();
        check_rules(schema, dialect, outline.contents)?;
        check_expansion(schema, dialect)?
    };
    Ok((outline, cyclic))
}

fn check_rules(schema: &Value, dialect: Draft, contents: Contents) -> Result<(), SchemaError> {
    if !contents.inner_dialects {
        return meta_faults(schema, dialect);
    }
    // Each part is judged by its own dialect's rules, which the crate's own check takes care of.
    let options = EngineOptions {
        formats: false,
        steps: steps(0),
    };
    let built = build_plainly(schema, dialect, options);
    built.map(|_| ()).map_err(|error| refused(&error))
}

/// Says whether the schema refers to itself.
fn check_expansion(schema: &Value, dialect: Draft) -> Result<bool, SchemaError> {
    let expansion = check_references(schema, dialect)?;
    if expansion.size > MAX_EXPANSION {
        return Err(SchemaError::too_expansive());
    }
    Ok(expansion.cyclic)
}

/// What the builder refused, in our words.
pub(super) fn refused(error: &ValidationError<'_>) -> SchemaError {
    match error.kind() {
        ValidationErrorKind::Referencing(error) => {
            return SchemaError::whole(format!("a reference can't be resolved: {error}"));
        }
        ValidationErrorKind::Format { format } if format == "regex" => {
            let path = error.instance_path().segments();
            let pattern = quoted_json(error.instance().as_ref());
            return SchemaError::at(
                path.map(|segment| segment.to_string()).collect(),
                format!("{pattern} is no pattern that can be matched, or one that is too large"),
            );
        }
        _ => {}
    }
    let faults: Vec<SchemaFault> = issues_of(error)
        .into_iter()
        .map(|issue| SchemaFault {
            path: issue.path,
            message: issue.message,
        })
        .collect();
    SchemaError { faults }
}
