//! Tools written in Rust: the [`Tool`] trait, the context of a call, and its results.
//!
//! This module does not use JavaScript. The driver (`src/wasm/tools/`) makes a definition of such a tool, which a page
//! registers like any other; `cargo test` runs the same tool with a [`MemoryState`].
//!
//! | part | contents |
//! |---|---|
//! | [`Tool`] | the trait of an author: typed arguments, checks, the execution |
//! | [`AnyTool`] | the same with arguments as JSON, for lists of tools with different types |
//! | [`ToolContext`] | the context of a call: ids, attempt, deadline, abort, progress, and the state |
//! | [`State`] | the environment of a tool: other tools, configuration, accessed files, executions, page, MCP tools |
//! | [`ToolOutput`], [`ToolFailure`] | the text for the assistant, with typed metadata |
//! | [`StructuredToolResult`] | the result for persistence and telemetry |
//! | [`run_tool`] | the complete path of a call without a page: find, read, check, execute, structured result |

mod any;
mod attribute;
mod bounded;
mod context;
mod contract;
mod failure;
mod file_access;
mod metadata;
mod output;
mod pipeline;
mod schema;
mod state;
mod structured;

pub use any::AnyTool;
pub use attribute::{Attribute, AttributeValue};
pub use bounded::bounded_json;
pub use context::{AbortFlag, CallInfo, ToolContext};
pub use contract::{Preview, Tool, ToolResult};
pub use failure::ToolFailure;
pub use file_access::{FileAccessTracker, FileVersion};
pub use metadata::{Approval, Dedupe, ToolMetadata};
pub use output::{ResultMetadata, ToolOutput};
pub use pipeline::{RunResult, run_tool};
pub use schema::parameters_of;
pub use state::{McpTool, MemoryState, PageState, RunningExecution, State, ToolSummary};
pub use structured::StructuredToolResult;
