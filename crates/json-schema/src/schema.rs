use std::cell::OnceCell;

use ag_ui_lit::error::ValidationIssue;
use ag_ui_lit::json::{BigIntegers, ReadOptions, SyntaxErrorKind, read, read_arguments};
use jsonschema::Validator;
use serde_json::Value;

use crate::compile::{CompileOptions, compile, compile_plainly};
use crate::definition::{Definition, MAX_SCHEMA_DEPTH, Patterns, refused};
use crate::error::SchemaError;
use crate::findings::findings;
use crate::steps::{TIERS, steps, tier_of};

/// How a schema validates.
///
/// # Examples
///
/// ```
/// use ag_ui_lit_json_schema::{Schema, SchemaOptions};
///
/// let schema = r#"{ "properties": { "to": { "format": "email" } } }"#;
/// let lenient = Schema::read_with(schema, SchemaOptions { formats: false })?;
/// assert!(lenient.validate(r#"{ "to": "nobody" }"#, 128).is_empty());
/// assert_eq!(Schema::read(schema)?.validate(r#"{ "to": "nobody" }"#, 128).len(), 1);
/// # Ok::<(), ag_ui_lit_json_schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaOptions {
    /// Whether `format` is checked, in every dialect. True unless said otherwise: a model that writes a date should
    /// hear when it is none. Formats nobody knows are never checked.
    pub formats: bool,
}

impl Default for SchemaOptions {
    fn default() -> Self {
        Self { formats: true }
    }
}

/// A JSON Schema that was checked. It is compiled when it first validates: most tools of a page are never called.
pub struct Schema {
    source: Value,
    definition: Definition,
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
    /// use ag_ui_lit_json_schema::Schema;
    ///
    /// let schema = Schema::read(r#"{
    ///     "type": "object",
    ///     "properties": { "greeting": { "type": "string" } },
    ///     "required": ["greeting"]
    /// }"#)?;
    /// assert!(schema.validate(r#"{ "greeting": "Hi" }"#, 128).is_empty());
    ///
    /// let issues = schema.validate(r#"{ "greeting": 5 }"#, 128);
    /// assert_eq!(issues[0].path, ["greeting"]);
    /// assert_eq!(issues[0].message, "expected a string, received 5");
    /// # Ok::<(), ag_ui_lit_json_schema::SchemaError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, SchemaError> {
        Self::read_with(text, SchemaOptions::default())
    }

    /// [`Schema::read`], with options.
    ///
    /// # Errors
    ///
    /// As [`Schema::read`].
    pub fn read_with(text: &str, options: SchemaOptions) -> Result<Self, SchemaError> {
        let reading = ReadOptions {
            max_depth: MAX_SCHEMA_DEPTH,
            big_integers: BigIntegers::Number,
        };
        let document = read(text, reading).map_err(|error| {
            SchemaError::whole(match error.kind {
                SyntaxErrorKind::TooDeep(_) => {
                    format!("is nested deeper than {MAX_SCHEMA_DEPTH} levels")
                }
                _ => format!("is no JSON: {error}"),
            })
        })?;
        Self::compile(document.value(), options)
    }

    fn compile(source: Value, options: SchemaOptions) -> Result<Self, SchemaError> {
        let schema = Self {
            definition: Definition::of(&source)?,
            source,
            options,
            validators: Box::new([const { OnceCell::new() }; TIERS]),
        };
        if schema.definition.contents.patterns != Patterns::None {
            // A pattern's faults show only when it is compiled, and a definition must be refused at once.
            schema.validator(0).map_err(Clone::clone)?;
        }
        Ok(schema)
    }

    /// What is wrong with the text of arguments; empty when they are valid. At most [`MAX_ISSUES`](crate::MAX_ISSUES), the
    /// last of which then says how many more there are. `max_depth` is how many arrays and objects may be nested.
    #[must_use]
    pub fn validate(&self, arguments: &str, max_depth: usize) -> Vec<ValidationIssue> {
        let options = ReadOptions {
            max_depth,
            big_integers: BigIntegers::Number,
        };
        match read_arguments(arguments, options) {
            Ok(document) => self.issues(&document.value()),
            Err(error) => vec![ValidationIssue {
                path: Vec::new(),
                message: error.to_string(),
                received: None,
            }],
        }
    }

    /// What is surely wrong with a value, found in an amount of work that depends neither on the schema nor on the value:
    /// for schemas that come from where nobody vouches for them. Empty when the value is valid, and when that is not enough
    /// to say. The text was written by the page, so its integers are doubles.
    #[must_use]
    pub fn sure_issues(&self, value: &str) -> Vec<ValidationIssue> {
        let options = ReadOptions {
            big_integers: BigIntegers::Number,
            ..ReadOptions::default()
        };
        match read(value, options) {
            Ok(document) => self.issues(&document.value()),
            Err(_) => Vec::new(),
        }
    }

    /// What is wrong with a value.
    #[must_use]
    pub(crate) fn issues(&self, value: &Value) -> Vec<ValidationIssue> {
        let tier = if self.definition.contents.patterns == Patterns::Backtracking {
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

    /// How many times more subschemas each level of a value may be compared with than the level above.
    fn branching(&self) -> usize {
        if self.definition.cyclic {
            self.definition.contents.alternatives.max(1)
        } else {
            1
        }
    }

    fn validator(&self, tier: usize) -> Result<&Validator, &SchemaError> {
        let compiled = self.validators[tier].get_or_init(|| {
            let Definition {
                dialect, contents, ..
            } = self.definition;
            let options = CompileOptions {
                formats: self.options.formats,
                steps: steps(tier),
            };
            let plainly = contents.dynamic || contents.inner_dialects;
            let compile = if plainly { compile_plainly } else { compile };
            compile(&self.source, dialect.into(), options).map_err(|error| refused(&error))
        });
        compiled.as_ref()
    }
}
