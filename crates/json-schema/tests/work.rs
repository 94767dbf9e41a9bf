//! Compiling, checking and explaining take work in proportion to the schema and the value, or give up: each of these took
//! minutes or gigabytes with quadratic work.

use serde_json::{Map, Value, json};

use crate::{compile, matches, refusal};

fn named<T: Into<Value>>(count: usize, member: impl Fn(usize) -> T) -> Value {
    let members = (0..count).map(|number| (format!("k{number}"), member(number).into()));
    Value::Object(members.collect::<Map<_, _>>())
}

fn listed<T: Into<Value>>(count: usize, item: impl Fn(usize) -> T) -> Value {
    (0..count).map(item).map(Into::into).collect()
}

#[test]
fn a_chain_of_references_is_gone_through_once() {
    let chain = |last: Value| {
        let mut chain = named(
            300,
            |number| json!({ "$ref": format!("#/$defs/k{}", number + 1) }),
        );
        chain["k300"] = last;
        json!({ "properties": { "a": { "$ref": "#/$defs/k0" } }, "$defs": chain })
    };
    let schema = chain(json!({ "type": "string" }));
    assert!(matches(&schema, &json!({ "a": "b" })));
    assert!(!matches(&schema, &json!({ "a": 1 })));
    let refused = refusal(&chain(json!({ "$ref": "#/$defs/k290" }))).unwrap();
    assert!(
        refused.contains("refers to itself without end"),
        "{refused}"
    );
}

#[test]
fn many_references_lead_to_the_same_place() {
    let to = |reference: &str| named(10_000, |_| json!({ "items": { "$ref": reference } }));
    let refused = refusal(&json!({ "$defs": to("#/x"), "x": 1 })).unwrap();
    assert_eq!(refused, "x: expected a boolean or an object, received 1");
    let far = json!({ "$defs": to("#/anyOf/9999"), "anyOf": listed(10_000, |_| json!({})) });
    assert!(matches(&far, &json!({ "a": 1 })));
}

#[test]
fn a_dynamic_reference_in_a_circle_ends() {
    let schema = json!({ "$dynamicAnchor": "a", "allOf": [{ "$dynamicRef": "b#a" }], "$defs": { "b": { "$id": "b", "$dynamicAnchor": "a" } } });
    let refused = refusal(&schema);
    assert!(refused.is_some() || matches(&schema, &json!({})));
    let tree = json!({ "$dynamicAnchor": "a", "additionalProperties": { "$dynamicRef": "#a" }, "type": "object" });
    assert!(matches(&tree, &json!({ "a": { "b": {} } })));
    assert!(!matches(&tree, &json!({ "a": { "b": 1 } })));
}

#[test]
fn dynamic_anchors_are_found_by_name() {
    let schema = json!({ "$defs": named(10_000, |number| {
        let name = format!("a{number}");
        json!({ "$dynamicAnchor": name, "items": { "$dynamicRef": format!("#{name}") } })
    }) });
    assert!(matches(&schema, &json!({ "a": 1 })));
}

#[test]
fn many_options_are_not_tried_one_by_one() {
    let options = listed(20_000, |number| format!("option {number}"));
    let schema = json!({ "additionalProperties": { "items": { "enum": options } } });
    let args = |list: Value| json!({ "a": list });
    let last = |_| "option 19999";
    assert!(matches(&schema, &args(listed(5_000, last))));
    let mut wrong = listed(5_000, last);
    wrong[4_999] = json!("another");
    assert!(!matches(&schema, &args(wrong)));
    // Every one is wrong, and only reported ones get a message.
    let found = compile(&schema).validate(&args(listed(5_000, |_| "another")).to_string(), 128);
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
    let schema = compile(&json!({ "properties": { "a": { "enum": options } } }));
    let is_valid = |text: &str| {
        schema
            .validate(&format!(r#"{{"a":{text}}}"#), 128)
            .is_empty()
    };
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
        assert!(is_valid(text), "{text}");
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
        assert!(!is_valid(text), "{text}");
    }
}

#[test]
fn large_objects_are_compared_in_order() {
    let object = named(20_000, |number| number);
    let schema = json!({ "const": object });
    assert!(matches(&schema, &object));
    let mut other = object;
    other["k19999"] = json!("x");
    assert!(!matches(&schema, &other));
}

#[test]
fn required_properties_are_found_in_one_pass() {
    let names = listed(5_000, |number| format!("r{number}"));
    let value = named(20_000, |number| number);
    assert!(!matches(&json!({ "required": names }), &value));
    let needs = named(5_000, |number| json!([format!("k{}", 4_999 - number)]));
    let schema = json!({ "dependentRequired": needs });
    assert!(matches(&schema, &value));
    assert!(!matches(&schema, &json!({ "k1": 1 })));
}

/// Each of these is a schema of half a megabyte with a large value.
#[test]
fn a_large_schema_and_a_large_value_together_end() {
    let list = listed(300_000, |_| 1);
    let object = named(100_000, |number| number);
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
        let schema = compile(&json!({ "properties": { "a": schema } }));
        let text = json!({ "a": value }).to_string();
        let found = schema.validate(&text, 128);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].message.contains("together are too large"),
            "{}",
            found[0].message
        );
    }
}
