//! Definitions and the registry, called as JavaScript calls them.

use ag_ui_lit::wasm::{RawSchema, RawToolRegistry};
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, value};

#[wasm_bindgen_test]
fn faults_are_plain_data() {
    let schema = json!({ "properties": { "city": { "type": "nonsense" } }, "required": 1 });
    let issues = value(&define("bad name", &schema).unwrap().issues());
    let paths: Vec<_> = issues
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| &issue["path"])
        .collect();
    assert_eq!(
        paths,
        [
            &json!(["name"]),
            &json!(["schema", "properties", "city", "type"]),
            &json!(["schema", "required"]),
        ]
    );
}

#[wasm_bindgen_test]
fn a_schema_by_itself_judges_any_value() {
    let schema = RawSchema::new(r#"{ "type": "string", "maxLength": 2 }"#).unwrap();
    assert_eq!(schema.fault("\"ab\"").unwrap(), None);
    let fault = value(&schema.fault("5").unwrap().unwrap());
    assert_eq!(fault["validationErrors"][0]["path"], json!([]));
    assert!(RawSchema::new(r#"{ "type": "nonsense" }"#).is_err());
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
