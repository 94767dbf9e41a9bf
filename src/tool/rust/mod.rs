//! Tools written in Rust: the [`Tool`] trait, what a tool gets, and what it gives.
//!
//! Nothing here knows JavaScript. The driver (`src/wasm/tools/`) makes a definition of such a tool, which a page registers like
//! any other; `cargo test` runs the same tool with a [`MemoryState`].
//!
//! | part | what it is for |
//! |---|---|
//! | [`Tool`] | what an author implements: typed arguments, checks, the work |
//! | [`AnyTool`] | the same with arguments as JSON, so that tools of different types stand in one list |
//! | [`ToolContext`] | what a call knows of itself: ids, attempt, deadline, abort, progress, and the state |
//! | [`State`] | what a tool may look at: other tools, configuration, read files, executions, page, MCP tools |
//! | [`ToolOutput`], [`ToolFailure`] | what the assistant reads, with typed metadata |
//! | [`StructuredToolResult`] | the other face of a result, for persistence and telemetry |
//! | [`run_tool`] | the whole way of a call without a page: find, read, check, execute, structured result |

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
