//! The wasm module of the toolbox's tools of the web: for each group a function from its options to definitions.
//! `crates/toolbox` has the tools.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the one error is an option that is not as it must be"
)]

use ag_ui_lit_toolbox::wasm;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of `webTools()`.
#[wasm_bindgen(js_name = rawWebTools, unchecked_return_type = "ToolDefinition[]")]
pub fn web_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::web_tools(options)
}
