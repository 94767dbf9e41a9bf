//! Definitions and the registry, called as JavaScript calls them.

use ag_ui_lit::wasm::RawToolRegistry;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, json_of};

#[wasm_bindgen_test]
fn faults_are_thrown_as_plain_data() {
    let thrown = define("bad name", &json!({ "type": "nonsense" }))
        .err()
        .unwrap();
    let faults = json_of(&thrown);
    let paths: Vec<_> = faults["issues"]
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| &issue["path"])
        .collect();
    assert_eq!(paths, [&json!(["name"]), &json!(["schema", "type"])]);
}

#[wasm_bindgen_test]
fn a_taken_name_is_thrown_as_a_fault_of_the_name() {
    let registry = RawToolRegistry::new();
    let tool = define("one", &json!({})).unwrap();
    let first = registry.register(&tool, false).unwrap();
    let thrown = registry.register(&tool, false).unwrap_err();
    assert_eq!(json_of(&thrown)["issues"][0]["path"], json!(["name"]));
    let second = registry.register(&tool, true).unwrap();
    assert_ne!(first, second);
    assert_eq!(registry.ids(), [second]);
}
