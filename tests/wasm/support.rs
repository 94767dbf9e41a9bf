//! Values as the TypeScript half hands them over.

use ag_ui_lit::wasm::{RawTool, raw_reserve_input};
use js_sys::{Uint8Array, WebAssembly::Memory};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// JSON text as a value.
pub(crate) fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Puts text where the core reads it, as the page's half does; returns its length in bytes.
pub(crate) fn input(text: &str) -> usize {
    let at = u32::try_from(raw_reserve_input(text.len())).unwrap();
    let memory: Memory = wasm_bindgen::memory().unchecked_into();
    let length = u32::try_from(text.len()).unwrap();
    Uint8Array::new_with_byte_offset_and_length(&memory.buffer(), at, length)
        .copy_from(text.as_bytes());
    text.len()
}

/// Defines a tool with a schema.
pub(crate) fn define(name: &str, schema: &Value) -> Result<RawTool, JsError> {
    let definition = json!({
        "name": name,
        "description": "Does something.",
        "handler": "function",
        "schema": schema,
    });
    RawTool::define(&definition.to_string())
}
