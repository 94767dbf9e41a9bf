//! JSON Schema: what a tool's arguments must look like.
//!
//! A [`Schema`] is checked and compiled when a tool is defined, in microseconds, and then compared with values: at once,
//! or while they are being read ([`Progress`]). What is wrong is said in words that a model can act on
//! ([`ValidationIssue`]). `tests/schema_peer.rs` compares it with the `jsonschema` crate, over the official suite and over
//! random schemas and values.
//!
//! | module | what it is for |
//! |---|---|
//! | `schema` | [`Schema`]: compile once, validate often |
//! | `dialect` | the drafts, their keywords, and what a keyword's value must be |
//! | `compile`, `rule` | from a document to rules: references followed, all faults found |
//! | `check` | whether a value matches |
//! | `progress` | the same while the value is being read |
//! | `explain` | what is wrong with it, in words |
//! | `formats`, `uri`, `patterns` | what a text must be |
//! | `issue`, `error`, `verdict` | what comes of it |

mod check;
mod compile;
mod dialect;
mod error;
mod explain;
mod formats;
mod issue;
mod patterns;
mod progress;
mod rule;
#[allow(clippy::module_inception, reason = "it is the schema")]
mod schema;
mod uri;
mod verdict;

pub use compile::expansion::MAX_EXPANSION;
pub use compile::size::{MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES};
pub use dialect::Dialect;
pub use error::{SchemaError, SchemaFault};
pub use explain::{MAX_ISSUES, MAX_VALUES};
pub use issue::ValidationIssue;
pub use progress::Progress;
pub use schema::{Schema, SchemaOptions};
pub use verdict::Verdict;
