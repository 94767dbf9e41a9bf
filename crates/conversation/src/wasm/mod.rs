//! Exports for the server's half. Values cross as JSON text, which takes less time than a model's answer.

#![allow(
    clippy::needless_pass_by_value,
    reason = "wasm_bindgen hands optional text over by value"
)]

mod conversation;

use ag_ui_lit::wasm::panic;
use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::keep();
}
