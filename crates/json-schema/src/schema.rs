use std::cell::OnceCell;

use ag_ui_lit::error::ValidationIssue;
use ag_ui_lit::json::{
    ArgumentsError, BigInteger, BigIntegers, MAX_DEPTH, PathSegment, ReadOptions, SyntaxErrorKind,
    Tree, read, read_arguments,
};
use jsonschema::Validator;
use serde_json::Value;

use crate::compile::{CompileOptions, compile, compile_plainly};
use crate::definition::{Definition, MAX_SCHEMA_DEPTH, Patterns, refused, takes_every_object};
use crate::error::SchemaError;
use crate::findings::{MAX_ISSUES, findings};
use crate::judge::Plan;
use crate::messages::UNDECIDED;
use crate::received::shortened;
use crate::value::{Exact, reading, value_of};
use crate::work::{Extent, LITTLE_TEXT, MAX_SURE_WORK, MAX_WORK, TIERS, matching, steps};

/// Options of validation.
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
    /// Whether `format` is checked, in every dialect; true by default, so that a model's invalid date is reported. Unknown
    /// formats are never checked.
    pub formats: bool,
}

impl Default for SchemaOptions {
    fn default() -> Self {
        Self { formats: true }
    }
}

/// A checked JSON Schema. It is compiled when it first validates: most tools of a page are never called.
pub struct Schema {
    source: Value,
    definition: Definition,
    options: SchemaOptions,
    /// The validators by the maximum steps of a backtracking pattern. All but the first are only for such patterns.
    validators: Box<[OnceCell<Result<Validator, SchemaError>>; TIERS]>,
    /// The plan for judging arguments that are still arriving; `None` if they can only be judged as a whole.
    plan: OnceCell<Option<Plan>>,
}

impl Schema {
    /// Checks a schema of draft 4, 6, 7, 2019-09 or 2020-12, by its `$schema`; 2020-12 by default.
    ///
    /// # Errors
    ///
    /// Every fault: values that are invalid in the dialect, an unknown dialect, references without a target in the schema,
    /// patterns that can't be compiled, and more depth or size than a wasm module can handle.
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
                _ => format!("is not JSON: {error}"),
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
            plan: OnceCell::new(),
        };
        if schema.definition.contents.patterns != Patterns::None {
            // A pattern's faults are only found by compiling it, and a definition must be refused at once.
            schema.validator(0).map_err(Clone::clone)?;
        }
        Ok(schema)
    }

    /// Returns true if every object is valid, so that arguments, which are always an object, need no validation.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit_json_schema::Schema;
    ///
    /// assert!(Schema::read(r#"{ "type": "object" }"#)?.takes_every_object());
    /// assert!(!Schema::read(r#"{ "required": ["name"] }"#)?.takes_every_object());
    /// # Ok::<(), ag_ui_lit_json_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn takes_every_object(&self) -> bool {
        takes_every_object(&self.source)
    }

    /// The faults of arguments as text; empty if they are valid. At most [`MAX_ISSUES`](crate::MAX_ISSUES), the last of
    /// which counts the others. `max_depth` is the maximum depth of arrays and objects.
    #[must_use]
    pub fn validate(&self, arguments: &str, max_depth: usize) -> Vec<ValidationIssue> {
        match read_arguments(arguments, reading(max_depth)) {
            Ok(document) => self.issues(&document.tree, Exact(&document.big_integers)),
            Err(error) => unreadable(&error),
        }
    }

    /// The certain faults of a value, found with a bounded amount of work: for schemas from an untrusted source. Empty if
    /// the value is valid, and if the work was not enough to decide.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit_json_schema::Schema;
    ///
    /// let schema = Schema::read(r#"{ "type": "string", "pattern": "^(a|a)*\\1b$" }"#)?;
    /// assert_eq!(schema.sure_issues("1").len(), 1);
    /// let text = r#""aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa""#;
    /// assert_eq!(schema.sure_issues(text).len(), 0, "it would take too many steps to say");
    /// # Ok::<(), ag_ui_lit_json_schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn sure_issues(&self, value: &str) -> Vec<ValidationIssue> {
        let Ok(document) = read(value, reading(MAX_DEPTH)) else {
            return Vec::new();
        };
        let mut issues = self
            .found(&document.tree, Exact(&document.big_integers), MAX_SURE_WORK)
            .unwrap_or_default();
        issues.retain(|issue| issue.code != UNDECIDED);
        issues
    }

    /// The faults of a parsed value.
    pub(crate) fn issues(&self, tree: &Tree, exact: Exact<'_>) -> Vec<ValidationIssue> {
        self.found(tree, exact, MAX_WORK).unwrap_or_else(|| {
            undecided(
                "could not be checked: the arguments and the tool's schema together are too large"
                    .to_owned(),
            )
        })
    }

    /// The faults; `None` if finding them would be too much work.
    fn found(&self, tree: &Tree, exact: Exact<'_>, most: u64) -> Option<Vec<ValidationIssue>> {
        let Some(root) = tree.root() else {
            return Some(Vec::new());
        };
        if self.definition.contents.compares_digits && exact.any_rounded() {
            return Some(exact.rounded().take(MAX_ISSUES).map(too_long).collect());
        }
        let value = value_of(root, exact, &mut 0);
        let extent = Extent::of(&value);
        if extent.work(&self.definition) > most {
            return None;
        }
        Some(match self.validator(extent.tier(&self.definition)) {
            Ok(validator) => findings(validator, &value, &extent, &self.definition),
            Err(error) => undecided(format!(
                "could not be checked: the tool's schema is unusable: {error}"
            )),
        })
    }

    /// The plan for judging the parts of a value with this many bytes so far; `None` if only the whole can be judged.
    pub(crate) fn plan(&self, length: usize) -> Option<&Plan> {
        let contents = self.definition.contents;
        // More text allows fewer steps, and the amount to come is not known.
        let may_take_fewer = contents.patterns == Patterns::Backtracking && length > LITTLE_TEXT;
        if may_take_fewer || matching(length, &self.definition) > MAX_WORK {
            return None;
        }
        self.plan
            .get_or_init(|| Plan::of(&self.source, self.definition, self.compile_options(0)))
            .as_ref()
    }

    fn validator(&self, tier: usize) -> Result<&Validator, &SchemaError> {
        let compiled = self.validators[tier].get_or_init(|| {
            let Definition {
                dialect, contents, ..
            } = self.definition;
            let plainly = contents.dynamic || contents.inner_dialects;
            let compile = if plainly { compile_plainly } else { compile };
            compile(&self.source, dialect.into(), self.compile_options(tier))
                .map_err(|error| refused(&error))
        });
        compiled.as_ref()
    }

    fn compile_options(&self, tier: usize) -> CompileOptions {
        CompileOptions {
            formats: self.options.formats,
            steps: steps(tier),
            pattern_count: self.definition.contents.pattern_count,
        }
    }
}

/// The issue of arguments that can't be read.
pub(crate) fn unreadable(error: &ArgumentsError) -> Vec<ValidationIssue> {
    vec![ValidationIssue::of_text(error)]
}

fn undecided(message: String) -> Vec<ValidationIssue> {
    vec![ValidationIssue::new(UNDECIDED, Vec::new(), message)]
}

fn too_long(integer: &BigInteger) -> ValidationIssue {
    let path = integer.path.iter().map(|segment| match segment {
        PathSegment::Key(key) => shortened(key),
        PathSegment::Index(index) => index.to_string(),
    });
    let message = format!(
        "could not be checked: the integer {} has more than 64 bits, and the schema compares its digits",
        shortened(&integer.digits)
    );
    ValidationIssue::new(UNDECIDED, path.collect(), message)
}
