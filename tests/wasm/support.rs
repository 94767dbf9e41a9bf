//! Values as the TypeScript half hands them over.

use ag_ui_lit::tool::Definition;
use ag_ui_lit::wasm::RawTool;
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

/// Defines a tool with a schema.
pub(crate) fn define(name: &str, schema: &Value) -> Result<RawTool, JsValue> {
    RawTool::define(&js::<Definition>(&json!({
        "name": name,
        "description": "Does something.",
        "handler": "function",
        "schema": schema,
    })))
}
