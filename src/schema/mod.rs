//! JSON Schema: what a tool's arguments must look like.
//!
//! A [`Schema`] is checked when a tool is defined, compiled when it is first used, and validates often. What it finds
//! wrong it says in [`ValidationIssue`]s, worded so that a model can correct itself: which field, what was expected,
//! what came.
//!
//! | module | what it is for |
//! |---|---|
//! | `compiled` | [`Schema`]: check, compile once, validate |
//! | `check` | whether a schema can be used at all: its size, its dialect's rules, its patterns, its references |
//! | `dialect` | which draft a schema is written in, and that draft's meta-schema |
//! | `references` | every `$ref` leads somewhere in the schema |
//! | `expansion` | how many schemas it unfolds into through its references |
//! | `plan` | what decides most schemas by itself, without the engine |
//! | `engine` | the `jsonschema` crate, set up so that building is cheap and matching is bounded |
//! | `patterns` | how much work matching may be |
//! | `findings` | a value's faults, bounded in number and in work |
//! | `wording` | one fault in words |

mod check;
mod compiled;
mod dialect;
mod engine;
mod error;
mod expansion;
mod findings;
mod issue;
mod patterns;
mod plan;
mod received;
mod references;
mod size;
mod wording;

pub use compiled::{Schema, SchemaOptions};
pub use error::{SchemaError, SchemaFault};
pub use expansion::MAX_EXPANSION;
pub use findings::{MAX_ISSUES, MAX_VALUES};
pub use issue::ValidationIssue;
pub use plan::{Plan, Progress, Verdict};
pub use size::{MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES};
