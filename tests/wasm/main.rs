//! The core as it runs in a browser: `wasm-pack test --headless --chrome . -- --test wasm`.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

pub mod categorize;
pub mod language;
pub mod manager;
pub mod registry;
pub mod stack;
mod support;
