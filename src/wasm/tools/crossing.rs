use js_sys::{JSON, Reflect};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_wasm_bindgen::{Deserializer, Serializer};
use wasm_bindgen::prelude::*;

use crate::tool::bounded_json;

/// A value as the plain object that JSON of it would be.
///
/// # Errors
///
/// When it can't be written as JSON, or has an integer beyond 2⁵³, which JavaScript would round.
pub fn to_js(value: &(impl Serialize + ?Sized)) -> Result<JsValue, JsError> {
    let value = serde_json::to_value(value)?;
    let object = value.serialize(&Serializer::json_compatible())?;
    if names_the_prototype(&value) {
        // Only the parser makes a property of this name: setting it gives the object another prototype.
        return JSON::parse(&value.to_string()).map_err(|_| JsError::new("JSON of it is none"));
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

/// A plain object as a value. Where the type holds a [`Value`] of the page's own, [`json_of`] reads that.
///
/// # Errors
///
/// What serde says of an object that is no such value.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    Ok(serde_wasm_bindgen::from_value(value)?)
}

/// What the page gave, whatever its shape.
///
/// # Errors
///
/// When JSON can't hold it: a function, a symbol, an integer beyond 64 bits, `NaN`, or more levels than arguments may have.
pub fn json_of(value: JsValue) -> Result<Value, JsError> {
    Ok(bounded_json(Deserializer::from(value))?)
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = globalThis)]
    static GLOBAL: JsValue;
}

/// The page's global object. `js_sys::global` would do, but for its last resort: text as code, which a page may forbid.
#[must_use]
pub fn global() -> JsValue {
    GLOBAL.with(Clone::clone)
}

/// A property; `undefined` where it can't be read.
#[must_use]
pub fn property(object: &JsValue, name: &str) -> JsValue {
    property_of(object, &name.into())
}

/// The same by a key that may be a symbol.
pub(super) fn property_of(object: &JsValue, key: &JsValue) -> JsValue {
    Reflect::get(object, key).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of an object of our own, which takes it.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _taken = Reflect::set(object, &name.into(), value);
}
