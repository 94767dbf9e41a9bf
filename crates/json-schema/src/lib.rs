//! Plain JSON Schema for the arguments of tools, in every draft from 4 to 2020-12.
//!
//! The [`jsonschema`] crate validates. This crate adapts it to a page that runs calls of a model: no schema and no arguments
//! can hang it or overflow its stack, nothing is fetched, arguments are read as the core of `ag-ui-lit` reads them, and each
//! fault has a message that a model can act on.
//!
//! | module | contents |
//! |---|---|
//! | [`Schema`] | a schema that was checked; compiled when it first validates |
//! | [`Judge`] | a judge of arguments that are still arriving: each part is judged when it is complete |
//! | `definition` | the usability of a schema: its size, its dialect's rules, its references, its patterns |
//! | `compile` | the crate, configured so that compiling is cheap and matching is bounded |
//! | `work` | the limits on the work of a validation |
//! | `value` | values of the core's reader, converted for the crate |
//! | `findings`, `messages`, `received` | the issues of a value, bounded: a message for the model, and the same as data |
//! | `wasm` | the exports for the page's half; compiled for `wasm32` only |

mod compile;
mod definition;
mod error;
mod findings;
mod judge;
mod messages;
mod received;
mod schema;
mod value;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod work;

pub use definition::{Dialect, MAX_EXPANSION, MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES};
pub use error::{DefinitionIssue, SchemaError};
pub use findings::{MAX_ISSUES, MAX_VALUES};
pub use judge::Judge;
pub use schema::{Schema, SchemaOptions};
