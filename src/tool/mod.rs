//! What a tool is, as far as the core needs to know: its name, what it asks for, and where it is registered.
//! Its handler stays with the page.

mod definition;
mod registry;
mod rules;
mod schemas;

pub use definition::{Definition, DefinitionIssue, Tool, Validator};
pub use registry::{DuplicateName, Registry, ToolId};
