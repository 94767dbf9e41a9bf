//! The wasm module of the toolbox's tools of the page: for each group a function from its options to definitions.
//! `crates/toolbox` has the tools.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the one error is an option that is not as it must be"
)]

use ag_ui_lit_toolbox::wasm;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of `pageTools()`.
#[wasm_bindgen(js_name = rawPageTools, unchecked_return_type = "ToolDefinition[]")]
pub fn page_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::page_tools(options)
}
