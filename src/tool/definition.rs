use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::metadata::Metadata;
use super::rules;
use super::schemas;
use super::statistics::{Ended, ToolStats};
use crate::error::ToolError;
use crate::json::{ReadOptions, read_arguments};
use crate::schema::Schema;

/// A tool definition as a page author wrote it: nothing about it is certain yet, so every field may hold anything.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Definition {
    /// What the author gave as name.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown", optional))]
    pub name: Option<Value>,
    /// What the author gave as description.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown", optional))]
    pub description: Option<Value>,
    /// The `typeof` of the handler.
    pub handler: String,
    /// The JSON Schema that validates arguments, unless the definition brings its own validator.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown", optional))]
    pub schema: Option<Value>,
    /// The JSON Schema that the model is shown, where it differs from `schema`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown", optional))]
    pub parameters: Option<Value>,
    /// The definition's `schema` is a Standard Schema, which validates by itself.
    pub validates_itself: bool,
    /// What the author gave as metadata.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown", optional))]
    pub metadata: Option<Value>,
    /// Faults that the driver found while it turned the definition into this form.
    pub issues: Vec<DefinitionIssue>,
}

/// One fault of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DefinitionIssue {
    /// Where: `["name"]`, `["schema", "properties", "city", "type"]`.
    pub path: Vec<String>,
    /// What is wrong and how to mend it.
    pub message: String,
}

/// A definition that keeps the rules.
pub struct Tool {
    id: usize,
    name: String,
    metadata: Metadata,
    validator: Validator,
    stats: RefCell<ToolStats>,
}

/// Who validates a tool's arguments.
pub enum Validator {
    /// This crate, against a JSON Schema.
    Schema {
        /// The schema.
        schema: Schema,
        /// The definition's field that it was given in: `schema` or `parameters`.
        field: &'static str,
    },
    /// The definition's own Standard Schema.
    Own,
}

/// What was found out about a definition.
pub struct Examination {
    /// Not to be used unless the definition keeps every rule.
    pub tool: Tool,
    /// Every fault that was found.
    pub issues: Vec<DefinitionIssue>,
}

impl Definition {
    /// Checks the definition against every rule.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::tool::Definition;
    ///
    /// let definition = Definition { name: Some("say hello".into()), ..Definition::default() };
    /// let issues = definition.examine().issues;
    /// let paths: Vec<_> = issues.iter().map(|issue| issue.path.join(".")).collect();
    /// assert_eq!(paths, ["name", "description", "handler", "schema"]);
    /// ```
    #[must_use]
    pub fn examine(self) -> Examination {
        let mut issues = self.issues.clone();
        let name = rules::name(self.name.as_ref(), &mut issues);
        rules::description(self.description.as_ref(), &mut issues);
        rules::handler(&self.handler, &mut issues);
        let options = schemas::options(self.metadata.as_ref(), &mut issues);
        let validator = schemas::examine(&self, options, &mut issues);
        let metadata = Metadata::read(self.metadata.as_ref(), &mut issues);
        Examination {
            tool: Tool {
                id: LAST_ID.fetch_add(1, Ordering::Relaxed),
                name,
                metadata,
                stats: RefCell::default(),
                validator,
            },
            issues,
        }
    }

    /// A tool that keeps every rule.
    ///
    /// # Errors
    ///
    /// All faults at once, so that an author mends them in one go.
    pub fn check(self) -> Result<Tool, Vec<DefinitionIssue>> {
        let Examination { tool, issues } = self.examine();
        if issues.is_empty() {
            Ok(tool)
        } else {
            Err(issues)
        }
    }
}

static LAST_ID: AtomicUsize = AtomicUsize::new(0);

impl Tool {
    /// A number that no other tool has, even one with the same name.
    #[must_use]
    pub fn id(&self) -> usize {
        self.id
    }

    /// The name the model calls it by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What else is known about it.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The schema that validates its arguments, unless it validates by itself.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        match &self.validator {
            Validator::Schema { schema, .. } => Some(schema),
            Validator::Own => None,
        }
    }

    /// Reads arguments and says what is wrong with them; nothing when they are valid. A tool that validates by itself
    /// accepts everything that can be read.
    #[must_use]
    pub fn fault(&self, arguments: &str, options: ReadOptions) -> Option<ToolError> {
        let arguments = match read_arguments(arguments, options) {
            Ok(arguments) => arguments,
            Err(error) => return Some(ToolError::unreadable_arguments(error.to_string())),
        };
        let issues = self.schema()?.issues(arguments.tree.root()?);
        (!issues.is_empty()).then(|| ToolError::validation(issues))
    }

    /// What came of its executions.
    #[must_use]
    pub fn stats(&self) -> ToolStats {
        self.stats.borrow().clone()
    }

    /// Counts an execution that took so many milliseconds.
    pub fn record(&self, ended: Ended<'_>, duration: f64) {
        self.stats.borrow_mut().record(ended, duration);
    }

    /// Who validates its arguments.
    #[must_use]
    pub fn validator(&self) -> &Validator {
        &self.validator
    }
}
