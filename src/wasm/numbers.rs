//! Decimal digits and doubles: JavaScript converts them, so the module need not bring the tables.

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = Number)]
    fn number_of(text: &str) -> f64;

    #[wasm_bindgen(js_name = BigInt)]
    fn big_int_of(whole: f64) -> JsValue;

    #[wasm_bindgen(js_name = String)]
    fn text_of(value: &JsValue) -> String;
}

pub(crate) fn double(literal: &str) -> f64 {
    number_of(literal)
}

pub(crate) fn is_exact(literal: &str) -> bool {
    let double = double(literal);
    // A BigInt of an infinite number throws.
    double.is_finite() && text_of(&big_int_of(double)) == literal
}

pub(crate) fn text(number: f64) -> String {
    text_of(&JsValue::from_f64(number))
}
