//! Hostile schemas and hostile values: bounded work, bounded words.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::schema::{
    MAX_ISSUES, MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES, MAX_VALUES, Schema, SchemaOptions,
};
use serde_json::{Value, json};

/// Not by `json!`, which walks what it is given.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!({}), |inner, _| {
        Value::Object(std::iter::once(("not".to_owned(), inner)).collect())
    })
}

fn refusal(schema: &Value) -> Option<String> {
    Schema::compile(schema).err().map(|error| error.to_string())
}

#[test]
fn a_schema_has_a_bound_of_depth_and_size() {
    assert_eq!(refusal(&nested(MAX_SCHEMA_DEPTH - 1)), None);
    let deep = nested(10_000);
    assert_eq!(refusal(&deep).unwrap(), "is nested deeper than 120 levels");
    drop_slowly(deep);
    let large: Value = (0..MAX_SCHEMA_VALUES).map(|_| json!({})).collect();
    let refused = refusal(&json!({ "anyOf": large })).unwrap();
    assert!(refused.contains("too large"), "{refused}");
}

/// `Value`'s own drop is recursive.
fn drop_slowly(mut value: Value) {
    while let Some(inner) = value.get_mut("not").map(Value::take) {
        value = inner;
    }
}

#[test]
fn references_that_double_are_refused_before_they_are_followed() {
    let doubling = |levels: usize| {
        let twice = |next: usize| json!({ "allOf": [{ "$ref": format!("#/$defs/{next}") }, { "$ref": format!("#/$defs/{next}") }] });
        let mut definitions: serde_json::Map<String, Value> = (0..levels)
            .map(|level| (level.to_string(), twice(level + 1)))
            .collect();
        definitions.insert(levels.to_string(), json!({ "required": ["a"] }));
        json!({ "$ref": "#/$defs/0", "$defs": definitions })
    };
    assert_eq!(refusal(&doubling(10)), None);
    let found = Schema::compile(&doubling(10)).unwrap().validate(&json!({}));
    assert_eq!(found.len(), 1, "1,024 ways to the same fault");
    assert!(
        refusal(&doubling(64))
            .unwrap()
            .contains("unfolds into more than")
    );
}

#[test]
fn references_in_a_circle_end() {
    for schema in [
        json!({ "$ref": "#" }),
        json!({ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } }),
        json!({ "allOf": [{ "$ref": "#" }, { "anyOf": [{ "$ref": "#" }, { "not": { "$ref": "#" } }] }] }),
    ] {
        let schema = Schema::compile(&schema).unwrap();
        // What such a schema means is undefined; that there is an answer is not.
        let _ = schema.validate(&json!({ "a": [1] }));
    }
}

#[test]
fn alternatives_that_refer_to_themselves_give_up_saying_where() {
    let branch = |name: &str| json!({ "type": "object", "properties": { name: { "$ref": "#" } }, "required": [name, "tag"] });
    let names = ["a", "b", "c", "d", "e"];
    let schema = json!({ "type": "object", "anyOf": names.map(branch) });
    // Wrong at the bottom, and each level fits none of five alternatives: 5 to the 100 comparisons to say why.
    let deep = (0..100).fold(json!({ "tag": 1 }), |inner, _| json!({ "a": inner }));
    let found = Schema::compile(&schema).unwrap().validate(&deep);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].message.contains("too deeply in alternatives"),
        "{}",
        found[0].message
    );
}

#[test]
fn the_number_of_issues_is_bounded_and_says_so() {
    let schema =
        Schema::compile(&json!({ "properties": { "a": { "items": { "type": "string" } } } }))
            .unwrap();
    let value = json!({ "a": vec![1; 10_000] });
    let found = schema.validate(&value);
    assert_eq!(found.len(), MAX_ISSUES);
    assert_eq!(
        found.last().unwrap().message,
        "and 9901 more faults, not listed"
    );
    assert!(serde_json::to_string(&found).unwrap().len() < 20_000);

    let value = json!({ "a": vec![1; MAX_VALUES] });
    let found = schema.validate(&value);
    assert_eq!(found.len(), 2);
    assert!(found[1].message.contains("only the first fault"));
}

#[test]
fn names_and_values_of_a_megabyte_are_shortened() {
    let schema = json!({ "additionalProperties": { "items": { "type": "null" } }, "propertyNames": { "maxLength": 5 } });
    let long = "n".repeat(1_000_000);
    let value = json!({ long.clone(): [long.clone(), { "x": long }] });
    let found = Schema::compile(&schema).unwrap().validate(&value);
    assert_eq!(found.len(), 3);
    assert!(serde_json::to_string(&found).unwrap().len() < 5_000);
}

#[test]
fn large_values_are_validated_in_proportion_to_their_size() {
    let schema =
        Schema::compile(&json!({ "properties": { "a": { "uniqueItems": true } } })).unwrap();
    let items: Value = (0..100_000)
        .map(|index| json!({ "id": index, "of": [index] }))
        .collect();
    assert!(schema.validate(&json!({ "a": items })).is_empty());
}

#[test]
fn formats_are_checked_unless_told_otherwise_in_every_dialect() {
    for dialect in [
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2020-12/schema",
    ] {
        let schema = json!({ "$schema": dialect, "properties": { "a": { "format": "ipv4" }, "b": { "format": "idn-hostname" } } });
        let value = json!({ "a": "1.2.3", "b": "-" });
        assert_eq!(Schema::compile(&schema).unwrap().validate(&value).len(), 1);
        let lenient = Schema::compile_with(&schema, SchemaOptions { formats: false }).unwrap();
        assert!(lenient.validate(&value).is_empty());
    }
}

#[test]
fn every_fault_of_a_schema_is_told_with_its_path() {
    let schema = json!({
        "properties": { "a": { "type": "strin" }, "b": { "minLength": -1 } },
        "required": "a"
    });
    let error = Schema::compile(&schema).err().unwrap();
    let mut paths: Vec<String> = error
        .faults
        .iter()
        .map(|fault| fault.path.join("."))
        .collect();
    paths.sort();
    assert_eq!(
        paths,
        ["properties.a.type", "properties.b.minLength", "required"]
    );

    let schema = json!({
        "properties": { "a": { "$ref": "#/x-shared" }, "b": { "$ref": "#/none" }, "c": { "$ref": "other.json" } },
        "x-shared": { "type": "strin" }
    });
    let error = Schema::compile(&schema).err().unwrap();
    let mut paths: Vec<String> = error
        .faults
        .iter()
        .map(|fault| fault.path.join("."))
        .collect();
    paths.sort();
    assert_eq!(
        paths,
        ["properties.b.$ref", "properties.c.$ref", "x-shared.type"]
    );
}

#[test]
fn what_is_only_shown_may_have_patterns_that_only_javascript_knows() {
    let schema = json!({ "properties": { "a": { "pattern": r"(?<n>a)\k<n>" } } });
    assert!(Schema::check(&schema).is_ok());
    assert!(Schema::compile(&schema).is_err());
}
