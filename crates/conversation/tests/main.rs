//! Native tests, in one binary.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "helpers of tests are tests; the virtual clock counts whole numbers"
)]

#[path = "../../../tests/native/cases.rs"]
mod cases;
mod conversation;

use cases::cases;
