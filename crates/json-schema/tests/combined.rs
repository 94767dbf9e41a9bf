//! The messages for keywords that combine others: the reported fault and its place.

use serde_json::{Value, json};

use crate::issues;

#[test]
fn a_tagged_alternative_reports_only_its_own_faults() {
    let shape = json!({ "oneOf": [
        { "type": "object", "properties": { "kind": { "const": "circle" }, "radius": { "type": "number" } }, "required": ["kind", "radius"] },
        { "type": "object", "properties": { "kind": { "const": "square" }, "side": { "type": "number" } }, "required": ["kind", "side"] },
        { "type": "object", "properties": { "kind": { "enum": ["line", "ray"] } }, "required": ["kind"] },
        { "type": "null" }
    ] });
    let schema = json!({ "properties": { "shape": shape } });
    let reported = |shape: Value| issues(&schema, &json!({ "shape": shape }));
    assert_eq!(
        reported(json!({ "kind": "square", "side": "5" })),
        ["shape.side: expected a number, received \"5\""]
    );
    assert_eq!(
        reported(json!({ "kind": "circle" })),
        ["shape.radius: is required, but missing"]
    );
    assert_eq!(
        reported(json!({ "kind": "star" })),
        [
            "shape.kind: expected one of \"circle\", \"square\", \"line\", \"ray\", received \"star\""
        ]
    );
    assert_eq!(
        reported(json!(5)),
        ["shape: expected one of: an object, null; received 5"]
    );
}

#[test]
fn the_closest_of_untagged_alternatives_is_reported() {
    let schema = json!({ "properties": { "to": { "anyOf": [
        { "type": "object", "properties": { "email": { "type": "string" } }, "required": ["email"] },
        { "type": "object", "required": ["street", "city", "country"] },
        { "type": "string" }
    ] } } });
    assert_eq!(
        issues(&schema, &json!({ "to": { "email": 5 } })),
        [
            "to: fits none of 2 alternatives; for the closest one: email: expected a string, received 5"
        ]
    );
    assert_eq!(
        issues(
            &json!({ "properties": { "a": { "anyOf": [{ "type": "string" }, { "enum": [1, 2] }, { "const": null }] } } }),
            &json!({ "a": true })
        ),
        ["a: expected one of: a string, 1, 2, null; received true"]
    );
}

#[test]
fn nested_alternatives_are_followed_to_the_fault() {
    let schema = json!({
        "$defs": { "expression": { "oneOf": [
            { "type": "number" },
            { "type": "object", "properties": { "op": { "const": "not" }, "of": { "$ref": "#/$defs/expression" } }, "required": ["op", "of"] },
            { "type": "object", "properties": { "op": { "enum": ["and", "or"] }, "of": { "type": "array", "items": { "$ref": "#/$defs/expression" } } }, "required": ["op", "of"] }
        ] } },
        "properties": { "where": { "$ref": "#/$defs/expression" } }
    });
    let value = json!({ "where": { "op": "and", "of": [1, { "op": "not", "of": { "op": "or", "of": [true] } }] } });
    assert_eq!(
        issues(&schema, &value),
        ["where.of.1.of.of.0: expected one of: a number, an object; received true"]
    );
}

#[test]
fn keywords_that_depend_on_other_properties_name_them() {
    for (schema, value, expected) in [
        (
            json!({ "dependentRequired": { "card": ["address"] } }),
            json!({ "card": 1 }),
            "address: is required with the other properties that are given, but missing",
        ),
        (
            json!({ "$schema": "http://json-schema.org/draft-07/schema#", "dependencies": { "card": ["address"] } }),
            json!({ "card": 1 }),
            "address: is required with the other properties that are given, but missing",
        ),
        (
            json!({ "dependentSchemas": { "card": { "properties": { "age": { "minimum": 18 } } } } }),
            json!({ "card": 1, "age": 5 }),
            "age: expected a number of at least 18, received 5",
        ),
        (
            json!({ "if": { "properties": { "a": { "const": 1 } } }, "then": { "required": ["b"] }, "else": { "required": ["c"] } }),
            json!({ "a": 1 }),
            "b: is required, but missing",
        ),
        (
            json!({ "properties": { "a": {} }, "unevaluatedProperties": false }),
            json!({ "a": 1, "b": 2 }),
            "b: is not a known property",
        ),
        (
            json!({ "properties": { "a": { "prefixItems": [{}], "unevaluatedItems": false } } }),
            json!({ "a": [1, "x"] }),
            "a: has items that the schema does not allow: \"x\"",
        ),
        (
            json!({ "properties": { "a": { "contains": { "const": 1 }, "minContains": 2 } } }),
            json!({ "a": [1, 3] }),
            "a: has too few items that match \"contains\"",
        ),
        (
            json!({ "properties": { "a": { "contains": { "const": 1 }, "maxContains": 1 } } }),
            json!({ "a": [1, 1] }),
            "a: has too many items that match \"contains\"",
        ),
        (
            json!({ "properties": { "a": false } }),
            json!({ "a": 1 }),
            "a: is not allowed here",
        ),
    ] {
        assert_eq!(issues(&schema, &value), [expected], "{schema}");
    }
}

#[test]
fn the_same_fault_found_twice_is_reported_once() {
    let rule = json!({ "properties": { "a": { "type": "string" } } });
    let schema = json!({ "allOf": [rule, rule], "properties": rule["properties"] });
    assert_eq!(issues(&schema, &json!({ "a": 1 })).len(), 1);
}
