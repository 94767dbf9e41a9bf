//! The core without a browser: one binary, a module for each part of it.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "helpers of tests are tests; the virtual clock counts whole numbers"
)]

mod categorize;
mod constants;
#[cfg(feature = "conversation")]
mod conversation;
mod execution;
mod imports;
mod json_corpus;
mod json_deltas;
mod json_reader;
mod manager;
mod policy;
#[cfg(feature = "provider")]
mod provider;
mod rate_limit;
mod retry_after;
#[cfg(feature = "tools")]
mod rust_tools;
mod same_arguments;
mod stopping;
mod streamed;
#[cfg(feature = "text")]
mod text;
mod tool;

use proptest::prelude::ProptestConfig;

/// How many random cases a test tries: few, unless `PROPTEST_CASES` says otherwise.
fn cases() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(32)
    }
}
