//! Categorization across the boundary.

use ag_ui_lit::wasm::raw_categorize;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::value;

#[wasm_bindgen_test]
fn facts_become_a_plain_error_without_absent_fields() {
    let facts = json!({ "name": "TypeError", "message": "Failed to fetch" }).to_string();
    let error = raw_categorize(&facts, "unknown").unwrap();
    let expected =
        json!({ "category": "transient", "message": "Failed to fetch", "retryable": true });
    assert_eq!(value(&error), expected);
}

#[wasm_bindgen_test]
fn an_unknown_category_is_an_error() {
    assert!(raw_categorize("{}", "nonsense").is_err());
}
