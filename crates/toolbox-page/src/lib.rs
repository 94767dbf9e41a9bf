//! The wasm module of the toolbox's page tools: a function for each group, from its options to definitions. The tools are in
//! `crates/toolbox`.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the only error is an invalid option"
)]

use ag_ui_lit_toolbox::wasm;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of `pageTools()`.
#[wasm_bindgen(js_name = rawPageTools, unchecked_return_type = "ToolDefinition[]")]
pub fn page_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::page_tools(options)
}
