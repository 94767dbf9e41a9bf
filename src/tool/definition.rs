use std::cell::RefCell;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use serde_json::Value;

use super::issue::DefinitionIssue;
use super::metadata::Metadata;
use super::rules;
use super::schemas;
use super::statistics::{Ended, ToolStats};

/// A tool definition as a page author wrote it. It is not checked yet: each value may be of any type.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::tool::Definition;
///
/// let definition: Definition = serde_json::from_str(r#"{ "name": "say hello" }"#)?;
/// let issues = definition.check().err().unwrap();
/// let paths: Vec<_> = issues.iter().map(|issue| issue.path.join(".")).collect();
/// assert_eq!(paths, ["name", "description", "handler", "schema"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct Definition {
    /// The name, unchecked.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown")
    )]
    pub name: Value,
    /// The id, unchecked: the tool's name outside of the model, such as `flights-mcp::search-flights`.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown")
    )]
    pub id: Value,
    /// The description, unchecked.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown")
    )]
    pub description: Value,
    /// The `typeof` of the handler.
    pub handler: Option<String>,
    /// The JSON Schema of the arguments.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown")
    )]
    pub schema: Value,
    /// The JSON Schema for the model, if it differs from `schema`.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown")
    )]
    pub parameters: Value,
    /// The metadata, unchecked.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown")
    )]
    pub metadata: Value,
    /// Faults that the driver found while converting the definition.
    pub issues: Vec<DefinitionIssue>,
}

/// A tool whose definition follows the rules.
pub struct CheckedTool {
    id: usize,
    name: String,
    given_id: Option<String>,
    metadata: Metadata,
    stats: RefCell<ToolStats>,
}

impl Definition {
    /// Checks the definition against every rule.
    ///
    /// # Errors
    ///
    /// All faults at once, so that an author can fix them together.
    pub fn check(self) -> Result<CheckedTool, Vec<DefinitionIssue>> {
        let mut issues = self.issues;
        let name = rules::name(&self.name, &mut issues);
        let given_id = rules::id(&self.id, &mut issues);
        rules::description(&self.description, &mut issues);
        rules::handler(self.handler.as_deref(), &mut issues);
        schemas::check(&self.schema, &self.parameters, &mut issues);
        let metadata = Metadata::read(&self.metadata, &mut issues);
        if !issues.is_empty() {
            return Err(issues);
        }
        Ok(CheckedTool {
            id: LAST_ID.fetch_add(1, Ordering::Relaxed),
            name,
            given_id,
            metadata,
            stats: RefCell::default(),
        })
    }
}

static LAST_ID: AtomicUsize = AtomicUsize::new(0);

impl CheckedTool {
    /// A number that no other tool has, not even one with the same name.
    #[must_use]
    pub fn id(&self) -> usize {
        self.id
    }

    /// The name by which the model calls the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id from the definition, in addition to the name.
    #[must_use]
    pub fn given_id(&self) -> Option<&str> {
        self.given_id.as_deref()
    }

    /// Its metadata.
    #[must_use]
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The outcomes of its executions.
    #[must_use]
    pub fn stats(&self) -> ToolStats {
        self.stats.borrow().clone()
    }

    /// Counts an execution of this duration in milliseconds.
    pub fn record(&self, ended: Ended<'_>, duration: f64) {
        self.stats.borrow_mut().record(ended, duration);
    }
}
