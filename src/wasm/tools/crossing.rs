use js_sys::Reflect;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// A value as the plain object that JSON of it would be.
///
/// # Errors
///
/// What serde says of a value that can't be written.
pub fn to_js(value: &(impl Serialize + ?Sized)) -> Result<JsValue, JsError> {
    Ok(value.serialize(&Serializer::json_compatible())?)
}

/// A plain object as a value.
///
/// # Errors
///
/// What serde says of an object that is no such value.
pub fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsError> {
    Ok(serde_wasm_bindgen::from_value(value)?)
}

/// A property; `undefined` where it can't be read.
#[must_use]
pub fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Sets a property of an object of our own, which takes it.
pub fn set(object: &JsValue, name: &str, value: &JsValue) {
    let _taken = Reflect::set(object, &name.into(), value);
}
