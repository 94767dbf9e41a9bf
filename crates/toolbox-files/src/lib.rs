//! The wasm module of the toolbox's file and search tools: a function for each group, from its options to definitions. The
//! tools are in `crates/toolbox`.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the only error is an invalid option"
)]

use ag_ui_lit_toolbox::wasm;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of `fileTools()`.
#[wasm_bindgen(js_name = rawFileTools, unchecked_return_type = "ToolDefinition[]")]
pub fn file_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::file_tools(options)
}

/// The definitions of `searchTools()`.
#[wasm_bindgen(js_name = rawSearchTools, unchecked_return_type = "ToolDefinition[]")]
pub fn search_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::search_tools(options)
}
