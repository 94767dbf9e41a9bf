//! Exports for the page's half. Values cross as JSON text: nothing here is on the path of every execution.

mod markers;
mod provider;

use ag_ui_lit::wasm::panic;
use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::keep();
}
