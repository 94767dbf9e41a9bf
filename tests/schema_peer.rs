//! The crate decides as the `jsonschema` crate does: over our sample of cases, and over random schemas and values in all
//! dialects; and a value that is judged as it arrives gets the same verdict.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::json::{self, ReadOptions};
use ag_ui_lit::schema::{Schema, Verdict};
use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};
use suite::{DRAFTS, in_dialect, json_files, read, text, verdicts};

mod suite;

/// The other implementation.
fn peer(schema: &Value, formats: bool) -> Option<Validator> {
    jsonschema::options()
        .offline()
        .should_validate_formats(formats)
        .should_ignore_unknown_formats(true)
        .build(schema)
        .ok()
}

/// Compares the two on a value, read at once and as it arrives.
fn agree(schema: &Schema, peer: &Validator, value: &Value, name: &str) {
    let text = value.to_string();
    let Ok(document) = json::read(&text, ReadOptions::default()) else {
        return; // A number that a double would round.
    };
    let root = document.tree.root().unwrap();
    let valid = peer.is_valid(value);
    let expected = if valid {
        Verdict::Valid
    } else {
        Verdict::Invalid
    };
    assert_eq!(schema.check(root), expected, "{name}: {text}");
    let issues = schema.issues(root);
    assert_eq!(
        issues.is_empty(),
        valid,
        "{name}: {text} has issues {issues:?}"
    );
    assert!(
        !issues
            .iter()
            .any(|issue| issue.message.contains("could not be checked")),
        "{name}: {text} has no fault that could be found"
    );
    let pieces: Vec<&str> = text
        .char_indices()
        .map(|(at, character)| &text[at..at + character.len_utf8()])
        .collect();
    let last = *verdicts(schema, &pieces).last().unwrap();
    assert_eq!(last, expected, "{name}, as it arrives: {text}");
}

#[test]
fn the_two_agree_over_the_sample() {
    let mut compared = 0;
    for (draft, dialect) in DRAFTS {
        if let Some(folder) = suite::folder(draft) {
            for file in json_files(&folder) {
                for case in read(&file).as_array().unwrap() {
                    let schema = in_dialect(&case["schema"], dialect);
                    // One refers to a document outside, which both refuse.
                    let Ok(ours) = Schema::read(&schema.to_string()) else {
                        assert!(peer(&schema, true).is_none(), "{schema}");
                        continue;
                    };
                    let peer = peer(&schema, true).unwrap();
                    for test in case["tests"].as_array().unwrap() {
                        compared += 1;
                        let name = format!("{draft} {}", text(case, "description"));
                        agree(&ours, &peer, &test["data"], &name);
                    }
                }
            }
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn the_two_refuse_the_same_schemas() {
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
        json!({ "$dynamicRef": "#none" }),
        json!({ "contains": 1 }),
        json!({ "minContains": -1 }),
        json!({ "prefixItems": [] }),
        json!({ "items": [{}] }),
        json!({ "unevaluatedItems": 1 }),
        json!({ "propertyNames": "a" }),
    ];
    for schema in schemas {
        assert!(Schema::read(&schema.to_string()).is_err(), "{schema}");
        assert!(peer(&schema, true).is_none(), "{schema}");
    }
}

fn any_schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(true)),
        Just(json!(false)),
        prop::sample::subsequence(
            vec!["null", "boolean", "integer", "number", "string", "array", "object"],
            1..4
        )
        .prop_map(|types| json!({ "type": types })),
        prop::collection::vec(any_value(), 1..3).prop_map(|options| json!({ "enum": options })),
        any_value().prop_map(|value| json!({ "const": value })),
        (-3..4, -3..4).prop_map(|(least, most)| json!({ "minimum": least, "maximum": most })),
        (-3..4, -3..4).prop_map(
            |(least, most)| json!({ "exclusiveMinimum": least, "exclusiveMaximum": most })
        ),
        prop::sample::select(vec![json!(1), json!(2), json!(3), json!(0.5), json!(0.1)])
            .prop_map(|divisor| json!({ "multipleOf": divisor })),
        (0..3, 0..4).prop_map(|(least, most)| json!({ "minLength": least, "maxLength": most })),
        (0..3, 0..4, any::<bool>()).prop_map(
            |(least, most, unique)| json!({ "minItems": least, "maxItems": most, "uniqueItems": unique })
        ),
        (0..3, 0..4)
            .prop_map(|(least, most)| json!({ "minProperties": least, "maxProperties": most })),
        Just(json!({ "format": "date" })),
        prop::sample::select(vec!["^a", "b$", "^.$", "[0-9]"])
            .prop_map(|pattern| json!({ "pattern": pattern })),
        Just(json!({ "dependentRequired": { "a": ["b"], "c": ["a"] } })),
        Just(json!({ "dependencies": { "a": ["b"], "c": { "required": ["b"] } } })),
        Just(json!({ "$ref": "#" })),
        Just(json!({ "$ref": "#/$defs/a" })),
        Just(json!({ "$ref": "#/$defs/a/properties/a" })),
        Just(json!({ "$ref": "#here" })),
        Just(json!({ "$ref": "#/$defs/a", "minLength": 1 })),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let list = || prop::collection::vec(inner.clone(), 1..3);
        let named = || prop::collection::btree_map("[ab]", inner.clone(), 0..3);
        prop_oneof![
            (
                named(),
                prop::sample::subsequence(vec!["a", "b"], 0..3),
                inner.clone()
            )
                .prop_map(|(properties, required, others)| json!({
                    "properties": properties, "required": required, "additionalProperties": others
                })),
            (list(), inner.clone())
                .prop_map(|(prefix, items)| json!({ "prefixItems": prefix, "items": items })),
            (list(), inner.clone())
                .prop_map(|(prefix, items)| json!({ "items": prefix, "additionalItems": items })),
            (inner.clone(), 0..3, 0..3).prop_map(|(item, least, most)| json!({
                "contains": item, "minContains": least, "maxContains": most
            })),
            inner.clone().prop_map(|item| json!({ "contains": item })),
            inner.clone().prop_map(|name| json!({ "propertyNames": name })),
            (named(), inner.clone(), inner.clone()).prop_map(|(named, matching, others)| json!({
                "properties": named, "patternProperties": { "^[ac]": matching }, "additionalProperties": others
            })),
            named().prop_map(|schemas| json!({ "dependentSchemas": schemas })),
            (named(), list(), inner.clone()).prop_map(|(named, any, rest)| json!({
                "properties": named, "anyOf": any, "unevaluatedProperties": rest
            })),
            (list(), list(), inner.clone()).prop_map(|(prefix, all, rest)| json!({
                "prefixItems": prefix, "allOf": all, "unevaluatedItems": rest
            })),
            (inner.clone(), list(), any::<bool>()).prop_map(|(item, one, rest)| json!({
                "contains": item, "oneOf": one, "unevaluatedItems": rest, "unevaluatedProperties": rest
            })),
            list().prop_map(|schemas| json!({ "allOf": schemas })),
            list().prop_map(|schemas| json!({ "anyOf": schemas })),
            list().prop_map(|schemas| json!({ "oneOf": schemas })),
            inner.clone().prop_map(|schema| json!({ "not": schema })),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| json!({ "if": a, "then": b, "else": c })),
        ]
    })
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-4_i64..5).prop_map(Value::from),
        prop::sample::select(vec![0.5, -1.5, 1.0, 2.0, -0.0, 1e20]).prop_map(Value::from),
        prop::sample::select(vec!["", "a", "é", "😀b", "2026-01-31", "abcd"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[abc]", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A schema with one of its parts made something else.
fn any_spoiled_schema() -> impl Strategy<Value = Value> {
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
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn the_two_agree_over_random_schemas(
        root in any_schema(),
        definition in any_schema(),
        dialect in prop::sample::select(DRAFTS.to_vec()),
        values in prop::collection::vec(any_value(), 1..8),
    ) {
        let schema = json!({
            "$schema": dialect.1,
            "allOf": [root],
            "$defs": { "a": definition, "here": { "$anchor": "here", "maxLength": 2 } },
            "definitions": {}
        });
        // The other one lets `contains` evaluate items in 2019-09 too, where section 9.3.1.3 says nothing of it.
        let text = schema.to_string();
        let differs = dialect.0 == "draft2019-09" && text.contains("contains");
        // One whose references lead in a circle without a value in between is refused.
        if let (Ok(ours), Some(peer)) = (Schema::read(&text), peer(&schema, true)) {
            for value in values.iter().filter(|_| !differs) {
                agree(&ours, &peer, value, &text);
            }
        }
    }

    #[test]
    fn the_two_refuse_the_same_random_schemas(
        schema in any_spoiled_schema(),
        dialect in prop::sample::select(DRAFTS.to_vec()),
    ) {
        let schema = in_dialect(&schema, dialect.1);
        // The other one knows a keyword of draft 7 in draft 6 as well.
        if dialect.0 == "draft6" && schema.get("contentMediaType").is_some() {
            return Ok(());
        }
        let ours = Schema::read(&schema.to_string());
        let theirs = peer(&schema, true).is_some();
        assert_eq!(ours.is_ok(), theirs, "{schema}: {:?}", ours.err());
    }
}
