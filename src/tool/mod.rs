//! A tool as the core knows it: its name, its schema, its registration. Its handler stays with the page, unless it is
//! [written in Rust](Tool) (feature `tools`).

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
