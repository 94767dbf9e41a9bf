//! Definitions and the registry, called as JavaScript calls them.

use ag_ui_lit::wasm::RawToolRegistry;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, seen};

#[wasm_bindgen_test]
fn faults_are_thrown_as_plain_data() {
    let faults = define("bad name", &json!({ "type": "string" }))
        .err()
        .unwrap();
    let faults = seen(&faults);
    let paths: Vec<_> = faults
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| issue["path"].clone())
        .collect();
    assert_eq!(paths, [json!(["name"]), json!(["schema", "type"])]);
}

#[wasm_bindgen_test]
fn a_taken_name_gets_no_id() {
    let registry = RawToolRegistry::new();
    let tool = define("one", &json!({})).unwrap();
    let first = registry.register(&tool, false);
    assert!(first.is_some());
    assert_eq!(registry.register(&tool, false), None);
    let second = registry.register(&tool, true);
    assert_ne!(first, second);
    assert_eq!(registry.ids(), [second.unwrap()]);
}

#[wasm_bindgen_test]
fn statistics_are_a_plain_object() {
    let registry = RawToolRegistry::new();
    let _ = registry.register(&define("one", &json!({})).unwrap(), false);
    let stats = registry.stats("one").unwrap().unwrap();
    let expected = json!({
        "executions": 0, "successes": 0, "failures": 0, "cancellations": 0, "totalDuration": 0, "averageDuration": 0,
    });
    assert_eq!(seen(&stats.into()), expected);
    assert!(registry.stats("two").unwrap().is_none());
}
