use std::rc::Rc;

use ag_ui_lit::tool::{ResultMetadata, Tool, ToolContext, ToolMetadata, ToolOutput, ToolResult};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::item::TodoItem;
use super::notebook::Notebook;
use super::storage::TodoStorage;

/// The arguments of `todo_read`: none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TodoReadArguments {}

/// The metadata of a read list for a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TodoReadMetadata {
    /// The list.
    pub items: Vec<TodoItem>,
    /// Increases with each change.
    pub version: u32,
}

impl ResultMetadata for TodoReadMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("todo_read");
}

/// Reads the list.
pub struct TodoRead<S>(Rc<Notebook<S>>);

impl<S: TodoStorage> TodoRead<S> {
    /// The tool over a notebook.
    #[must_use]
    pub fn new(notebook: Rc<Notebook<S>>) -> Self {
        Self(notebook)
    }
}

impl<S: TodoStorage> Tool for TodoRead<S> {
    type Arguments = TodoReadArguments;
    type Metadata = TodoReadMetadata;

    fn name(&self) -> &'static str {
        "todo_read"
    }

    fn description(&self) -> &'static str {
        "Reads your to-do list: pending, in progress, completed and cancelled items. The list outlives the page. Read it when you \
         start, when you lose track, and before you change a list that somebody else may have changed."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("todo".to_owned()),
            idempotent: Some(true),
            timeout: Some(10_000.0),
            ..ToolMetadata::default()
        }
    }

    async fn execute(
        &self,
        _arguments: TodoReadArguments,
        _context: &ToolContext,
    ) -> ToolResult<TodoReadMetadata> {
        let found = self.0.read().await?;
        let text = found.set_aside.unwrap_or_else(|| found.list.to_text());
        Ok(ToolOutput::new(text).with(TodoReadMetadata {
            items: found.list.items,
            version: found.list.version,
        }))
    }
}
