//! What a tool is, as far as the core needs to know: its name, what it asks for, and where it is registered.
//! Its handler stays with the page, unless it is [written in Rust](Tool) (feature `tools`).

mod definition;
mod fields;
mod issue;
mod metadata;
mod registry;
mod rules;
#[cfg(feature = "tools")]
mod rust;
mod schemas;
mod statistics;

pub(crate) use fields::{COUNT, FACTOR, Fields, MILLIS, MILLIS_ABOVE_0};

pub use definition::{CheckedTool, Definition};
pub use issue::DefinitionIssue;
pub use metadata::{ExecutionMode, Metadata};
pub use registry::{Registry, Taken, ToolId};
pub use rules::{LONGEST_ID, LONGEST_NAME, MAX_SCHEMA_DEPTH, is_name};
#[cfg(feature = "tools")]
pub use rust::*;
pub use statistics::{Ended, ToolStats};
