//! Definitions and the registry, called as JavaScript calls them.

use ag_ui_lit::wasm::{RawSchema, RawToolRegistry};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, json_of, value};

#[wasm_bindgen_test]
fn faults_and_what_is_left_for_the_engine_are_plain_data() {
    let tool = define(
        "bad name",
        &json!({ "type": "object", "unevaluatedItems": 1 }),
    )
    .unwrap();
    let issues = value(&tool.issues());
    assert_eq!(issues.as_array().unwrap().len(), 1);
    assert_eq!(issues[0]["path"], json!(["name"]));
    let tasks = json!([{ "field": "schema", "validates": true }]);
    assert_eq!(value(&tool.for_engine()), tasks);
}

#[wasm_bindgen_test]
fn the_engine_throws_a_schemas_faults_as_plain_data() {
    let schema = json!({ "properties": { "city": { "type": "nonsense" } } });
    let thrown = RawSchema::new(&schema.to_string(), true).err().unwrap();
    let faults = json_of(&thrown);
    assert_eq!(
        faults["faults"][0]["path"],
        json!(["properties", "city", "type"])
    );
    assert_eq!(
        json_of(&RawSchema::check(&schema.to_string()).unwrap_err()),
        faults
    );
}

#[wasm_bindgen_test]
fn a_taken_name_gets_no_id() {
    let registry = RawToolRegistry::new();
    let tool = define("one", &json!({})).unwrap();
    let first = registry.register(&tool, false);
    assert_eq!(registry.register(&tool, false), 0);
    let second = registry.register(&tool, true);
    assert_ne!(first, second);
    assert_eq!(registry.ids(), [second]);
}
