//! Plain objects on their way in and out of the manager. Globals of the page read and make them, and may throw through the
//! core. So no method of the manager runs meanwhile, and a crossing uses up its object.

use js_sys::Array;
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::ToolError;
use crate::execution::ExecutionRecord;
use crate::json::BigInteger;

/// An error.
#[wasm_bindgen]
pub struct RawToolError(pub(super) ToolError);

#[wasm_bindgen]
impl RawToolError {
    /// Reads an error.
    pub fn of(error: Ts<ToolError>) -> Result<Self, JsError> {
        Ok(Self(error.to_rust()?))
    }

    /// The error as an object.
    #[wasm_bindgen(js_name = intoObject)]
    pub fn into_object(self) -> Result<Ts<ToolError>, JsError> {
        object(&self.0)
    }
}

/// A snapshot of an execution.
#[wasm_bindgen]
pub struct RawRecord(pub(super) ExecutionRecord);

#[wasm_bindgen]
impl RawRecord {
    /// The record as an object.
    #[wasm_bindgen(js_name = intoObject)]
    pub fn into_object(self) -> Result<Ts<ExecutionRecord>, JsError> {
        object(&self.0)
    }
}

/// The integers of an execution's arguments that a double can't hold.
#[wasm_bindgen]
pub struct RawBigIntegers(pub(super) Vec<BigInteger>);

#[wasm_bindgen]
impl RawBigIntegers {
    /// The integers as objects.
    #[wasm_bindgen(js_name = intoObjects, unchecked_return_type = "BigInteger[]")]
    pub fn into_objects(self) -> Result<Array, JsError> {
        listed(&self.0)
    }
}

/// A value as the plain object that JSON would have; `null` stays `null`.
pub(super) fn object<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsError> {
    let object = value.serialize(&Serializer::json_compatible())?;
    Ok(Ts::new_unchecked(object))
}

/// Values as an array of plain objects.
pub(super) fn listed<T: Tsify + Serialize>(values: &[T]) -> Result<Array, JsError> {
    let list = Array::new();
    for value in values {
        list.push(&value.into_js()?.into());
    }
    Ok(list)
}
