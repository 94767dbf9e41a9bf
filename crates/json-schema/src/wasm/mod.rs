//! Exports for the page's half. No method calls JavaScript while it holds a borrow.

mod issue;
mod judge;
mod schema;

use ag_ui_lit::wasm::panic;
use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::keep();
    // Hash tables take a seed from the page's `crypto` once. They do it now, while there is no borrow, since it may be a
    // polyfill.
    drop(jsonschema::options());
}
