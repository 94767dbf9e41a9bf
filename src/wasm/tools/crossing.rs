use js_sys::{JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::prelude::*;

use crate::tool::bounded_json;

/// Converts a value to the plain object that JSON would have.
///
/// # Errors
///
/// If it can't be serialized as JSON, or contains an integer beyond 2⁵³, which JavaScript would round.
pub fn to_js(value: &(impl Serialize + ?Sized)) -> Result<JsValue, JsError> {
    let value = serde_json::to_value(value)?;
    let object = value.serialize(&Serializer::json_compatible())?;
    if names_the_prototype(&value) {
        // Only the parser makes a property of this name: setting it would replace the object's prototype.
        return JSON::parse(&value.to_string())
            .map_err(|_| JsError::new("the value can't be written as JSON"));
    }
    Ok(object)
}

fn names_the_prototype(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| key == "__proto__" || names_the_prototype(value)),
        Value::Array(items) => items.iter().any(names_the_prototype),
        _ => false,
    }
}

/// Converts a plain object to a value. For a type that contains a [`Value`] of the page's own, use [`json_of`].
///
/// # Errors
///
/// The error of serde, if the object is not such a value.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    Ok(serde_wasm_bindgen::from_value(value)?)
}

/// Converts any value of the page.
///
/// # Errors
///
/// If JSON can't express it: a function, a symbol, an integer beyond 64 bits, `NaN`, or more levels than arguments may have.
pub fn json_of(value: JsValue) -> Result<Value, JsError> {
    Ok(bounded_json(Deserializer::from(value))?)
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = globalThis)]
    static GLOBAL: JsValue;
}

/// The page's global object. `js_sys::global` would evaluate text as code as its last resort, which a page may forbid.
#[must_use]
pub fn global() -> JsValue {
    GLOBAL.with(Clone::clone)
}

/// A property; `undefined` if it can't be read.
#[must_use]
pub fn property(object: &JsValue, name: &str) -> JsValue {
    property_of(object, &name.into())
}

/// A property by a key that may be a symbol.
pub(super) fn property_of(object: &JsValue, key: &JsValue) -> JsValue {
    Reflect::get(object, key).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of an object that this module made.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _taken = Reflect::set(object, &name.into(), value);
}
