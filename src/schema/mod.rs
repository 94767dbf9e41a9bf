//! JSON Schema: what a tool's arguments must look like.
//!
//! A [`Schema`] is compiled once and validates often. What it finds wrong it says in [`ValidationIssue`]s, worded so
//! that a model can correct itself: which field, what was expected, what came.

mod compile;
mod issue;
mod received;
mod wording;

pub use compile::{Schema, SchemaError};
pub use issue::ValidationIssue;
