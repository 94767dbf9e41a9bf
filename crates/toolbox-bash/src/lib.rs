//! The wasm module of the toolbox's bash tool: a function for each group, from its options to definitions. The tools are in
//! `crates/toolbox`.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the only error is an invalid option"
)]

use ag_ui_lit_toolbox::wasm;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of `bashTool()`.
#[wasm_bindgen(js_name = rawBashTool, unchecked_return_type = "ToolDefinition[]")]
pub fn bash_tool(options: JsValue) -> Result<Array, JsError> {
    wasm::bash_tool(options)
}
