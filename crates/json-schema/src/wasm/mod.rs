//! What the page's half calls. No method calls JavaScript while it holds a borrow.

mod issue;
mod judge;
mod schema;

use ag_ui_lit::wasm::panic;
use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    panic::keep();
    // Hash tables ask the page's `crypto` for a seed, once: now, while nothing is borrowed, since it may be a polyfill.
    drop(jsonschema::options());
}
