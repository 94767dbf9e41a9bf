//! The stack of a wasm module is one mebibyte: input as deep as it may be must not overflow it.

use ag_ui_lit::json::{MAX_DEPTH, ReadOptions, read};
use ag_ui_lit::schema::{Schema, Verdict};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

fn compile(schema: &Value) -> Schema {
    Schema::read(&schema.to_string()).unwrap()
}

fn nested(depth: usize, core: &str) -> String {
    format!("{}{core}{}", r#"{"next":"#.repeat(depth), "}".repeat(depth))
}

#[wasm_bindgen_test]
fn the_deepest_arguments_are_validated_against_a_recursive_schema() {
    let schema = compile(&json!({
        "$defs": { "node": { "anyOf": [
            { "type": "object", "properties": { "next": { "$ref": "#/$defs/node" } }, "unevaluatedProperties": false },
            { "type": "array", "items": { "$ref": "#/$defs/node" } },
            { "type": "number" }
        ] } },
        "$ref": "#/$defs/node"
    }));
    assert!(schema.validate(&nested(MAX_DEPTH, "1")).is_empty());
    assert!(
        !schema
            .validate(&nested(MAX_DEPTH, "\"no number\""))
            .is_empty()
    );
}

#[wasm_bindgen_test]
fn rules_that_lead_to_rules_end_before_the_stack_does() {
    // Each level of the value takes twenty of rules: two and a half thousand, which is more than there may be.
    let chain: serde_json::Map<String, Value> = (0..20)
        .map(|link| {
            let next = if link == 19 {
                json!({ "$dynamicAnchor": "last", "properties": { "next": { "$dynamicRef": "#first" } } })
            } else {
                json!({ "allOf": [{ "$ref": format!("#/$defs/{}", link + 1) }], "not": { "const": link } })
            };
            (link.to_string(), next)
        })
        .collect();
    let schema =
        compile(&json!({ "$dynamicAnchor": "first", "$ref": "#/$defs/0", "$defs": chain }));
    let document = read(&nested(MAX_DEPTH, "1"), ReadOptions::default()).unwrap();
    let root = document.tree.root().unwrap();
    assert_eq!(schema.check(root), Verdict::Unsure);
    assert_eq!(schema.issues(root).len(), 1);
}

#[wasm_bindgen_test]
fn endless_nesting_is_refused_without_recursion() {
    assert!(read(&"[".repeat(1_000_000), ReadOptions::default()).is_err());
    assert!(Schema::read(&r#"{"not":"#.repeat(1_000_000)).is_err());
    let pattern = format!("{}a{}", "(?:".repeat(10_000), ")*".repeat(10_000));
    assert!(Schema::read(&json!({ "pattern": pattern }).to_string()).is_err());
}
