//! The usability of a schema, checked without compiling it.

mod dialect;
mod expansion;
mod meta;
mod no_rules;
mod patterns;
mod references;
mod size;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, ValidationError};
use serde_json::Value;

use crate::compile::{CompileOptions, compile_plainly};
use crate::error::{DefinitionIssue, SchemaError};
use crate::received::quoted_json;

use crate::messages::issues_of;
use crate::work::steps;

pub use dialect::Dialect;
pub use expansion::MAX_EXPANSION;
pub(crate) use no_rules::{ANNOTATIONS, takes_every_object};
pub(crate) use patterns::Patterns;
pub(crate) use size::Contents;
pub use size::{MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES};

/// The facts about a usable schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Definition {
    pub(crate) dialect: Dialect,
    pub(crate) contents: Contents,
    /// The number of subschemas into which it unfolds through its references.
    pub(crate) expansion: u64,
    /// Whether it refers to itself.
    pub(crate) cyclic: bool,
}

impl Definition {
    /// Checks everything except the patterns: the size, the dialect and its rules, and the targets of references.
    pub(crate) fn of(schema: &Value) -> Result<Self, SchemaError> {
        let contents = Contents::of(schema)?;
        let dialect = Dialect::of(schema)?;
        check_rules(schema, dialect.into(), contents)?;
        let expansion = references::check(schema, dialect.into())?;
        if expansion.size > MAX_EXPANSION {
            let message =
                format!("unfolds into more than {MAX_EXPANSION} schemas through its references");
            return Err(SchemaError::whole(message));
        }
        Ok(Self {
            dialect,
            contents,
            expansion: expansion.size,
            cyclic: expansion.cyclic,
        })
    }
}

fn check_rules(schema: &Value, dialect: Draft, contents: Contents) -> Result<(), SchemaError> {
    if !contents.inner_dialects {
        return meta::check(schema, dialect);
    }
    // Each part follows its own dialect's rules, which the crate checks itself.
    let options = CompileOptions {
        formats: false,
        steps: steps(0),
        pattern_count: contents.pattern_count,
    };
    let built = compile_plainly(schema, dialect, options);
    built.map(|_| ()).map_err(|error| refused(&error))
}

/// The error for a refusal of the crate.
pub(crate) fn refused(error: &ValidationError<'_>) -> SchemaError {
    match error.kind() {
        ValidationErrorKind::Referencing(error) => {
            return SchemaError::whole(format!("a reference can't be resolved: {error}"));
        }
        ValidationErrorKind::Format { format } if format == "regex" => {
            let path = error.instance_path().segments();
            let pattern = quoted_json(error.instance().as_ref());
            return SchemaError::at(
                path.map(|segment| segment.to_string()).collect(),
                format!("{pattern} is not a pattern that can be matched, or is too large"),
            );
        }
        _ => {}
    }
    SchemaError {
        issues: definition_issues(error).collect(),
    }
}

fn definition_issues(error: &ValidationError<'_>) -> impl Iterator<Item = DefinitionIssue> {
    issues_of(error).into_iter().map(|issue| DefinitionIssue {
        path: issue.path,
        message: issue.message,
    })
}
