//! Search: expressions in the lines of files, and patterns of their paths.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are whole and smaller than 2^53"
)]

mod excerpt;
mod glob;
mod globs;
mod grep;
mod matches;
mod pattern;
mod walk;

pub use glob::{GlobArguments, GlobMetadata, GlobTool};
pub use globs::PathPattern;
pub use grep::{GrepArguments, GrepMetadata, GrepTool};
pub use pattern::LinePattern;
pub use walk::{MAX_ENTRIES, Walk};
