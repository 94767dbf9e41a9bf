//! Categorization across the boundary.

use ag_ui_lit::error::{ThrownFacts, ToolErrorCategory};
use ag_ui_lit::wasm::raw_categorize;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{js, json_of};

#[wasm_bindgen_test]
fn facts_become_a_plain_error_without_absent_fields() {
    let facts = js::<ThrownFacts>(&json!({ "name": "TypeError", "message": "Failed to fetch" }));
    let error = raw_categorize(&facts, &js::<ToolErrorCategory>(&json!("unknown"))).unwrap();
    let expected =
        json!({ "category": "transient", "message": "Failed to fetch", "retryable": true });
    assert_eq!(json_of(&error.into()), expected);
}

#[wasm_bindgen_test]
fn an_unknown_category_is_an_error() {
    let facts = js::<ThrownFacts>(&json!({}));
    assert!(raw_categorize(&facts, &js::<ToolErrorCategory>(&json!("nonsense"))).is_err());
}
