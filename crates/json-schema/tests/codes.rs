//! Issues as data: the code of the violated rule, and the expected value.

use serde_json::{Value, json};

use crate::compile;
use ag_ui_lit::error::ValidationIssue;
use ag_ui_lit::json::MAX_DEPTH;

/// The issues of `{ "a": value }`, with this schema for `a`.
fn issues_of(rule: &Value, value: &Value) -> Vec<ValidationIssue> {
    let schema = json!({ "properties": { "a": rule } });
    let arguments = json!({ "a": value }).to_string();
    compile(&schema).validate(&arguments, MAX_DEPTH)
}

fn data_of(issue: &ValidationIssue) -> (&str, Value) {
    let expected = issue.expected.as_deref();
    let expected = expected.map(|text| serde_json::from_str(text).unwrap());
    (&issue.code, expected.unwrap_or_default())
}

#[test]
fn each_keyword_is_the_code_of_its_issue_and_its_value_the_expected_one() {
    let cases = [
        (json!({ "type": "string" }), json!(5)),
        (json!({ "enum": ["x", 1, null] }), json!("y")),
        (json!({ "const": { "b": 1 } }), json!("y")),
        (json!({ "minimum": 2 }), json!(1)),
        (json!({ "maximum": 2 }), json!(3)),
        (json!({ "exclusiveMinimum": 2.5 }), json!(1)),
        (json!({ "exclusiveMaximum": 2 }), json!(2)),
        (json!({ "multipleOf": 2.5 }), json!(1)),
        (json!({ "minLength": 2 }), json!("a")),
        (json!({ "maxLength": 2 }), json!("abc")),
        (json!({ "pattern": "^a+$" }), json!("b")),
        (json!({ "format": "email" }), json!("nobody")),
        (json!({ "minItems": 2 }), json!([1])),
        (json!({ "maxItems": 1 }), json!([1, 2])),
        (json!({ "minProperties": 2 }), json!({ "b": 1 })),
        (json!({ "maxProperties": 0 }), json!({ "b": 1 })),
        (json!({ "not": { "const": 5 } }), json!(5)),
    ];
    for (rule, value) in cases {
        let issues = issues_of(&rule, &value);
        let (keyword, expected) = rule.as_object().unwrap().iter().next().unwrap();
        assert_eq!(issues.len(), 1, "{rule}");
        assert_eq!(data_of(&issues[0]), (keyword.as_str(), expected.clone()));
        assert_eq!(issues[0].path, ["a"]);
    }
}

#[test]
fn a_keyword_without_an_expected_value_is_only_a_code() {
    let items = json!([1, 1]);
    let cases = [
        (json!({ "required": ["b"] }), json!({}), "required"),
        (
            json!({ "dependentRequired": { "b": ["c"] } }),
            json!({ "b": 1 }),
            "dependentRequired",
        ),
        (
            json!({ "properties": { "c": {} }, "additionalProperties": false }),
            json!({ "b": 1 }),
            "additionalProperties",
        ),
        (
            json!({ "unevaluatedProperties": false }),
            json!({ "b": 1 }),
            "unevaluatedProperties",
        ),
        (
            json!({ "propertyNames": { "maxLength": 1 } }),
            json!({ "bb": 1 }),
            "propertyNames",
        ),
        (json!({ "uniqueItems": true }), items.clone(), "uniqueItems"),
        (
            json!({ "contains": { "const": 2 } }),
            items.clone(),
            "contains",
        ),
        (
            json!({ "contains": { "const": 1 }, "minContains": 3 }),
            items.clone(),
            "minContains",
        ),
        (
            json!({ "contains": { "const": 1 }, "maxContains": 1 }),
            items.clone(),
            "maxContains",
        ),
        (
            json!({ "unevaluatedItems": false }),
            items,
            "unevaluatedItems",
        ),
        (json!(false), json!(1), "falseSchema"),
        (
            json!({ "oneOf": [{ "minimum": 1 }, { "minimum": 2 }] }),
            json!(3),
            "oneOf",
        ),
        (
            json!({ "anyOf": [{ "minimum": 1 }, { "multipleOf": 2 }] }),
            json!(-1),
            "anyOf",
        ),
    ];
    for (rule, value, code) in cases {
        let issues = issues_of(&rule, &value);
        let data: Vec<_> = issues.iter().map(data_of).collect();
        assert_eq!(data, [(code, Value::Null)], "{rule}");
    }
}

#[test]
fn alternatives_with_distinguishing_constants_are_the_allowed_values() {
    let shapes = json!({ "oneOf": [
        { "properties": { "kind": { "const": "circle" } } },
        { "properties": { "kind": { "enum": ["square", 4] } } },
    ] });
    let issues = issues_of(&shapes, &json!({ "kind": "line" }));
    assert_eq!(issues[0].path, ["a", "kind"]);
    assert_eq!(
        data_of(&issues[0]),
        ("enum", json!(["circle", "square", 4]))
    );
}

#[test]
fn alternatives_of_one_type_expect_that_type() {
    let texts = json!({ "anyOf": [
        { "type": "string", "minLength": 2 },
        { "type": "string", "format": "email" },
    ] });
    let issues = issues_of(&texts, &json!(5));
    assert_eq!(data_of(&issues[0]), ("type", json!("string")));
    let mixed = json!({ "anyOf": [{ "type": "string" }, { "type": "boolean" }] });
    assert_eq!(
        data_of(&issues_of(&mixed, &json!(5))[0]),
        ("anyOf", Value::Null)
    );
}

#[test]
fn a_long_expected_value_is_left_out() {
    let countries: Vec<String> = (0..300).map(|index| format!("country {index}")).collect();
    let issues = issues_of(&json!({ "enum": countries }), &json!("none"));
    assert_eq!(data_of(&issues[0]), ("enum", Value::Null));
}

#[test]
fn arguments_that_can_not_be_read_have_separate_codes() {
    let schema = compile(&json!({ "properties": { "a": { "type": "number" } } }));
    let cases = [
        ("{", "syntax", Value::Null),
        (r#"{"a": 1e400}"#, "numberRange", Value::Null),
        (r#"{"a": [[[[1]]]]}"#, "depth", json!(3)),
        ("[1]", "type", json!("object")),
    ];
    for (text, code, expected) in cases {
        let issues = schema.validate(text, 3);
        assert_eq!(data_of(&issues[0]), (code, expected), "{text}");
    }
}

#[test]
fn a_pattern_that_takes_too_many_steps_is_undecided_at_any_place() {
    let pattern = json!({ "pattern": r"^(a|a)*\1b$" });
    let text = json!("a".repeat(32));
    for rule in [
        pattern.clone(),
        json!({ "anyOf": [pattern.clone(), { "maxLength": 1 }] }),
    ] {
        let issues = issues_of(&rule, &text);
        assert_eq!(data_of(&issues[0]), ("undecided", Value::Null), "{rule}");
        let schema = compile(&rule);
        assert!(schema.sure_issues(&text.to_string()).is_empty(), "{rule}");
    }
}

#[test]
fn the_last_of_too_many_issues_counts_the_others() {
    let schema = json!({ "items": { "type": "string" } });
    let issues = issues_of(&schema, &json!((0..200).collect::<Vec<_>>()));
    assert_eq!(issues.last().unwrap().code, "unlisted");
}
