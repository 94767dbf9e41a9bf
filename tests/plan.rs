//! A plan decides as the engine does: over the official suite, and over random schemas, values and cuts.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::json::{self, ReadOptions, Reader};
use ag_ui_lit::schema::{Plan, Progress, Schema, SchemaOptions, Verdict};
use proptest::prelude::*;
use serde_json::{Value, json};
use suite::{DRAFTS, in_dialect, json_files, read, text};

mod suite;

fn compile(schema: &Value) -> Schema {
    Schema::compile(schema).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

fn check(plan: &Plan, text: &str) -> Verdict {
    let document = json::read(text, ReadOptions::default()).unwrap();
    plan.check(document.tree.root().unwrap())
}

/// What is known after each piece of a text, the last one being the end.
fn verdicts(plan: &Plan, pieces: &[&str]) -> Vec<Verdict> {
    let mut reader = Reader::new(ReadOptions::default());
    let mut progress = Progress::default();
    let mut verdicts: Vec<Verdict> = pieces
        .iter()
        .map(|piece| {
            reader.push(piece).unwrap();
            progress.advance(plan, reader.tree())
        })
        .collect();
    reader.finish().unwrap();
    verdicts.push(progress.advance(plan, reader.tree()));
    verdicts
}

fn characters(text: &str) -> Vec<&str> {
    text.char_indices()
        .map(|(at, character)| &text[at..at + character.len_utf8()])
        .collect()
}

/// Compares a plan with the engine, read at once and as it arrives.
fn agree(schema: &Schema, value: &Value, name: &str) -> Option<Verdict> {
    let plan = schema.outline().plan()?;
    let text = value.to_string();
    let Ok(document) = json::read(&text, ReadOptions::default()) else {
        return None; // A number that a double would round.
    };
    let verdict = plan.check(document.tree.root().unwrap());
    let valid = schema.validate(value).is_empty();
    match verdict {
        Verdict::Valid => assert!(valid, "{name}: the engine refuses {text}"),
        Verdict::Invalid => assert!(!valid, "{name}: the engine accepts {text}"),
        Verdict::Unsure => {}
    }
    let last = *verdicts(plan, &characters(&text)).last().unwrap();
    match last {
        Verdict::Valid => assert!(valid, "{name}, as it arrives: the engine refuses {text}"),
        Verdict::Invalid => assert!(!valid, "{name}, as it arrives: the engine accepts {text}"),
        Verdict::Unsure => {}
    }
    Some(verdict)
}

#[test]
fn over_the_suite_a_plan_never_contradicts_the_engine() {
    let (mut planned, mut decided) = (0, 0);
    for (draft, dialect) in DRAFTS {
        for folder in suite::folders(draft) {
            for file in json_files(&folder) {
                for case in read(&file).as_array().unwrap() {
                    let schema = in_dialect(&case["schema"], dialect);
                    let formats = file.display().to_string().contains("/optional/");
                    let Ok(compiled) = Schema::compile_with(&schema, SchemaOptions { formats })
                    else {
                        continue;
                    };
                    for test in case["tests"].as_array().unwrap() {
                        let name = format!("{draft} {}", text(case, "description"));
                        if let Some(verdict) = agree(&compiled, &test["data"], &name) {
                            planned += 1;
                            decided += usize::from(verdict != Verdict::Unsure);
                        }
                    }
                }
            }
        }
    }
    // A plan that is sure of nothing would contradict nothing.
    assert!(decided * 10 >= planned * 5, "{decided} of {planned}");
    assert!(planned > 20, "{planned}");
}

#[test]
fn what_only_the_engine_knows_has_no_plan() {
    let schemas = [
        json!({ "patternProperties": { "^a": {} } }),
        json!({ "unevaluatedProperties": false }),
        json!({ "contains": { "const": 1 } }),
        json!({ "$id": "https://example.com/a" }),
        json!({ "properties": { "a": { "propertyNames": { "maxLength": 2 } } } }),
        json!({ "multipleOf": 0.1 }),
        json!({ "minimum": 9_007_199_254_740_993_i64 }),
        json!({ "$schema": "http://json-schema.org/draft-04/schema#" }),
        json!({ "$ref": "#/properties/a", "properties": { "a": {} } }),
    ];
    for schema in schemas {
        assert!(compile(&schema).outline().plan().is_none(), "{schema}");
    }
}

#[test]
fn an_invalid_schema_has_no_plan_to_hide_behind() {
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
        json!({ "multipleOf": 0 }),
        json!({ "title": 1 }),
        json!({ "deprecated": "yes" }),
        json!({ "format": 1 }),
        json!({ "pattern": "(" }),
        json!({ "$ref": "#/$defs/a" }),
        json!({ "$ref": "https://example.com/" }),
        json!({ "$defs": { "a": { "type": 1 } } }),
        json!({ "if": {}, "then": 1 }),
        json!({ "uniqueItems": 1 }),
    ];
    for schema in schemas {
        assert!(Schema::compile(&schema).is_err(), "{schema}");
    }
}

#[test]
fn a_part_that_cant_be_right_is_known_when_it_is_complete() {
    let schema = compile(&json!({
        "properties": {
            "n": { "type": "integer", "maximum": 5 },
            "list": { "items": { "type": "string" } }
        },
        "required": ["n", "list"],
        "additionalProperties": false
    }));
    let plan = schema.outline().plan().unwrap();
    // It may be 7e-1.
    assert_eq!(
        verdicts(plan, &[r#"{"list": [], "n": 7"#, "e-1, \"n\": 4}"])[0],
        Verdict::Valid
    );
    assert_eq!(
        verdicts(plan, &[r#"{"n": 7,"#, r#""list": []}"#])[0],
        Verdict::Invalid
    );
    assert_eq!(
        verdicts(plan, &[r#"{"list": ["a", 1,"#, r#""b"], "n": 1}"#])[0],
        Verdict::Invalid
    );
    // Whatever its value: no such property is allowed.
    assert_eq!(verdicts(plan, &[r#"{"other":"#, "1}"])[0], Verdict::Invalid);
    // What is missing is known at the end only.
    assert_eq!(
        verdicts(plan, &[r#"{"n": 1"#, "}"]),
        [Verdict::Valid, Verdict::Invalid, Verdict::Invalid]
    );
}

#[test]
fn of_keys_that_stand_twice_the_last_one_counts() {
    let schema = compile(&json!({
        "properties": { "n": { "type": "integer" } },
        "maxProperties": 1
    }));
    let plan = schema.outline().plan().unwrap();
    for (text, expected) in [
        (r#"{"n": "x", "n": 1}"#, Verdict::Valid),
        (r#"{"n": 1, "n": "x"}"#, Verdict::Invalid),
        (r#"{"n": 1, "n": 2}"#, Verdict::Valid),
    ] {
        assert_eq!(check(plan, text), expected, "{text}");
    }
    // As they arrive, the first one is judged before the second is known: who must be certain judges again.
    assert_eq!(verdicts(plan, &[r#"{"n": 1, "n": 2}"#])[0], Verdict::Valid);
    assert_eq!(
        verdicts(plan, &[r#"{"n": "x", "n": 1}"#])[0],
        Verdict::Invalid
    );
}

#[test]
fn a_schema_that_leads_to_itself_ends() {
    let tree = compile(&json!({
        "$ref": "#/$defs/node",
        "$defs": { "node": {
            "type": "object",
            "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/node" } } },
            "additionalProperties": false
        } }
    }));
    let plan = tree.outline().plan().unwrap();
    assert_eq!(
        check(plan, r#"{"children": [{}, {"children": []}]}"#),
        Verdict::Valid
    );
    assert_eq!(check(plan, r#"{"children": [{"x": 1}]}"#), Verdict::Invalid);
    // Each level asks for the next one twice.
    let doubling = compile(&json!({ "$ref": "#/$defs/a", "$defs": { "a": {
        "properties": { "a": { "anyOf": [
            { "allOf": [{ "$ref": "#/$defs/a" }, { "required": ["never"] }] },
            { "allOf": [{ "$ref": "#/$defs/a" }, { "required": ["never"] }] }
        ] } }
    } } }));
    let deep = format!("{}{{}}{}", r#"{"a":"#.repeat(100), "}".repeat(100));
    assert_ne!(
        check(doubling.outline().plan().unwrap(), &deep),
        Verdict::Valid
    );
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
        (1..4).prop_map(|divisor| json!({ "multipleOf": divisor })),
        (0..3, 0..4).prop_map(|(least, most)| json!({ "minLength": least, "maxLength": most })),
        (0..3, 0..4, any::<bool>()).prop_map(
            |(least, most, unique)| json!({ "minItems": least, "maxItems": most, "uniqueItems": unique })
        ),
        (0..3, 0..4)
            .prop_map(|(least, most)| json!({ "minProperties": least, "maxProperties": most })),
        Just(json!({ "format": "date" })),
        Just(json!({ "$ref": "#" })),
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn over_random_schemas_a_plan_never_contradicts_the_engine(
        root in any_schema(),
        definition in any_schema(),
        values in prop::collection::vec(any_value(), 1..6),
    ) {
        let schema = json!({ "allOf": [root], "$defs": { "a": definition } });
        // One whose references lead in a circle without a value in between is refused.
        if let Ok(compiled) = Schema::compile(&schema) {
            for value in values {
                agree(&compiled, &value, &schema.to_string());
            }
        }
    }
}
