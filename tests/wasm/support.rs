//! Values as the TypeScript half hands them over.

use ag_ui_lit::wasm::RawTool;
use js_sys::JSON;
use serde_json::{Value, json};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// JSON text as a value.
pub(crate) fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A JavaScript object, as the page's half makes it.
pub(crate) fn object<T: Tsify>(value: &Value) -> Ts<T> {
    let object = JSON::parse(&value.to_string()).unwrap();
    Ts::new_unchecked(object)
}

/// What JavaScript sees of an object.
pub(crate) fn seen(object: &JsValue) -> Value {
    let text = JSON::stringify(object).unwrap();
    value(&String::from(text))
}

/// Defines a tool with a schema.
pub(crate) fn define(name: &str, schema: &Value) -> Result<RawTool, JsValue> {
    let definition = json!({
        "name": name,
        "description": "Does something.",
        "handler": "function",
        "schema": schema,
    });
    RawTool::define(object(&definition))
}
