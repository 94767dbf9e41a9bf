//! The stack of a wasm module is one mebibyte: input as deep as it may be must not overflow it.

use ag_ui_lit::json::{MAX_DEPTH, ReadOptions, read};
use ag_ui_lit::schema::Schema;
use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn the_deepest_arguments_are_validated_against_a_recursive_schema() {
    let schema = json!({
        "$defs": { "node": { "anyOf": [
            { "type": "object", "properties": { "next": { "$ref": "#/$defs/node" } }, "additionalProperties": false },
            { "type": "array", "items": { "$ref": "#/$defs/node" } },
            { "type": "number" }
        ] } },
        "$ref": "#/$defs/node"
    });
    let schema = Schema::compile(&schema).unwrap();
    let nested = |depth: usize, core: &str| {
        let text = format!("{}{core}{}", r#"{"next":"#.repeat(depth), "}".repeat(depth));
        read(&text, ReadOptions::default()).unwrap().value()
    };
    assert!(schema.validate(&nested(MAX_DEPTH, "1")).is_empty());
    assert!(
        !schema
            .validate(&nested(MAX_DEPTH, "\"no number\""))
            .is_empty()
    );
}

#[wasm_bindgen_test]
fn endless_nesting_is_refused_without_recursion() {
    assert!(read(&"[".repeat(1_000_000), ReadOptions::default()).is_err());
}
