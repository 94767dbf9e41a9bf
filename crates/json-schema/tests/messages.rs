//! Messages of validation: the fault, its place and its text.

use ag_ui_lit_json_schema::Schema;
use serde_json::{Value, json};

use crate::{issues, refusal};

#[test]
#[allow(clippy::too_many_lines, reason = "one table")]
fn every_message_names_the_expected_and_the_received_value() {
    let cases = [
        (
            json!({ "type": "string" }),
            json!(5),
            "expected a string, received 5",
        ),
        (
            json!({ "type": ["string", "null"] }),
            json!([]),
            "expected null or a string, received an array",
        ),
        (
            json!({ "enum": ["a", 1] }),
            json!("b"),
            "expected one of \"a\", 1, received \"b\"",
        ),
        (
            json!({ "const": "a" }),
            json!("b"),
            "expected \"a\", received \"b\"",
        ),
        (
            json!({ "minimum": 3 }),
            json!(2),
            "expected a number of at least 3, received 2",
        ),
        (
            json!({ "maximum": 3 }),
            json!(4),
            "expected a number of at most 3, received 4",
        ),
        (
            json!({ "exclusiveMinimum": 3 }),
            json!(3),
            "expected a number greater than 3, received 3",
        ),
        (
            json!({ "exclusiveMaximum": 3 }),
            json!(3),
            "expected a number less than 3, received 3",
        ),
        (
            json!({ "multipleOf": 2 }),
            json!(3),
            "expected a multiple of 2, received 3",
        ),
        (
            json!({ "minLength": 1 }),
            json!(""),
            "expected at least 1 character, received 0",
        ),
        (
            json!({ "maxLength": 2 }),
            json!("😀😀😀"),
            "expected at most 2 characters, received 3",
        ),
        (
            json!({ "minItems": 2 }),
            json!([1]),
            "expected at least 2 items, received 1",
        ),
        (
            json!({ "maxItems": 1 }),
            json!([1, 2]),
            "expected at most 1 item, received 2",
        ),
        (
            json!({ "minProperties": 1 }),
            json!({}),
            "expected at least 1 property, received 0",
        ),
        (
            json!({ "maxProperties": 0 }),
            json!({ "a": 1 }),
            "expected at most 0 properties, received 1",
        ),
        (
            json!({ "uniqueItems": true }),
            json!([1, 1]),
            "expected items that all differ, but items 0 and 1 are equal",
        ),
        (
            json!({ "contains": { "const": 1 } }),
            json!([2]),
            "expected at least one item that matches \"contains\"",
        ),
        (
            json!({ "pattern": "^a" }),
            json!("b"),
            "expected text matching the pattern ^a, received \"b\"",
        ),
        (
            json!({ "format": "email" }),
            json!("b"),
            "expected text in the format \"email\" (such as \"name@example.com\"), received \"b\"",
        ),
        (
            json!({ "not": { "type": "null" } }),
            json!(null),
            "expected a value that does not match {\"type\":\"null\"}, received null",
        ),
        (
            json!({ "anyOf": [{ "type": "string" }, { "minimum": 3 }] }),
            json!(1),
            "expected a number of at least 3, received 1",
        ),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "minimum": 3 }] }),
            json!(5),
            "fits several of the alternatives (numbers 1 and 2), but must fit exactly one",
        ),
    ];
    for (rule, value, expected) in cases {
        let schema = json!({ "properties": { "field": rule } });
        assert_eq!(
            issues(&schema, &json!({ "field": value })),
            [format!("field: {expected}")],
            "{rule}"
        );
    }
}

#[test]
fn an_issue_points_at_the_property_to_fix() {
    let schema = json!({
        "properties": { "items": { "items": { "required": ["id"], "additionalProperties": false, "properties": { "id": {} } } } },
        "propertyNames": { "maxLength": 5 }
    });
    let value = json!({ "items": [{ "id": 1 }, { "x": 1, "y": 2 }], "toolong": 1 });
    let mut found = issues(&schema, &value);
    found.sort();
    assert_eq!(
        found,
        [
            "items.1.id: is required, but missing",
            "items.1.x: is not a known property",
            "items.1.y: is not a known property",
            "toolong: is not an allowed property name: expected at most 5 characters, received 7",
        ]
    );
}

#[test]
fn the_issue_of_an_alternative_names_the_place_that_does_not_fit() {
    let schema = json!({
        "properties": {
            "shape": { "anyOf": [
                { "properties": { "kind": { "const": "circle" } }, "required": ["kind"] },
                { "type": "null" }
            ] }
        }
    });
    assert_eq!(
        issues(&schema, &json!({ "shape": { "kind": "square" } })),
        ["shape.kind: expected \"circle\", received \"square\""]
    );
}

#[test]
fn the_received_value_is_quoted_and_shortened() {
    let schema =
        Schema::read(&json!({ "properties": { "a": { "type": "null" } } }).to_string()).unwrap();
    let long = "é".repeat(10_000);
    let found = schema.validate(&json!({ "a": long }).to_string(), 128);
    assert!(found[0].message.chars().count() < 200);
    assert_eq!(
        found[0]
            .received
            .as_ref()
            .map(|text| serde_json::from_str::<String>(text).unwrap())
            .unwrap()
            .chars()
            .count(),
        81
    );
}

#[test]
fn the_dialect_is_the_one_schema_names() {
    // `dependencies` is a keyword up to draft 7, and `$ref` hides its siblings there.
    let rule = |dialect: &str| json!({ "$schema": dialect, "type": "object", "dependencies": { "a": ["b"] } });
    let value = json!({ "a": 1 });
    for dialect in [
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema",
        "https://json-schema.org/draft-07/schema#",
    ] {
        assert_eq!(issues(&rule(dialect), &value).len(), 1, "{dialect}");
    }
    let tuple = json!({ "properties": { "a": { "prefixItems": [{ "type": "string" }] } } });
    assert_eq!(
        issues(&tuple, &json!({ "a": [1] })).len(),
        1,
        "2020-12 is the default"
    );
}

#[test]
fn an_unusable_schema_is_refused() {
    let error = |schema: Value| refusal(&schema);
    assert_eq!(
        error(json!({ "$schema": "https://example.com/x" })).unwrap(),
        "$schema: names an unknown dialect: https://example.com/x"
    );
    assert!(
        error(json!({ "$ref": "#/$defs/none" }))
            .unwrap()
            .contains("/$defs/none")
    );
    assert!(
        error(json!({ "$ref": "https://example.com/a.json" }))
            .unwrap()
            .contains("only references within")
    );
    assert!(error(json!({ "pattern": "(" })).is_some());
    assert_eq!(
        error(
            json!({ "$defs": { "a": { "type": "string" } }, "properties": { "x": { "$ref": "#/$defs/a" } } })
        ),
        None
    );
}

#[test]
fn unknown_formats_and_keywords_are_annotations() {
    let schema = json!({ "properties": { "a": { "format": "mine", "x-note": 1 } } });
    assert!(issues(&schema, &json!({ "a": "anything" })).is_empty());
}

#[test]
fn a_required_property_must_be_an_own_one() {
    let schema = json!({ "required": ["toString", "__proto__"] });
    assert_eq!(issues(&schema, &json!({})).len(), 2);
}
