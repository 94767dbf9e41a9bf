//! The core without a browser: one binary, with a module for each part.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "helpers of tests are tests; the virtual clock counts whole numbers"
)]

mod cases;
mod categorize;
mod constants;
mod execution;
mod imports;
mod json_corpus;
mod json_deltas;
mod json_reader;
mod made_file;
mod manager;
mod policy;
mod rate_limit;
mod retry_after;
#[cfg(feature = "tools")]
mod rust_tools;
mod same_arguments;
mod stopping;
mod streamed;
mod tool;

use cases::cases;
