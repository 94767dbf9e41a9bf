use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::Value;
use thiserror::Error;

use super::issue::ValidationIssue;
use super::wording::issues_of;

/// Steps a backtracking pattern may take. Only patterns with lookaround or backreferences backtrack;
/// all others run in time linear in the text.
const PATTERN_STEP_LIMIT: usize = 100_000;

/// Bytes a compiled pattern may take: `(a{1000}){1000}` is a few characters and a gigabyte.
const PATTERN_SIZE_LIMIT: usize = 1 << 20;

/// A JSON Schema, compiled.
pub struct Schema {
    validator: Validator,
}

/// Why a JSON Schema can't be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SchemaError {
    /// `$schema` names a dialect that does not exist or that nobody bundled.
    #[error("\"$schema\" names an unknown dialect: {0}")]
    UnknownDialect(String),
    /// A `$ref` leads nowhere, or out of the schema. Nothing is ever fetched.
    #[error(
        "a reference can't be resolved: {0}; only references within the schema itself are followed"
    )]
    Reference(String),
    /// The schema breaks the rules of its own dialect.
    #[error("{message}")]
    Invalid {
        /// Where in the schema, as property names and indexes.
        path: Vec<String>,
        /// What is wrong there.
        message: String,
    },
}

impl SchemaError {
    /// Where in the schema the fault is; empty for the schema as a whole.
    #[must_use]
    pub fn path(&self) -> &[String] {
        match self {
            Self::Invalid { path, .. } => path,
            Self::UnknownDialect(_) | Self::Reference(_) => &[],
        }
    }
}

impl Schema {
    /// Compiles a schema of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` says; 2020-12 when it says nothing.
    ///
    /// # Errors
    ///
    /// When the schema is invalid in its dialect, names an unknown one, or refers to what it does not contain.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::schema::Schema;
    /// use serde_json::json;
    ///
    /// let schema = Schema::compile(&json!({
    ///     "type": "object",
    ///     "properties": { "greeting": { "type": "string" } },
    ///     "required": ["greeting"]
    /// }))?;
    /// assert!(schema.validate(&json!({ "greeting": "Hi" })).is_empty());
    ///
    /// let issues = schema.validate(&json!({ "greeting": 5 }));
    /// assert_eq!(issues[0].path, ["greeting"]);
    /// assert_eq!(issues[0].message, "expected a string, received 5");
    /// # Ok::<(), ag_ui_lit::schema::SchemaError>(())
    /// ```
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        jsonschema::options()
            .with_draft(dialect_of(schema)?)
            .offline()
            .should_validate_formats(true)
            .should_ignore_unknown_formats(true)
            .with_pattern_options(
                PatternOptions::fancy_regex()
                    .backtrack_limit(PATTERN_STEP_LIMIT)
                    .size_limit(PATTERN_SIZE_LIMIT)
                    .dfa_size_limit(PATTERN_SIZE_LIMIT),
            )
            .build(schema)
            .map(|validator| Self { validator })
            .map_err(|error| schema_error(&error))
    }

    /// Everything that is wrong with a value; empty when it is valid.
    #[must_use]
    pub fn validate(&self, value: &Value) -> Vec<ValidationIssue> {
        // Most calls are valid, and the plain check is several times cheaper than collecting errors.
        if self.validator.is_valid(value) {
            return Vec::new();
        }
        self.validator
            .iter_errors(value)
            .flat_map(|error| issues_of(&error))
            .collect()
    }
}

/// The dialect that `$schema` names. The drafts' identifiers are compared without an empty fragment, and `https` is
/// taken for `http`, since both are often written.
fn dialect_of(schema: &Value) -> Result<Draft, SchemaError> {
    let Some(named) = schema.get("$schema") else {
        return Ok(Draft::Draft202012);
    };
    let Some(uri) = named.as_str() else {
        return Err(SchemaError::UnknownDialect(named.to_string()));
    };
    let name = uri
        .trim_end_matches('#')
        .trim_start_matches("https://")
        .trim_start_matches("http://");
    match name {
        "json-schema.org/draft-04/schema" => Ok(Draft::Draft4),
        "json-schema.org/draft-06/schema" => Ok(Draft::Draft6),
        "json-schema.org/draft-07/schema" => Ok(Draft::Draft7),
        "json-schema.org/draft/2019-09/schema" => Ok(Draft::Draft201909),
        "json-schema.org/draft/2020-12/schema" => Ok(Draft::Draft202012),
        _ => Err(SchemaError::UnknownDialect(uri.to_owned())),
    }
}

/// What the builder refused: a reference, or a rule of the dialect's meta-schema that the schema as an instance breaks.
fn schema_error(error: &ValidationError<'_>) -> SchemaError {
    if let ValidationErrorKind::Referencing(error) = error.kind() {
        return SchemaError::Reference(error.to_string());
    }
    let issue = issues_of(error).into_iter().next();
    let (path, message) = issue.map_or_else(
        || (Vec::new(), error.to_string()),
        |issue| (issue.path, issue.message),
    );
    SchemaError::Invalid { path, message }
}
