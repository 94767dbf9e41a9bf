//! Exports for the page's half. Values cross as JSON text, since none of these functions runs for every execution.

mod markers;
mod provider;

use ag_ui_lit::wasm::panic;
use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::keep();
}
