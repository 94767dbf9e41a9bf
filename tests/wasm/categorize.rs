//! Categorization across the border.

use ag_ui_lit::wasm::raw_categorize;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{object, seen};

#[wasm_bindgen_test]
fn facts_become_a_plain_error_without_absent_fields() {
    let facts = json!({ "name": "TypeError", "message": "Failed to fetch" });
    let error = raw_categorize(object(&facts), object(&json!("unknown"))).unwrap();
    let expected =
        json!({ "category": "transient", "message": "Failed to fetch", "retryable": true });
    assert_eq!(seen(&error.into()), expected);
}

#[wasm_bindgen_test]
fn issues_keep_their_values() {
    let received = json!({ "list": [1.5, null, "\"é\"", 12_345_678_901_234_567_890_u64] });
    let issues = json!([
        { "path": ["a", "0"], "message": "no", "code": "type", "received": received },
        { "path": [], "message": "gone", "code": "required", "expected": "a" },
        { "path": [], "message": "null is a value", "code": "invalid", "received": null },
    ]);
    let facts = json!({ "issues": issues, "cause": { "errors": [{ "status": 503 }] } });
    let error = raw_categorize(object(&facts), object(&json!("validation"))).unwrap();
    let error = seen(&error.into());
    assert_eq!(error["category"], "validation");
    let listed = &error["validationErrors"];
    assert_eq!(listed[0]["received"]["list"][2], "\"é\"");
    assert_eq!(
        listed[0]["received"]["list"][3].as_f64(),
        Some(12_345_678_901_234_567_890.0)
    );
    assert!(listed[1].get("received").is_none());
    assert_eq!(listed[1]["code"], "required");
    assert_eq!(listed[1]["expected"], "a");
    assert!(
        listed[2]
            .get("received")
            .is_some_and(serde_json::Value::is_null)
    );
}

#[wasm_bindgen_test]
fn an_unknown_category_is_an_error() {
    assert!(raw_categorize(object(&json!({})), object(&json!("nonsense"))).is_err());
}
