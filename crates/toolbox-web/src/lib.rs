//! The wasm module of the toolbox's web tool: a function for each group, from its options to definitions. The tools are in
//! `crates/toolbox`.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the only error is an invalid option"
)]

use ag_ui_lit_toolbox::wasm;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of `webTools()`.
#[wasm_bindgen(js_name = rawWebTools, unchecked_return_type = "ToolDefinition[]")]
pub fn web_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::web_tools(options)
}
