//! What the page's half calls of the core's modules that speak with models: `provider`, which makes tools for the APIs of
//! providers and reads their calls, and `text`, for models that only write text. Compiled for `wasm32` only; what crosses is
//! JSON text, since nothing here is on the path of every execution.

#![cfg(target_arch = "wasm32")]

mod markers;
mod provider;

use ag_ui_lit::wasm::panic;
use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::keep();
}
