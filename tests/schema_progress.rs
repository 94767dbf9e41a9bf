//! A value is judged while it is being read: as soon as can be, and in the end as the whole value is.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::schema::Verdict;
use serde_json::json;
use suite::{check, compile, verdicts};

mod suite;

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
    // It may be 7e-1.
    assert_eq!(
        verdicts(&schema, &[r#"{"list": [], "n": 7"#, "e-1, \"n\": 4}"])[0],
        Verdict::Valid
    );
    assert_eq!(
        verdicts(&schema, &[r#"{"n": 7,"#, r#""list": []}"#])[0],
        Verdict::Invalid
    );
    assert_eq!(
        verdicts(&schema, &[r#"{"list": ["a", 1,"#, r#""b"], "n": 1}"#])[0],
        Verdict::Invalid
    );
    // Whatever its value: no such property is allowed.
    assert_eq!(
        verdicts(&schema, &[r#"{"other":"#, "1}"])[0],
        Verdict::Invalid
    );
    // What is missing is known at the end only.
    assert_eq!(
        verdicts(&schema, &[r#"{"n": 1"#, "}"]),
        [Verdict::Valid, Verdict::Invalid, Verdict::Invalid]
    );
}

#[test]
fn of_keys_that_stand_twice_the_last_one_counts() {
    let schema = compile(&json!({
        "properties": { "n": { "type": "integer" } },
        "maxProperties": 1
    }));
    for (text, expected) in [
        (r#"{"n": "x", "n": 1}"#, Verdict::Valid),
        (r#"{"n": 1, "n": "x"}"#, Verdict::Invalid),
        (r#"{"n": 1, "n": 2}"#, Verdict::Valid),
    ] {
        assert_eq!(check(&schema, text), expected, "{text}");
    }
    // As they arrive, the first one is judged before the second is known: who must be certain judges again.
    assert_eq!(
        verdicts(&schema, &[r#"{"n": 1, "n": 2}"#])[0],
        Verdict::Valid
    );
    assert_eq!(
        verdicts(&schema, &[r#"{"n": "x", "n": 1}"#])[0],
        Verdict::Invalid
    );
}

#[test]
fn a_schema_that_leads_to_itself_ends() {
    let schema = compile(&json!({
        "$ref": "#/$defs/node",
        "$defs": { "node": {
            "type": "object",
            "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/node" } } },
            "additionalProperties": false
        } }
    }));
    assert_eq!(
        check(&schema, r#"{"children": [{}, {"children": []}]}"#),
        Verdict::Valid
    );
    assert_eq!(
        check(&schema, r#"{"children": [{"x": 1}]}"#),
        Verdict::Invalid
    );
    // Each level asks for the next one twice.
    let doubling = compile(&json!({ "$ref": "#/$defs/a", "$defs": { "a": {
        "properties": { "a": { "anyOf": [
            { "allOf": [{ "$ref": "#/$defs/a" }, { "required": ["never"] }] },
            { "allOf": [{ "$ref": "#/$defs/a" }, { "required": ["never"] }] }
        ] } }
    } } }));
    let deep = format!("{}{{}}{}", r#"{"a":"#.repeat(100), "}".repeat(100));
    assert_eq!(check(&doubling, &deep), Verdict::Invalid);
    let right = format!(
        "{}1{}",
        r#"{"never": 1, "a": "#.repeat(100),
        "}".repeat(100)
    );
    assert_eq!(check(&doubling, &right), Verdict::Valid);
}
