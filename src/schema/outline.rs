use serde_json::Value;

use super::dialect::Dialect;
use super::error::SchemaError;
use super::expansion::MAX_EXPANSION;
use super::patterns::Patterns;
use super::plan::{Plan, Verdict};
use super::size::{Contents, measured};
use crate::json::Tree;

/// How a schema validates.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::schema::{Schema, SchemaOptions};
/// use serde_json::json;
///
/// let schema = json!({ "properties": { "to": { "format": "email" } } });
/// let lenient = Schema::compile_with(&schema, SchemaOptions { formats: false })?;
/// assert!(lenient.validate(&json!({ "to": "nobody" })).is_empty());
/// assert_eq!(Schema::compile(&schema)?.validate(&json!({ "to": "nobody" })).len(), 1);
/// # Ok::<(), ag_ui_lit::schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaOptions {
    /// Whether `format` is checked, in every dialect. True unless said otherwise: a model that writes a date should
    /// be told when it is none. Formats nobody knows are never checked.
    pub formats: bool,
}

impl Default for SchemaOptions {
    fn default() -> Self {
        Self { formats: true }
    }
}

/// What can be said of a schema at a glance, without the engine: that it is not too large, its dialect, and for most
/// schemas everything.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::schema::{Outline, SchemaOptions};
/// use serde_json::json;
///
/// let needs_engine = |schema| Outline::of(&schema, SchemaOptions::default()).unwrap().needs_engine();
/// assert!(!needs_engine(json!({ "properties": { "n": { "type": "integer" } } })));
/// // Whether a pattern is one shows when it is compiled.
/// assert!(needs_engine(json!({ "properties": { "n": { "pattern": "^[a-z]+$" } } })));
/// assert!(needs_engine(json!({ "unevaluatedProperties": false })));
/// ```
#[derive(Debug)]
pub struct Outline {
    pub(super) dialect: Dialect,
    pub(super) contents: Contents,
    pub(super) plan: Option<Plan>,
}

impl Outline {
    /// Looks at a schema.
    ///
    /// # Errors
    ///
    /// When it is too large or too deep, or its dialect is unknown.
    pub fn of(schema: &Value, options: SchemaOptions) -> Result<Self, SchemaError> {
        let contents = measured(schema)?;
        let dialect = Dialect::of(schema)?;
        let plan = Plan::of(schema, dialect, options.formats);
        if plan
            .as_ref()
            .is_some_and(|plan| plan.expansion().size > MAX_EXPANSION)
        {
            return Err(SchemaError::too_expansive());
        }
        Ok(Self {
            dialect,
            contents,
            plan,
        })
    }

    /// The draft it is written in.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What decides about most values.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    /// What its plan says of a value.
    #[must_use]
    pub fn judge(&self, value: &Tree) -> Verdict {
        match (&self.plan, value.root()) {
            (Some(plan), Some(node)) => plan.check(node),
            _ => Verdict::Unsure,
        }
    }

    /// Whether it is a valid schema is for the engine to say, if it is to validate.
    #[must_use]
    pub fn needs_engine(&self) -> bool {
        self.plan.is_none() || self.contents.patterns != Patterns::None
    }

    /// Whether it is a valid schema is for the engine to say, if it is only shown to a model. Its patterns may then be any
    /// that a JavaScript engine understands.
    #[must_use]
    pub fn needs_engine_to_be_shown(&self) -> bool {
        self.plan.is_none()
    }
}
