//! Arguments are judged while they arrive: as soon as can be, and in the end as the whole is.

use std::rc::Rc;

use ag_ui_lit_json_schema::Schema;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{compile, judged};

#[test]
fn an_invalid_part_is_known_when_it_is_complete() {
    let schema = compile(&json!({
        "properties": {
            "n": { "type": "integer", "maximum": 5 },
            "list": { "items": { "type": "string" }, "maxItems": 2 },
            "at": { "$ref": "#/$defs/point" }
        },
        "allOf": [{ "properties": { "n": { "minimum": 2 } } }],
        "required": ["n", "list"],
        "additionalProperties": false,
        "$defs": { "point": { "prefixItems": [{ "type": "number" }, { "type": "number" }], "items": false } }
    }));
    let possible = |pieces: &[&str]| judged(&schema, pieces).0;
    // The number may continue as 7e-1.
    assert_eq!(possible(&[r#"{"list": [], "n": 7"#, "e0"]), [true, true]);
    assert_eq!(possible(&[r#"{"n": 7,"#]), [false]);
    assert_eq!(possible(&[r#"{"n": 1,"#]), [false], "through allOf");
    assert_eq!(possible(&[r#"{"list": ["a", 1,"#]), [false]);
    assert_eq!(
        possible(&[r#"{"list": ["a", "b", "c""#, "]"]),
        [true, false]
    );
    assert_eq!(possible(&[r#"{"at": [1, 2"#, ", 3"]), [true, true]);
    assert_eq!(
        possible(&[r#"{"at": [1, 2, 3]"#]),
        [false],
        "through a reference"
    );
    // The property is not allowed with any value.
    assert_eq!(possible(&[r#"{"other":"#]), [false]);
    // A missing property is only known at the end.
    assert_eq!(possible(&[r#"{"n": 3"#, "}"]), [true, false]);
    assert_eq!(
        possible(&[r#"{"n": 3, "list": ["#, r#""a"]}"#]),
        [true, true]
    );
}

#[test]
fn the_issues_at_the_end_are_those_of_the_whole() {
    let schema = compile(&json!({
        "properties": { "n": { "type": "integer" }, "kind": { "enum": ["a", "b"] } },
        "required": ["n", "kind"]
    }));
    for text in [
        r#"{"n": 1, "kind": "a"}"#,
        r#"{"n": "x", "kind": "c"}"#,
        "{}",
        "",
        "[]",
        r#"{"n": 1"#,
        "nonsense",
    ] {
        assert_eq!(
            judged(&schema, &[text]).1,
            schema.validate(text, 128),
            "{text}"
        );
    }
    let deep = format!(r#"{{"n": {}1{}}}"#, "[".repeat(200), "]".repeat(200));
    assert_eq!(judged(&schema, &[&deep]).1, schema.validate(&deep, 128));
}

#[test]
fn the_last_of_duplicate_keys_counts() {
    let schema =
        compile(&json!({ "properties": { "n": { "type": "integer" } }, "maxProperties": 1 }));
    for (text, possible, faults) in [
        (r#"{"n": "x", "n": 1}"#, false, 0),
        (r#"{"n": 1, "n": "x"}"#, false, 1),
        (r#"{"n": 1, "n": 2}"#, true, 0),
        (r#"{"n": 1, "\u006e": 2}"#, true, 0),
    ] {
        let (pushed, found) = judged(&schema, &[text]);
        assert_eq!((pushed[0], found.len()), (possible, faults), "{text}");
    }
}

#[test]
fn a_schema_that_leads_to_itself_is_judged_at_every_level() {
    let schema = compile(&json!({
        "$ref": "#/$defs/node",
        "$defs": { "node": {
            "type": "object",
            "properties": { "children": { "type": "array", "items": { "$ref": "#/$defs/node" } } },
            "additionalProperties": false
        } }
    }));
    assert_eq!(
        judged(&schema, &[r#"{"children": [{}, {"children": []}]}"#]),
        (vec![true], Vec::new())
    );
    assert_eq!(judged(&schema, &[r#"{"children": [{"x":"#]).0, [false]);
}

#[test]
fn keywords_about_a_whole_are_judged_when_it_is_complete() {
    let schema = compile(&json!({ "properties": {
        "unique": { "uniqueItems": true, "items": { "type": "integer" } },
        "either": { "anyOf": [{ "required": ["a"] }, { "required": ["b"] }], "properties": { "a": { "type": "string" } } },
        "known": { "properties": { "a": true }, "patternProperties": { "^x": { "type": "null" } }, "additionalProperties": false },
        "seen": { "allOf": [{ "properties": { "a": true } }], "unevaluatedProperties": false }
    } }));
    let possible = |text: &str| judged(&schema, &[text]).0[0];
    assert!(possible(r#"{"unique": [1, 1"#));
    assert!(!possible(r#"{"unique": [1, 1]"#));
    assert!(!possible(r#"{"unique": ["x","#));
    assert!(possible(r#"{"either": {"c": 1"#));
    assert!(!possible(r#"{"either": {"c": 1}"#));
    assert!(!possible(r#"{"either": {"a": 1,"#));
    assert!(!possible(r#"{"known": {"xa": 1}"#));
    assert!(possible(r#"{"known": {"xa": null, "a": 1}"#));
    assert!(!possible(r#"{"seen": {"b": 1}"#));
    assert!(possible(r#"{"seen": {"a": 1}"#));
}

const DIALECTS: [&str; 5] = [
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
];

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

/// Arguments as text, in which keys may occur twice.
fn any_arguments() -> impl Strategy<Value = String> {
    prop::collection::vec(("[abc]", any_value()), 0..4).prop_map(|members| {
        let members: Vec<String> = members
            .iter()
            .map(|(key, value)| format!(r#""{key}":{value}"#))
            .collect();
        format!("{{{}}}", members.join(","))
    })
}

fn cases() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(150))
}

/// The text in pieces that end at these places, in thousandths.
fn cut<'t>(text: &'t str, at: &[usize]) -> Vec<&'t str> {
    let mut places: Vec<usize> = at.iter().map(|place| place * text.len() / 1000).collect();
    places.retain(|place| text.is_char_boundary(*place));
    places.sort_unstable();
    let mut from = 0;
    let mut pieces: Vec<&str> = places
        .iter()
        .map(|to| {
            let piece = &text[from..*to];
            from = *to;
            piece
        })
        .collect();
    pieces.push(&text[from..]);
    pieces
}

/// The schema's verdict equals the crate's own, and the judge's is the same wherever the text is cut.
fn agree(schema: &Value, arguments: &str, cuts: &[usize]) {
    let Ok(compiled) = Schema::read(&schema.to_string()) else {
        return;
    };
    let compiled = Rc::new(compiled);
    let found = compiled.validate(arguments, 128);
    let value: Value = serde_json::from_str(arguments).unwrap();
    let peer = jsonschema::options()
        .offline()
        .should_validate_formats(true)
        .build(schema);
    assert_eq!(
        found.is_empty(),
        peer.unwrap().is_valid(&value),
        "{schema}: {arguments}"
    );
    let (pushed, ended) = judged(&compiled, &cut(arguments, cuts));
    assert_eq!(ended, found, "{schema}: {arguments}");
    if !found.is_empty() {
        return;
    }
    // Only a repeated key makes a part invalid and the whole valid.
    let written = arguments.matches(r#"":"#).count();
    let kept = value.to_string().matches(r#"":"#).count();
    assert!(
        pushed.iter().all(|possible| *possible) || written != kept,
        "{schema}: {arguments}"
    );
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_verdict_is_that_of_the_whole_wherever_a_text_is_cut(
        root in any_schema(),
        definition in any_schema(),
        dialect in prop::sample::select(DIALECTS.to_vec()),
        arguments in prop::collection::vec(any_arguments(), 1..6),
        cuts in prop::collection::vec(0..1000_usize, 0..8),
    ) {
        for wrapped in [json!({ "allOf": [root] }), json!({ "properties": { "a": root }, "additionalProperties": { "$ref": "#/$defs/a" } })] {
            let mut schema = wrapped;
            schema["$schema"] = json!(dialect);
            schema["$defs"] = json!({ "a": definition, "here": { "$anchor": "here", "maxLength": 2 } });
            schema["definitions"] = json!({});
            for text in &arguments {
                agree(&schema, text, &cuts);
            }
        }
    }
}
