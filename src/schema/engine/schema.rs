use std::cell::{OnceCell, RefCell};

use jsonschema::Validator;
use serde_json::Value;

use super::build::{EngineOptions, build, build_plainly};
use super::check::{checked, refused};
use super::findings::findings;
use super::steps::{TIERS, steps, tier_of};
use crate::schema::error::SchemaError;
use crate::schema::issue::ValidationIssue;
use crate::schema::outline::{Outline, SchemaOptions};
use crate::schema::patterns::Patterns;

/// A JSON Schema that was checked. It is compiled when it first validates: most tools of a page are never called.
pub struct Schema {
    /// Gone once it is compiled, unless it may be needed again.
    source: RefCell<Option<Value>>,
    outline: Outline,
    /// It refers to itself.
    cyclic: bool,
    options: SchemaOptions,
    /// By how many steps a backtracking pattern may take; all but the first are for such patterns only.
    validators: Box<[OnceCell<Result<Validator, SchemaError>>; TIERS]>,
}

impl Schema {
    /// Checks a schema of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` says; 2020-12 when it says nothing.
    ///
    /// # Errors
    ///
    /// Every fault: what is invalid in its dialect, a dialect nobody knows, references to what it does not contain,
    /// patterns that can't be compiled, and more depth or size than a wasm module can take.
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
        Self::compile_with(schema, SchemaOptions::default())
    }

    /// [`Schema::compile`], with options.
    ///
    /// # Errors
    ///
    /// As [`Schema::compile`].
    pub fn compile_with(schema: &Value, options: SchemaOptions) -> Result<Self, SchemaError> {
        let (outline, cyclic) = checked(schema, options)?;
        let compiled = Self {
            source: RefCell::new(Some(schema.clone())),
            outline,
            cyclic,
            options,
            validators: Box::new([const { OnceCell::new() }; TIERS]),
        };
        if compiled.outline.contents.patterns != Patterns::None {
            // A pattern's faults show only when it is compiled, and a definition must be refused at once.
            compiled.validator(0).map_err(Clone::clone)?;
        }
        Ok(compiled)
    }

    /// Checks a schema that is only shown to a model: as [`Schema::compile`], but its patterns may be any that a
    /// JavaScript engine understands.
    ///
    /// # Errors
    ///
    /// As [`Schema::compile`].
    pub fn check(schema: &Value) -> Result<(), SchemaError> {
        checked(schema, SchemaOptions::default()).map(|_| ())
    }

    /// What is wrong with a value; empty when it is valid. At most [`MAX_ISSUES`](super::MAX_ISSUES), the last of
    /// which then says how many more there are.
    #[must_use]
    pub fn validate(&self, value: &Value) -> Vec<ValidationIssue> {
        let tier = if self.outline.contents.patterns == Patterns::Backtracking {
            tier_of(value)
        } else {
            0
        };
        match self.validator(tier) {
            Ok(validator) => findings(validator, value, self.branching()),
            Err(error) => vec![ValidationIssue {
                path: Vec::new(),
                message: format!("could not be checked: the tool's schema is unusable: {error}"),
                received: None,
            }],
        }
    }

    /// What was seen at a glance.
    #[must_use]
    pub fn outline(&self) -> &Outline {
        &self.outline
    }

    /// How many times more subschemas each level of a value may be compared with than the level above.
    fn branching(&self) -> usize {
        if self.cyclic {
            self.outline.contents.alternatives.max(1)
        } else {
            1
        }
    }

    fn validator(&self, tier: usize) -> Result<&Validator, &SchemaError> {
        let compiled = self.validators[tier].get_or_init(|| {
            let Outline {
                dialect, contents, ..
            } = &self.outline;
            let options = EngineOptions {
                formats: self.options.formats,
                steps: steps(tier),
            };
            let plainly = contents.dynamic || contents.inner_dialects;
            let builder = if plainly { build_plainly } else { build };
            let mut source = self.source.borrow_mut();
            let built = builder(
                source.as_ref().unwrap_or(&Value::Null),
                (*dialect).into(),
                options,
            );
            if contents.patterns != Patterns::Backtracking {
                *source = None;
            }
            built.map_err(|error| refused(&error))
        });
        compiled.as_ref()
    }
}
