//! The wasm module of the toolbox's tools of files and search: for each group a function from its options to definitions.
//! `crates/toolbox` has the tools.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the one error is an option that is not as it must be"
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
