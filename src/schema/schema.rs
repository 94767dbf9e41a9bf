use std::rc::Rc;

use super::check::{Check, Way};
use super::compile::expansion::{Expansion, Graph, MAX_EXPANSION};
use super::compile::resources::ResourceId;
use super::compile::size::{MAX_SCHEMA_DEPTH, check_size};
use super::compile::{Compiled, DynamicAnchors, compile, endless, unknown_dialect};
use super::dialect::Dialect;
use super::error::{SchemaError, SchemaFault};
use super::explain::explain;
use super::issue::ValidationIssue;
use super::rule::{Combined, Rule, RuleId, Types};
use super::verdict::Verdict;
use crate::json::from_json::CROSSING;
use crate::json::{BigIntegers, Node, ReadOptions, SyntaxErrorKind, Tree, read};

/// How a schema validates.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::schema::{Schema, SchemaOptions};
///
/// let schema = r#"{ "properties": { "to": { "format": "email" } } }"#;
/// let lenient = Schema::read_with(schema, SchemaOptions { formats: false, ..SchemaOptions::default() })?;
/// assert!(lenient.validate(r#"{ "to": "nobody" }"#).is_empty());
/// assert_eq!(Schema::read(schema)?.validate(r#"{ "to": "nobody" }"#).len(), 1);
/// # Ok::<(), ag_ui_lit::schema::SchemaError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaOptions {
    /// Whether `format` is checked, in every dialect. True unless said otherwise: a model that writes a date should
    /// be told when it is none. Formats nobody knows are never checked.
    pub formats: bool,
    /// Whether patterns are matched. False for a schema that is only shown to a model: its patterns may then be any.
    pub matches_patterns: bool,
}

impl Default for SchemaOptions {
    fn default() -> Self {
        Self {
            formats: true,
            matches_patterns: true,
        }
    }
}

/// A JSON Schema that was checked and compiled. It validates values that were read, and parts of values while they are
/// read ([`Progress`](super::Progress)).
pub struct Schema {
    document: Rc<Tree>,
    rules: Vec<Rule>,
    /// For each rule that asks for types and nothing else, which.
    only_types: Vec<Option<Types>>,
    root: RuleId,
    dynamic: DynamicAnchors,
}

impl Schema {
    /// Compiles a schema of draft 4, 6, 7, 2019-09 or 2020-12, as `$schema` says; 2020-12 when it says nothing.
    ///
    /// # Errors
    ///
    /// Every fault: what is invalid in its dialect, a dialect nobody knows, references to what it does not contain or in a
    /// circle, patterns that can't be matched, and more depth or size than a wasm module can take.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::schema::Schema;
    ///
    /// let schema = Schema::read(r#"{
    ///     "type": "object",
    ///     "properties": { "greeting": { "type": "string" } },
    ///     "required": ["greeting"]
    /// }"#)?;
    /// assert!(schema.validate(r#"{ "greeting": "Hi" }"#).is_empty());
    ///
    /// let issues = schema.validate(r#"{ "greeting": 5 }"#);
    /// assert_eq!(issues[0].path, ["greeting"]);
    /// assert_eq!(issues[0].message, "expected a string, received 5");
    /// # Ok::<(), ag_ui_lit::schema::SchemaError>(())
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
        Self::compile(&Rc::new(document.tree), 0, options)
    }

    /// Compiles the schema at an entry of a document that was read.
    pub(crate) fn compile(
        document: &Rc<Tree>,
        at: u32,
        options: SchemaOptions,
    ) -> Result<Self, SchemaError> {
        check_size(document.node(at))?;
        let dialect = dialect_of(document.node(at))?;
        let Compiled {
            rules,
            root,
            dynamic,
        } = compile(document, at, dialect, options)?;
        let schema = Self {
            document: Rc::clone(document),
            only_types: rules.iter().map(Rule::only_types).collect(),
            rules,
            root,
            dynamic,
        };
        schema.check_circles()?;
        if schema.expansion().size > MAX_EXPANSION {
            return Err(SchemaError::whole(format!(
                "unfolds into more than {MAX_EXPANSION} schemas through its references"
            )));
        }
        Ok(schema)
    }

    /// Whether a value matches.
    #[must_use]
    pub fn check(&self, value: Node<'_>) -> Verdict {
        Check::new(self, value).check(self.root, value, Way::START)
    }

    /// What is wrong with a value; empty when it is valid. At most [`MAX_ISSUES`](super::MAX_ISSUES), the last of which
    /// then says how many more there are.
    #[must_use]
    pub fn issues(&self, value: Node<'_>) -> Vec<ValidationIssue> {
        match self.check(value) {
            Verdict::Valid => Vec::new(),
            verdict => explain(Check::new(self, value), value, verdict),
        }
    }

    /// What is surely wrong with a value, found in an amount of work that depends neither on the schema nor on the value: for
    /// schemas that come from where nobody vouches for them. Empty when the value is valid, and when that is not enough to say.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::json::{ReadOptions, read};
    /// use ag_ui_lit::schema::Schema;
    ///
    /// let schema = Schema::read(r#"{ "type": "string", "pattern": "^(a|a)*\\1b$" }"#)?;
    /// let found = |text: &str| {
    ///     let document = read(text, ReadOptions::default()).ok();
    ///     let root = document.as_ref().and_then(|document| document.tree.root());
    ///     root.map_or(0, |root| schema.sure_issues(root).len())
    /// };
    /// assert_eq!(found("1"), 1);
    /// assert_eq!(found("\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\""), 0, "it would take too many steps to say");
    /// # Ok::<(), ag_ui_lit::schema::SchemaError>(())
    /// ```
    #[must_use]
    pub fn sure_issues(&self, value: Node<'_>) -> Vec<ValidationIssue> {
        let check = Check::bounded(self, value);
        match check.check(self.root, value, Way::START) {
            Verdict::Invalid => explain(Check::bounded(self, value), value, Verdict::Invalid),
            Verdict::Valid | Verdict::Unsure => Vec::new(),
        }
    }

    /// [`Schema::issues`] of JSON text. Integers that a double can't hold are as good as rounded to it.
    ///
    /// # Panics
    ///
    /// When it is no JSON.
    #[must_use]
    pub fn validate(&self, text: &str) -> Vec<ValidationIssue> {
        match read(text, CROSSING) {
            Ok(document) => document
                .tree
                .root()
                .map_or(Vec::new(), |root| self.issues(root)),
            Err(error) => panic!("{text}: {error}"),
        }
    }

    pub(super) fn document(&self) -> &Tree {
        &self.document
    }

    pub(super) fn root(&self) -> RuleId {
        self.root
    }

    pub(super) fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.0 as usize]
    }

    /// The types a rule asks for, if it asks for nothing else.
    pub(super) fn only_types(&self, id: RuleId) -> Option<Types> {
        self.only_types[id.0 as usize]
    }

    /// Whether it counts by which resources one comes to a rule.
    pub(super) fn is_dynamic(&self) -> bool {
        !self.dynamic.is_empty()
    }

    /// Where a dynamic reference to a name leads if a resource has it.
    pub(super) fn dynamic_anchor(&self, name: u32, resource: ResourceId) -> Option<RuleId> {
        self.dynamic.get(&(name, resource)).copied()
    }

    /// What it unfolds into through its references.
    fn expansion(&self) -> Expansion {
        let mut graph = Graph::new(self.rules.len());
        for (from, rule) in (0..).zip(&self.rules) {
            rule.for_each_inner(&mut |inner| graph.lead(from, inner.0));
        }
        graph.expansion(self.root.0)
    }

    /// A schema that leads to itself for the same value could never be compared with anything.
    fn check_circles(&self) -> Result<(), SchemaError> {
        // One more, from which all are led to, and one for each name of dynamic anchors: a dynamic reference may lead to
        // any of them.
        let start = u32::try_from(self.rules.len()).unwrap_or(u32::MAX);
        let names = self.dynamic.keys().map(|(name, _)| *name + 1).max();
        let mut graph = Graph::new(self.rules.len() + 1 + names.unwrap_or(0) as usize);
        for ((name, _), rule) in &self.dynamic {
            graph.lead(start + 1 + name, rule.0);
        }
        for (from, rule) in (0..).zip(&self.rules) {
            rule.for_each_in_place(&mut |inner| graph.lead(from, inner.0));
            for combined in &rule.combined {
                if let Combined::Dynamic(dynamic) = combined {
                    graph.lead(from, start + 1 + dynamic.name);
                }
            }
            graph.lead(start, from);
        }
        if graph.expansion(start).cyclic {
            return Err(SchemaError::whole(endless()));
        }
        Ok(())
    }
}

fn dialect_of(schema: Node<'_>) -> Result<Dialect, SchemaError> {
    let Some(named) = schema.get("$schema") else {
        return Ok(Dialect::Draft202012);
    };
    named
        .as_str()
        .and_then(Dialect::named)
        .ok_or_else(|| SchemaError {
            faults: vec![SchemaFault {
                path: vec!["$schema".to_owned()],
                message: unknown_dialect(named),
            }],
        })
}
