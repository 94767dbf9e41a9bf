//! Valid schemas: the same as by the official meta-schemas, including 2020-12, for which this crate has its own meta-schema.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::refusal;

fn official(schema: &Value) -> bool {
    jsonschema::meta::is_valid(schema)
}

#[test]
fn violations_of_the_meta_schema_and_broken_references_are_refused() {
    let schemas = [
        json!({ "type": "text" }),
        json!({ "type": [] }),
        json!({ "type": ["string", "string"] }),
        json!({ "properties": [] }),
        json!({ "properties": { "a": 1 } }),
        json!({ "required": ["a", "a"] }),
        json!({ "required": [1] }),
        json!({ "minLength": -1 }),
        json!({ "maxItems": 1.5 }),
        json!({ "minimum": "1" }),
        json!({ "enum": "a" }),
        json!({ "anyOf": [] }),
        json!({ "anyOf": [{ "not": [] }] }),
        json!({ "multipleOf": 0 }),
        json!({ "title": 1 }),
        json!({ "deprecated": "yes" }),
        json!({ "format": 1 }),
        json!({ "pattern": "(" }),
        json!({ "patternProperties": { "(": {} } }),
        json!({ "$ref": "#/$defs/a" }),
        json!({ "$ref": "https://example.com/" }),
        json!({ "$ref": 1 }),
        json!({ "$defs": { "a": { "type": 1 } } }),
        json!({ "if": {}, "then": 1 }),
        json!({ "then": 1 }),
        json!({ "uniqueItems": 1 }),
        json!({ "dependentRequired": { "a": "b" } }),
        json!({ "dependentSchemas": { "a": ["b"] } }),
        json!({ "dependencies": { "a": 1 } }),
        json!({ "$anchor": "1" }),
        json!({ "$anchor": "" }),
        json!({ "$id": "https://example.com/a#b" }),
        json!({ "$dynamicRef": "#none" }),
        json!({ "contains": 1 }),
        json!({ "minContains": -1 }),
        json!({ "prefixItems": [] }),
        json!({ "items": [{}] }),
        json!({ "unevaluatedItems": 1 }),
        json!({ "propertyNames": "a" }),
    ];
    for schema in schemas {
        assert!(refusal(&schema).is_some(), "{schema}");
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(2.0),
        json!(""),
        json!("a"),
        json!("#"),
        json!([]),
        json!([1]),
        json!({}),
        json!({ "a": 1 }),
    ])
}

/// A schema with one of its parts replaced.
fn any_schema_with_a_fault() -> impl Strategy<Value = Value> {
    let keyword = prop::sample::select(vec![
        "type",
        "enum",
        "const",
        "minimum",
        "exclusiveMinimum",
        "multipleOf",
        "minLength",
        "maxItems",
        "uniqueItems",
        "pattern",
        "format",
        "items",
        "prefixItems",
        "additionalItems",
        "contains",
        "properties",
        "patternProperties",
        "required",
        "additionalProperties",
        "propertyNames",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "allOf",
        "not",
        "if",
        "then",
        "unevaluatedItems",
        "$defs",
        "definitions",
        "title",
        "default",
        "examples",
        "readOnly",
        "minContains",
        "$comment",
        "deprecated",
        "contentMediaType",
        "contentSchema",
    ]);
    let part = prop_oneof![
        any_value(),
        Just(json!(["a", "b"])),
        Just(json!([{}, true])),
        Just(json!({ "a": {} })),
        Just(json!({ "a": ["b"] })),
        Just(json!({ "a": ["b", "b"] })),
        Just(json!(["string", "null"])),
        Just(json!("string")),
    ];
    prop::collection::btree_map(keyword, part, 1..3).prop_map(|members| {
        members
            .into_iter()
            .map(|(key, part)| (key.to_owned(), part))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_schema_is_refused_when_the_meta_schema_refuses_it(schema in any_schema_with_a_fault(), inner in any::<bool>()) {
        let schema = if inner { json!({ "properties": { "a": { "anyOf": [schema] } } }) } else { schema };
        // A pattern is compiled, which the meta-schema does not require.
        prop_assert_eq!(refusal(&schema).is_none(), official(&schema), "{}", schema);
    }
}
