//! Values in the form in which the TypeScript half passes them.

use ag_ui_lit::wasm::RawTool;
use js_sys::JSON;
use serde_json::{Value, json};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

/// JSON text as a value.
pub(crate) fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A JavaScript object, made like those of the page's half.
pub(crate) fn object<T: Tsify>(value: &Value) -> Ts<T> {
    let object = JSON::parse(&value.to_string()).unwrap();
    Ts::new_unchecked(object)
}

/// The object as JavaScript sees it.
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
