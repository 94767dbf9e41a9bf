use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::issue::DefinitionIssue;
use super::metadata::Metadata;
use super::rules;
use super::schemas;
use super::statistics::{Ended, ToolStats};
use crate::error::ToolError;
use crate::json::from_json::{CROSSING, flag_of};
use crate::json::{FromJson, Node, ReadOptions, SyntaxError, Tree, read, read_arguments};
use crate::schema::Schema;

/// A tool definition as a page author wrote it: nothing about it is certain yet, so every member may be anything.
///
/// | member | what it is |
/// |---|---|
/// | `name`, `description`, `metadata` | what the author gave |
/// | `handler` | the `typeof` of the handler |
/// | `schema` | the JSON Schema that validates arguments, unless the definition brings its own validator |
/// | `parameters` | the JSON Schema that the model is shown, where it differs from `schema` |
/// | `validatesItself` | the definition's schema is a Standard Schema, which validates by itself |
/// | `issues` | faults that the driver found while it turned the definition into JSON |
///
/// # Examples
///
/// ```
/// use ag_ui_lit::tool::Definition;
///
/// let definition = Definition::read(r#"{ "name": "say hello" }"#)?;
/// let issues = definition.examine().issues;
/// let paths: Vec<_> = issues.iter().map(|issue| issue.path.join(".")).collect();
/// assert_eq!(paths, ["name", "description", "handler", "schema"]);
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Definition {
    /// What is kept of a definition may be a part of it: a schema is not copied.
    tree: Rc<Tree>,
}

/// A definition that keeps the rules.
pub struct Tool {
    id: usize,
    name: String,
    metadata: Metadata,
    schema: Option<Schema>,
    stats: RefCell<ToolStats>,
}

/// What was found out about a definition.
pub struct Examination {
    /// Not to be used unless the definition keeps every rule.
    pub tool: Tool,
    /// Every fault that was found.
    pub issues: Vec<DefinitionIssue>,
}

impl Definition {
    /// Reads a definition from JSON text.
    ///
    /// # Errors
    ///
    /// When it is no JSON. Whatever else is wrong, [`examine`](Self::examine) finds.
    pub fn read(text: &str) -> Result<Self, SyntaxError> {
        let tree = Rc::new(read(text, CROSSING)?.tree);
        Ok(Self { tree })
    }

    /// A member; `null` is as good as none.
    pub(super) fn member(&self, key: &str) -> Option<Node<'_>> {
        let member = self.tree.root()?.get(key)?;
        (!member.is_null()).then_some(member)
    }

    /// What it was read into, of which its schemas stay parts.
    pub(super) fn tree(&self) -> &Rc<Tree> {
        &self.tree
    }

    /// Whether it brings its own validator.
    pub(super) fn validates_itself(&self) -> bool {
        let root = self.tree.root();
        root.and_then(|root| flag_of(root, "validatesItself"))
            .unwrap_or(false)
    }

    fn issues(&self) -> Vec<DefinitionIssue> {
        self.member("issues")
            .and_then(Vec::from_json)
            .unwrap_or_default()
    }

    /// Checks the definition against every rule.
    #[must_use]
    pub fn examine(&self) -> Examination {
        let mut issues = self.issues();
        let name = rules::name(self.member("name"), &mut issues);
        rules::description(self.member("description"), &mut issues);
        rules::handler(self.member("handler"), &mut issues);
        let metadata = self.member("metadata");
        let options = schemas::options(metadata, &mut issues);
        let schema = schemas::examine(self, options, &mut issues);
        let metadata = Metadata::read(metadata, &mut issues);
        Examination {
            tool: Tool {
                id: LAST_ID.fetch_add(1, Ordering::Relaxed),
                name,
                metadata,
                stats: RefCell::default(),
                schema,
            },
            issues,
        }
    }

    /// A tool that keeps every rule.
    ///
    /// # Errors
    ///
    /// All faults at once, so that an author mends them in one go.
    pub fn check(&self) -> Result<Tool, Vec<DefinitionIssue>> {
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
        self.schema.as_ref()
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
}
