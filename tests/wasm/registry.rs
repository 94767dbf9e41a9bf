//! Definitions and the registry, called as JavaScript calls them.

use ag_ui_lit::wasm::{RawSchema, RawToolRegistry};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, json_of};

#[wasm_bindgen_test]
fn faults_and_what_is_left_for_the_engine_are_plain_data() {
    let tool = define(
        "bad name",
        &json!({ "type": "object", "unevaluatedItems": 1 }),
    )
    .unwrap();
    let issues: Vec<_> = tool
        .issues()
        .unwrap()
        .into_iter()
        .map(|issue| json_of(&issue.into()))
        .collect();
    let paths: Vec<_> = issues.iter().map(|issue| &issue["path"]).collect();
    assert_eq!(paths, [&json!(["name"])]);
    let tasks: Vec<_> = tool
        .for_engine()
        .unwrap()
        .into_iter()
        .map(|task| json_of(&task.into()))
        .collect();
    assert_eq!(tasks, [json!({ "field": "schema", "validates": true })]);
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
