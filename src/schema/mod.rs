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
//! | `dialect`, `keyword`, `shape` | the drafts, their keywords, and what a keyword's value must be |
//! | `resources`, `uri` | identifiers, anchors, and where a reference leads |
//! | `compile`, `forming`, `rule` | from a document to [rules](Schema) |
//! | `size`, `expansion` | how large a schema may be, and what it unfolds into |
//! | `check`, `evaluated`, `verdict` | whether a value matches |
//! | `equality`, `multiple`, `content`, `formats`, `patterns` | what single keywords ask |
//! | `progress` | the same while the value is being read |
//! | `explain`, `received` | what is wrong, in words |
//! | `issue`, `error` | what is wrong with a value, and with a schema |

mod check;
mod compile;
mod content;
mod dialect;
mod equality;
mod error;
mod evaluated;
mod expansion;
mod explain;
mod formats;
mod forming;
mod issue;
mod keyword;
mod multiple;
mod patterns;
mod progress;
mod received;
mod resources;
mod rule;
#[allow(clippy::module_inception, reason = "it is the schema")]
mod schema;
mod shape;
mod size;
mod uri;
mod verdict;

pub use dialect::Dialect;
pub use error::{SchemaError, SchemaFault};
pub use expansion::MAX_EXPANSION;
pub use explain::{MAX_ISSUES, MAX_VALUES};
pub use issue::ValidationIssue;
pub use progress::Progress;
pub use schema::{Schema, SchemaOptions};
pub use size::{MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES};
pub use verdict::Verdict;
