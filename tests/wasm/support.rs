//! Values as the TypeScript half hands them over.

use ag_ui_lit::tool::Definition;
use ag_ui_lit::wasm::{RawTool, raw_reserve_input};
use js_sys::{Uint8Array, WebAssembly::Memory};
use serde_json::{Value, json};
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON, js_name = stringify)]
    fn stringify(value: &JsValue) -> String;

    #[wasm_bindgen(js_namespace = JSON, js_name = parse)]
    fn parse(text: &str) -> JsValue;
}

/// A JavaScript value as JSON.
pub(crate) fn json_of(value: &JsValue) -> Value {
    serde_json::from_str(&stringify(value)).unwrap()
}

/// JSON as a JavaScript value.
pub(crate) fn js<T: Tsify>(value: &Value) -> Ts<T> {
    Ts::new_unchecked(parse(&value.to_string()))
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
    RawTool::define(&js::<Definition>(&json!({
        "name": name,
        "description": "Does something.",
        "handler": "function",
        "schema": schema,
    })))
}
