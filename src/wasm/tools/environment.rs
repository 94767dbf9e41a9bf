use js_sys::{Function, Reflect};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::crossing::{from_js, global, json_of, property};
use crate::tool::{FileAccessTracker, McpTool, PageState, RunningExecution, State, ToolSummary};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The environment that a page provides to its Rust tools. Every member is optional; functions are called each time. */
export interface ToolEnvironment {
  /** The tools that the agent may call. */
  readonly tools?: () => readonly { readonly name: string; readonly description: string }[];
  /** Any configuration, as JSON could hold it. */
  readonly config?: unknown;
  /** The executions under way. */
  readonly running?: () => readonly {
    readonly executionId: string;
    readonly toolCallId: string;
    readonly toolName: string;
    readonly status: string;
    readonly startedAt?: number;
    readonly progress?: unknown;
  }[];
  /** The location of the agent's page; by default this document. */
  readonly page?: () => { readonly url: string; readonly title: string } | undefined;
  /** The tools of MCP servers. */
  readonly mcpTools?: () => readonly { readonly server: string; readonly name: string }[];
}
"#;

/// The [`State`] of a page. Its values are read each time, and those that can't be read count as absent.
#[derive(Default)]
pub struct PageEnvironment {
    given: JsValue,
    file_access: FileAccessTracker,
}

impl PageEnvironment {
    /// The state of a `ToolEnvironment`, or of an object with the same fields among others.
    #[must_use]
    pub fn of(given: JsValue) -> Self {
        Self {
            given,
            file_access: FileAccessTracker::default(),
        }
    }

    /// The state of a page that provides nothing.
    #[must_use]
    pub fn empty() -> Self {
        Self::of(JsValue::UNDEFINED)
    }

    /// The result of the page's function of that name.
    fn ask<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let function = property(&self.given, name).dyn_into::<Function>().ok()?;
        let answer = function.call0(&self.given).ok()?;
        from_js(answer).ok()
    }
}

impl State for PageEnvironment {
    fn tools(&self) -> Vec<ToolSummary> {
        self.ask("tools").unwrap_or_default()
    }

    fn config(&self) -> Value {
        json_of(property(&self.given, "config")).unwrap_or_default()
    }

    fn file_access(&self) -> &FileAccessTracker {
        &self.file_access
    }

    fn running(&self) -> Vec<RunningExecution> {
        self.ask("running").unwrap_or_default()
    }

    fn page(&self) -> Option<PageState> {
        if property(&self.given, "page").is_function() {
            return self.ask("page");
        }
        let global = global();
        let location = property(&global, "location");
        let document = property(&global, "document");
        Some(PageState {
            url: Reflect::get(&location, &"href".into()).ok()?.as_string()?,
            title: property(&document, "title").as_string().unwrap_or_default(),
        })
    }

    fn mcp_tools(&self) -> Vec<McpTool> {
        self.ask("mcpTools").unwrap_or_default()
    }
}
