use std::rc::Rc;

use ag_ui_lit::tool::{
    Approval, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata,
    ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::item::TodoItem;
use super::list::{TodoList, check};
use super::notebook::{Change, Notebook};
use super::storage::TodoStorage;

/// The arguments of `todo_write`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TodoWriteArguments {
    /// The complete list, in order. Items that it omits are removed. At most 200 items, at most one of them `in_progress`.
    pub todos: Vec<TodoItem>,
}

/// The metadata of a change for a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TodoWriteMetadata {
    /// The present list.
    pub items: Vec<TodoItem>,
    /// Increases with each change.
    pub version: u32,
}

impl ResultMetadata for TodoWriteMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("todo_write");
}

/// Replaces the list.
pub struct TodoWrite<S>(Rc<Notebook<S>>);

impl<S: TodoStorage> TodoWrite<S> {
    /// The tool over the notebook of `todo_read`, which knows the version that the agent has seen.
    #[must_use]
    pub fn new(notebook: Rc<Notebook<S>>) -> Self {
        Self(notebook)
    }
}

impl<S: TodoStorage> Tool for TodoWrite<S> {
    type Arguments = TodoWriteArguments;
    type Metadata = TodoWriteMetadata;

    fn name(&self) -> &'static str {
        "todo_write"
    }

    fn description(&self) -> &'static str {
        "Replaces your to-do list: give the complete list, including unchanged items. Use it for work of three steps and more: \
         write the steps down first, set one item to in_progress when you start it, and to completed as soon as it is done. A \
         list that was changed elsewhere since you read it is not replaced: you get the current one, and decide again."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("todo".to_owned()),
            // A repeated list is either refused or stored again, with the same content.
            idempotent: Some(true),
            timeout: Some(10_000.0),
            approval: Some(Approval::Always),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &TodoWriteArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        check(&arguments.todos)
    }

    async fn preview(&self, arguments: &TodoWriteArguments, _state: &dyn State) -> Option<Preview> {
        let items = arguments.todos.clone();
        Some(Preview::Text {
            text: TodoList { version: 0, items }.to_text(),
        })
    }

    async fn execute(
        &self,
        arguments: TodoWriteArguments,
        _context: &ToolContext,
    ) -> ToolResult<TodoWriteMetadata> {
        check(&arguments.todos)?;
        match self.0.replace(arguments.todos).await? {
            Change::Made(list) => {
                let text = format!("The list is stored. {}", list.to_text());
                Ok(ToolOutput::new(text).with(TodoWriteMetadata {
                    items: list.items,
                    version: list.version,
                }))
            }
            Change::Stale(list) => Err(ToolFailure::permanent(format!(
                "The list was not replaced: it has changed since you last saw it. It is now:\n\n{}\n\nCall todo_write again with \
                 the list as it should be.",
                list.to_text()
            ))
            .code("stale_list")
            .metadata(&TodoWriteMetadata {
                items: list.items,
                version: list.version,
            })),
            Change::SetAside(message) => Err(ToolFailure::permanent(format!(
                "{message} Call todo_write again to store yours."
            ))
            .code("unreadable_list")),
        }
    }
}
