//! What a tool is, as far as the core needs to know: its name, what it asks for, and where it is registered.
//! Its handler stays with the page.

mod definition;
mod fields;
mod issue;
mod metadata;
mod registry;
mod rules;
mod schemas;
mod statistics;

pub use definition::{Definition, Tool};
pub use issue::DefinitionIssue;
pub use metadata::Metadata;
pub use registry::{DuplicateName, Registry, ToolId};
pub use rules::{LONGEST_NAME, MAX_SCHEMA_DEPTH};
pub use statistics::{Ended, ToolStats};
