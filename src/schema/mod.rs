//! JSON Schema: what a tool's arguments must look like.
//!
//! Most schemas are understood at a glance: an [`Outline`] has a [`Plan`] that decides about values while they are being
//! read. Everything else is the engine's: the schemas that a plan does not know, the values that a plan is not sure of,
//! and the words for what is wrong, [`ValidationIssue`]s that a model can act on. The engine is eight tenths of the
//! whole crate, so it is compiled into a module of its own, and a page loads it beside its other work.
//!
//! | module | what it is for |
//! |---|---|
//! | `outline` | [`Outline`]: what can be said of a schema without the engine |
//! | `dialect` | which draft a schema is written in |
//! | `size` | how large a schema is, and what decides how it is checked |
//! | `expansion` | how many schemas it unfolds into through its references |
//! | `patterns` | which patterns it has |
//! | `plan` | [`Plan`]: what decides most schemas by itself |
//! | `formats` | what `format` says of a text |
//! | `uri` | what `$id` and `$ref` are written in |
//! | `issue`, `error` | what is wrong with a value, and with a schema |
//! | `engine` | [`Schema`]: the `jsonschema` crate, its findings in words |

mod dialect;
#[cfg(feature = "engine")]
mod engine;
mod error;
mod expansion;
#[allow(dead_code, reason = "its caller, the validator, is being written")]
mod formats;
mod issue;
mod outline;
mod patterns;
mod plan;
mod size;
#[allow(
    dead_code,
    unused_imports,
    reason = "its caller, the validator, is being written"
)]
mod uri;

pub use dialect::Dialect;
#[cfg(feature = "engine")]
pub use engine::{MAX_ISSUES, MAX_VALUES, Schema};
pub use error::{SchemaError, SchemaFault};
pub use expansion::MAX_EXPANSION;
pub use issue::ValidationIssue;
pub use outline::{Outline, SchemaOptions};
pub use plan::{Plan, Progress, Verdict};
pub use size::{MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES};
