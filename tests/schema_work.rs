//! Compiling, checking and explaining take work in proportion to the schema and the value, or give up: what is here took
//! minutes or gigabytes when it took the square.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::schema::{Schema, Verdict};
use serde_json::{Map, Value, json};
use suite::{check, compile, verdicts};

mod suite;

fn named<T: Into<Value>>(count: usize, member: impl Fn(usize) -> T) -> Value {
    let members = (0..count).map(|number| (format!("k{number}"), member(number).into()));
    Value::Object(members.collect::<Map<_, _>>())
}

fn listed<T: Into<Value>>(count: usize, item: impl Fn(usize) -> T) -> Value {
    (0..count).map(item).map(Into::into).collect()
}

fn refusal(schema: &Value) -> String {
    Schema::read(&schema.to_string()).err().unwrap().to_string()
}

/// The same verdict however it is asked.
fn says(schema: &Value, value: &Value) -> Verdict {
    let (schema, text) = (compile(schema), value.to_string());
    let verdict = check(&schema, &text);
    let is_valid = verdict == Verdict::Valid;
    assert_eq!(schema.validate(&text).is_empty(), is_valid);
    let pieces: Vec<&str> = text.split_inclusive(',').collect();
    assert_eq!(verdicts(&schema, &pieces).last(), Some(&verdict));
    verdict
}

#[test]
fn a_chain_of_references_is_gone_through_once() {
    let chain = |last: Value| {
        let mut chain = named(
            20_000,
            |number| json!({ "$ref": format!("#/$defs/k{}", number + 1) }),
        );
        chain["k20000"] = last;
        json!({ "properties": { "a": { "$ref": "#/$defs/k0" } }, "$defs": chain })
    };
    let schema = chain(json!({ "type": "string" }));
    assert_eq!(says(&schema, &json!({ "a": "b" })), Verdict::Valid);
    assert_eq!(says(&schema, &json!({ "a": 1 })), Verdict::Invalid);
    let refused = refusal(&chain(json!({ "$ref": "#/$defs/k19990" })));
    assert!(
        refused.contains("refers to itself without end"),
        "{refused}"
    );
}

#[test]
fn many_references_lead_to_the_same_place() {
    let to = |reference: &str| named(10_000, |_| json!({ "items": { "$ref": reference } }));
    let refused = refusal(&json!({ "$defs": to("#/x"), "x": 1 }));
    assert_eq!(
        refused,
        "x: expected a schema (an object, true or false), received 1"
    );
    let far = json!({ "$defs": to("#/anyOf/9999"), "anyOf": listed(10_000, |_| json!({})) });
    assert_eq!(says(&far, &json!(1)), Verdict::Valid);
}

#[test]
fn an_address_has_a_bound() {
    let long = format!("http://host/{}/", "a".repeat(100_000));
    let schema = json!({ "$id": long, "$defs": named(10_000, |number| json!({ "$id": number.to_string() })) });
    assert_eq!(
        refusal(&schema),
        "$id: makes an address longer than 4096 bytes"
    );
}

#[test]
fn a_dynamic_reference_in_a_circle_is_refused() {
    let schema = json!({ "$dynamicAnchor": "a", "allOf": [{ "$dynamicRef": "b#a" }], "$defs": { "b": { "$id": "b", "$dynamicAnchor": "a" } } });
    assert!(refusal(&schema).contains("refers to itself without end"));
    let tree = json!({ "$dynamicAnchor": "a", "items": { "$dynamicRef": "#a" } });
    assert_eq!(says(&tree, &json!([[], [[]]])), Verdict::Valid);
}

#[test]
fn dynamic_anchors_are_found_by_name() {
    let schema = json!({ "$defs": named(10_000, |number| {
        let name = format!("a{number}");
        json!({ "$dynamicAnchor": name, "items": { "$dynamicRef": format!("#{name}") } })
    }) });
    assert_eq!(says(&schema, &json!(1)), Verdict::Valid);
}

#[test]
fn many_options_are_not_tried_one_by_one() {
    let options = listed(20_000, |number| format!("option {number}"));
    let schema = json!({ "items": { "enum": options } });
    let last = |_| "option 19999";
    assert_eq!(says(&schema, &listed(20_000, last)), Verdict::Valid);
    let mut wrong = listed(5_000, last);
    wrong[4_999] = json!("another");
    assert_eq!(says(&schema, &wrong), Verdict::Invalid);
    // Every one wrong: only those that are told are put into words.
    let found = compile(&schema).validate(&listed(5_000, |_| "another").to_string());
    assert_eq!(
        found.last().unwrap().message,
        "and 4901 more faults, not listed"
    );
    assert!(
        found[0]
            .message
            .ends_with("\"option 19\", 19980 more, received \"another\""),
        "{}",
        found[0].message
    );
}

#[test]
fn options_of_every_kind_are_found_among_many() {
    let mut options = listed(20, |number| number + 100);
    let more = [
        json!(null),
        json!(1),
        json!(0.5),
        json!("1"),
        json!([1, { "b": 2.0, "a": [] }]),
        json!(-0.0),
        json!({}),
    ];
    options.as_array_mut().unwrap().extend(more);
    let schema = compile(&json!({ "enum": options }));
    for text in [
        "null",
        "1.0",
        "10e-1",
        "5e-1",
        r#""\u0031""#,
        r#"[1.0, {"a": [], "b": 2}]"#,
        "0",
        "{}",
        "119.0",
    ] {
        assert_eq!(check(&schema, text), Verdict::Valid, "{text}");
    }
    for text in [
        "true",
        "2",
        r#""null""#,
        r#"[{"a": [], "b": 2}, 1]"#,
        "[]",
        r#"{"a": 1}"#,
        r#""""#,
    ] {
        assert_eq!(check(&schema, text), Verdict::Invalid, "{text}");
    }
}

#[test]
fn large_objects_are_compared_in_order() {
    let object = named(20_000, |number| number);
    let schema = json!({ "const": object });
    assert_eq!(says(&schema, &object), Verdict::Valid);
    let mut other = object;
    other["k19999"] = json!("x");
    assert_eq!(says(&schema, &other), Verdict::Invalid);
}

#[test]
fn what_is_required_is_looked_for_in_one_pass() {
    let names = listed(20_000, |number| format!("r{number}"));
    let value = named(50_000, |number| number);
    assert_eq!(
        says(&json!({ "required": names }), &value),
        Verdict::Invalid
    );
    let needs = named(20_000, |number| json!([format!("k{}", 19_999 - number)]));
    let schema = json!({ "dependentRequired": needs });
    assert_eq!(says(&schema, &value), Verdict::Valid);
    assert_eq!(says(&schema, &json!({ "k1": 1 })), Verdict::Invalid);
}

/// Each of these is a schema of half a megabyte times a large value.
#[test]
fn a_large_schema_and_a_large_value_together_give_up() {
    let list = listed(5_000, |number| number);
    let object = named(3_000, |number| number);
    let every = |schema: Value| json!({ "allOf": listed(6_000, |_| schema.clone()) });
    let patterns: Map<String, Value> = (0..4_000)
        .map(|number| (format!("^x{number}"), json!(false)))
        .collect();
    for (schema, value) in [
        (json!({ "items": every(json!({ "minimum": 0 })) }), &list),
        (every(json!({ "properties": { "x": true } })), &object),
        (every(json!({ "uniqueItems": true })), &list),
        (every(json!({ "contains": true })), &list),
        (
            json!({ "allOf": every(json!({ "additionalProperties": true }))["allOf"], "unevaluatedProperties": false }),
            &object,
        ),
        (json!({ "patternProperties": patterns }), &object),
    ] {
        let (schema, text) = (compile(&schema), value.to_string());
        assert_eq!(check(&schema, &text), Verdict::Unsure);
        let found = schema.validate(&text);
        assert!(!found.is_empty());
        let streamed = verdicts(&schema, &[&text]);
        assert_eq!(streamed.last(), Some(&Verdict::Unsure));
    }
    let long = json!("é".repeat(300_000));
    let schema = every(json!({ "minLength": 200_000 }));
    assert_eq!(says(&schema, &long), Verdict::Unsure);
}
