use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::any::AnyTool;
use super::bounded;
use super::file_access::FileAccessTracker;

/// The environment that a tool may read in addition to its arguments. Values that the page does not provide are empty.
pub trait State {
    /// The tools that the agent may call, in the order of their registration.
    fn tools(&self) -> Vec<ToolSummary> {
        Vec::new()
    }

    /// The page's configuration; `null` if there is none.
    fn config(&self) -> Value {
        Value::Null
    }

    /// The accessed files and their versions.
    fn file_access(&self) -> &FileAccessTracker;

    /// The running executions, oldest first.
    fn running(&self) -> Vec<RunningExecution> {
        Vec::new()
    }

    /// The page; `None` if there is none.
    fn page(&self) -> Option<PageState> {
        None
    }

    /// The tools of MCP servers.
    fn mcp_tools(&self) -> Vec<McpTool> {
        Vec::new()
    }
}

/// The public information about a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSummary {
    /// Its name.
    pub name: String,
    /// The description for the model.
    pub description: String,
}

/// An execution that has not ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RunningExecution {
    /// Unique across pages and tabs.
    pub execution_id: String,
    /// The backend's id of the call.
    pub tool_call_id: String,
    /// The tool's name.
    pub tool_name: String,
    /// `pending`, `validating` or `executing`.
    pub status: String,
    /// The start of the first attempt, in milliseconds since 1970.
    #[serde(default)]
    pub started_at: Option<f64>,
    /// The last reported progress.
    #[serde(default, deserialize_with = "bounded::optional")]
    pub progress: Option<Value>,
}

/// The agent's page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageState {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
}

/// A tool of an MCP server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct McpTool {
    /// The server's name.
    pub server: String,
    /// The name under which the tool is registered.
    pub name: String,
}

/// A state in memory, for tests and native programs.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::tool::{MemoryState, State};
///
/// let state = MemoryState { config: serde_json::json!({ "units": "metric" }), ..MemoryState::default() };
/// assert_eq!(state.config()["units"], "metric");
/// ```
#[derive(Default)]
pub struct MemoryState {
    /// The registered tools.
    pub tools: Vec<Rc<dyn AnyTool>>,
    /// The configuration.
    pub config: Value,
    /// The files that were read.
    pub file_access: FileAccessTracker,
    /// The running executions.
    pub running: Vec<RunningExecution>,
    /// The page.
    pub page: Option<PageState>,
    /// The tools of MCP servers.
    pub mcp_tools: Vec<McpTool>,
}

impl State for MemoryState {
    fn tools(&self) -> Vec<ToolSummary> {
        let summary = |tool: &Rc<dyn AnyTool>| ToolSummary {
            name: tool.name().to_owned(),
            description: tool.description().to_owned(),
        };
        self.tools.iter().map(summary).collect()
    }

    fn config(&self) -> Value {
        self.config.clone()
    }

    fn file_access(&self) -> &FileAccessTracker {
        &self.file_access
    }

    fn running(&self) -> Vec<RunningExecution> {
        self.running.clone()
    }

    fn page(&self) -> Option<PageState> {
        self.page.clone()
    }

    fn mcp_tools(&self) -> Vec<McpTool> {
        self.mcp_tools.clone()
    }
}
