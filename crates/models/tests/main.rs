//! Native tests, in one binary.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

#[path = "../../../tests/native/cases.rs"]
mod cases;
#[path = "../../../tests/native/made_file.rs"]
mod made_file;
mod provider;
mod text;

use cases::cases;
