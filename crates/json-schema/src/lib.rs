//! Plain JSON Schema: what a tool's arguments must look like, of every draft from 4 to 2020-12.
//!
//! The [`jsonschema`] crate validates. What is here makes it fit a page that runs what a model wrote: no schema and no
//! argument can hang it or overflow its stack, nothing is fetched, arguments are read as the core of `ag-ui-lit` reads
//! them, and each fault has a message that a model can act on.
//!
//! | module | contents |
//! |---|---|
//! | [`Schema`] | a schema that was checked; compiled when it first validates |
//! | [`Judge`] | arguments that still arrive: each part is judged when it is complete |
//! | `definition` | whether a schema can be used at all: its size, its dialect's rules, its references, its patterns |
//! | `compile` | the crate, set up so that compiling is cheap and matching is bounded |
//! | `work` | how much work validating may be |
//! | `value` | what the core has read, as the crate takes it |
//! | `findings`, `messages`, `received` | the issues of a value, bounded: a message for the model, and the same as data |
//! | `wasm` | what the page's half calls; compiled for `wasm32` only |

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
