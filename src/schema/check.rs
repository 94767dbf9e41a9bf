use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, ValidationError};
use serde_json::Value;

use super::compiled::SchemaOptions;
use super::dialect::{dialect_of, meta_faults};
use super::engine::{EngineOptions, build_plainly};
use super::error::{SchemaError, SchemaFault};
use super::expansion::MAX_EXPANSION;
use super::patterns;
use super::plan::Plan;
use super::received::quoted_json;
use super::references::check_references;
use super::size::{Contents, measured};
use super::wording::issues_of;

/// What is known of a schema that can be used.
#[derive(Clone, Copy)]
pub(super) struct Checked {
    pub(super) dialect: Draft,
    pub(super) contents: Contents,
    /// It refers to itself.
    pub(super) cyclic: bool,
}

impl Checked {
    /// How many times more subschemas each level of a value may be compared with than the level above.
    pub(super) fn branching(&self) -> usize {
        if self.cyclic {
            self.contents.alternatives.max(1)
        } else {
            1
        }
    }
}

/// Checks everything about a schema that can be checked without compiling it: its size, its dialect, its dialect's
/// rules, and where its references lead. One with a plan keeps the rules of its dialect.
pub(super) fn checked(
    schema: &Value,
    options: SchemaOptions,
) -> Result<(Checked, Option<Plan>), SchemaError> {
    let contents = measured(schema)?;
    let dialect = dialect_of(schema)?;
    let plan = Plan::of(schema, dialect, options.formats);
    if plan.is_none() {
        check_rules(schema, dialect, contents)?;
    }
    let refers = plan.as_ref().is_none_or(Plan::refers);
    let cyclic = refers && check_expansion(schema, dialect)?;
    let checked = Checked {
        dialect,
        contents,
        cyclic,
    };
    Ok((checked, plan))
}

fn check_rules(schema: &Value, dialect: Draft, contents: Contents) -> Result<(), SchemaError> {
    if !contents.inner_dialects {
        return meta_faults(schema, dialect);
    }
    // Each part is judged by its own dialect's rules, which the crate's own check takes care of.
    let options = EngineOptions {
        formats: false,
        steps: patterns::steps(0),
    };
    let built = build_plainly(schema, dialect, options);
    built.map(|_| ()).map_err(|error| refused(&error))
}

/// Says whether the schema refers to itself.
fn check_expansion(schema: &Value, dialect: Draft) -> Result<bool, SchemaError> {
    let expansion = check_references(schema, dialect)?;
    if expansion.size > MAX_EXPANSION {
        let fault =
            format!("unfolds into more than {MAX_EXPANSION} schemas through its references");
        return Err(SchemaError::whole(fault));
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
