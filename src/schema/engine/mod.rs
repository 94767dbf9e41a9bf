//! The engine: every schema of every dialect, and what is wrong with a value in words.
//!
//! A [`Schema`] is checked when a tool is defined, compiled when it is first used, and validates often.
//!
//! | module | what it is for |
//! |---|---|
//! | `schema` | [`Schema`]: check, compile once, validate |
//! | `check` | whether a schema can be used at all: its dialect's rules, its patterns, its references |
//! | `meta` | each dialect's meta-schema |
//! | `references` | every `$ref` leads somewhere in the schema |
//! | `build` | the `jsonschema` crate, set up so that building is cheap and matching is bounded |
//! | `steps` | how much work matching may be |
//! | `findings` | a value's faults, bounded in number and in work |
//! | `received` | a value as a fault quotes it |
//! | `wording` | one fault in words |

mod build;
mod check;
mod findings;
mod meta;
mod received;
mod references;
mod schema;
mod steps;
mod wording;

pub use findings::{MAX_ISSUES, MAX_VALUES};
pub use schema::Schema;
