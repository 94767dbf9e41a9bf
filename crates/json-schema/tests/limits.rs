//! Hostile schemas and hostile values: bounded work, bounded messages.

use ag_ui_lit_json_schema::{
    MAX_ISSUES, MAX_SCHEMA_DEPTH, MAX_SCHEMA_VALUES, MAX_VALUES, Schema, SchemaOptions,
};
use serde_json::{Value, json};

use crate::compile;

/// Nested arrays as text, since code that writes a value is recursive.
fn nested(levels: usize) -> String {
    format!("{}{{}}{}", r#"{"not":"#.repeat(levels), "}".repeat(levels))
}

fn refusal(schema: &str) -> Option<String> {
    Schema::read(schema).err().map(|error| error.to_string())
}

#[test]
fn a_schema_has_a_bound_of_depth_and_size() {
    assert_eq!(refusal(&nested(MAX_SCHEMA_DEPTH - 1)), None);
    let deep = nested(100_000);
    assert_eq!(refusal(&deep).unwrap(), "is nested deeper than 120 levels");
    let large: Value = (0..MAX_SCHEMA_VALUES).map(|_| json!({})).collect();
    let refused = refusal(&json!({ "anyOf": large }).to_string()).unwrap();
    assert!(refused.contains("too large"), "{refused}");
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
    assert_eq!(refusal(&doubling(10).to_string()), None);
    let found = Schema::read(&doubling(10).to_string())
        .unwrap()
        .validate(&json!({}).to_string(), 128);
    assert_eq!(found.len(), 1, "1,024 ways to the same fault");
    assert!(
        refusal(&doubling(64).to_string())
            .unwrap()
            .contains("unfolds into more than")
    );
}

/// The stack of a wasm module is a megabyte, of which this takes a third in a browser. Without optimization frames are
/// several times larger.
#[test]
fn deep_schemas_and_deep_values_need_little_stack() {
    let deep = || {
        let value = format!("{}1{}", r#"{"a":"#.repeat(127), "}".repeat(127));
        let list = format!("{}1{}", "[".repeat(128), "]".repeat(128));
        let level = |open: &str, inner: &str, close: &str, times: usize| {
            format!("{}{inner}{}", open.repeat(times), close.repeat(times))
        };
        let every = r##"{"anyOf":[{"allOf":[{"if":{"not":false},"then":{"oneOf":[{"$ref":"#/$defs/a"}]}}]}],"$defs":{"a":{"properties":{"a":{"$ref":"#"}},"items":{"$ref":"#"},"unevaluatedProperties":false,"type":["object","array"]}}}"##;
        for schema in [
            every.to_owned(),
            level(r#"{"anyOf":["#, r#"{"type":"null"}"#, "]}", 59),
            level(r#"{"oneOf":["#, r#"{"type":"null"}"#, "]}", 59),
            level(r#"{"not":"#, "true", "}", 119),
            level(r#"{"unevaluatedProperties":{"if":"#, "false", "}}", 59),
            level(r#"{"properties":{"a":"#, r#"{"type":"null"}"#, "}}", 59),
            format!(r#"{{"const":{}}}"#, level(r#"{"a":"#, "2", "}", 118)),
            r##"{"uniqueItems":true,"items":{"$ref":"#"},"type":"array"}"##.to_owned(),
        ] {
            let schema = Schema::read(&schema).unwrap();
            for text in [&value, &list] {
                let _ = schema.validate(text, 200);
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(4 << 20);
    thread.spawn(deep).unwrap().join().unwrap();
}

#[test]
fn references_in_a_circle_are_refused() {
    for schema in [
        json!({ "$ref": "#" }),
        json!({ "$ref": "#/$defs/a", "$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } } }),
        json!({ "allOf": [{ "$ref": "#" }, { "anyOf": [{ "$ref": "#" }, { "not": { "$ref": "#" } }] }] }),
    ] {
        let refused = refusal(&schema.to_string()).unwrap();
        assert!(
            refused.contains("refers to itself without end"),
            "{refused}"
        );
    }
    let list =
        json!({ "anyOf": [{ "type": "null" }, { "properties": { "next": { "$ref": "#" } } }] });
    assert_eq!(refusal(&list.to_string()), None);
}

#[test]
fn explanations_of_recursive_alternatives_are_bounded() {
    let branch = |name: &str| json!({ "type": "object", "properties": { name: { "$ref": "#" } }, "required": [name, "tag"] });
    let deep = (0..100).fold(json!({ "tag": 1 }), |inner, _| json!({ "a": inner }));
    let reported = |names: [&str; 5]| {
        let schema = json!({ "type": "object", "anyOf": names.map(branch) });
        let found = Schema::read(&schema.to_string())
            .unwrap()
            .validate(&deep.to_string(), 128);
        assert_eq!(found.len(), 1);
        found[0].message.clone()
    };
    // Wrong at the bottom, and each level fits none of five alternatives: 5 to the 100 comparisons for an explanation.
    let message = reported(["a"; 5]);
    assert!(message.contains("too deeply in alternatives"), "{message}");
    // Only one of the five continues, which is not known in advance.
    let message = reported(["a", "b", "c", "d", "e"]);
    assert!(message.contains("too deeply in alternatives"), "{message}");
}

#[test]
fn the_number_of_issues_is_bounded_and_the_rest_is_counted() {
    let schema = Schema::read(
        &json!({ "properties": { "a": { "items": { "type": "string" } } } }).to_string(),
    )
    .unwrap();
    let value = json!({ "a": vec![1; 10_000] });
    let found = schema.validate(&value.to_string(), 128);
    assert_eq!(found.len(), MAX_ISSUES);
    assert_eq!(
        found.last().unwrap().message,
        "and 9901 more faults, not listed"
    );
    assert!(format!("{found:?}").len() < 20_000);

    let value = json!({ "a": vec![1; MAX_VALUES] });
    let found = schema.validate(&value.to_string(), 128);
    assert_eq!(found.len(), 2);
    assert!(found[1].message.contains("only the first fault"));
}

#[test]
fn names_and_values_of_a_megabyte_are_shortened() {
    let schema = json!({ "additionalProperties": { "items": { "type": "null" } }, "propertyNames": { "maxLength": 5 } });
    let long = "n".repeat(1_000_000);
    let value = json!({ long.clone(): [long.clone(), { "x": long }] });
    let found = Schema::read(&schema.to_string())
        .unwrap()
        .validate(&value.to_string(), 128);
    assert_eq!(found.len(), 3);
    assert!(format!("{found:?}").len() < 5_000);
}

#[test]
fn large_values_are_validated_in_proportion_to_their_size() {
    let schema =
        Schema::read(&json!({ "properties": { "a": { "uniqueItems": true } } }).to_string())
            .unwrap();
    let items: Value = (0..100_000)
        .map(|index| json!({ "id": index, "of": [index] }))
        .collect();
    assert!(
        schema
            .validate(&json!({ "a": items }).to_string(), 128)
            .is_empty()
    );
}

#[test]
fn formats_are_checked_by_default_in_every_dialect() {
    for dialect in [
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2020-12/schema",
    ] {
        let schema = json!({ "$schema": dialect, "properties": { "a": { "format": "ipv4" }, "b": { "format": "idn-hostname" } } });
        let value = json!({ "a": "1.2.3", "b": "-" });
        assert_eq!(
            Schema::read(&schema.to_string())
                .unwrap()
                .validate(&value.to_string(), 128)
                .len(),
            1
        );
        let lenient =
            Schema::read_with(&schema.to_string(), SchemaOptions { formats: false }).unwrap();
        assert!(lenient.validate(&value.to_string(), 128).is_empty());
    }
}

#[test]
fn every_fault_of_a_schema_is_reported_with_its_path() {
    let schema = json!({
        "properties": { "a": { "type": "strin" }, "b": { "minLength": -1 } },
        "required": "a"
    });
    let error = Schema::read(&schema.to_string()).err().unwrap();
    let mut paths: Vec<String> = error
        .issues
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
    let error = Schema::read(&schema.to_string()).err().unwrap();
    let mut paths: Vec<String> = error
        .issues
        .iter()
        .map(|fault| fault.path.join("."))
        .collect();
    paths.sort();
    assert_eq!(
        paths,
        ["properties.b.$ref", "properties.c.$ref", "x-shared.type"]
    );
}

/// The certain faults of a value by an untrusted schema.
fn sure(schema: &Value, value: &Value) -> Vec<String> {
    let issues = compile(schema).sure_issues(&value.to_string());
    issues.into_iter().map(|issue| issue.message).collect()
}

#[test]
fn a_bounded_check_reports_certain_faults() {
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "pattern": "^b+$" } }, "required": ["a"] });
    assert_eq!(sure(&schema, &json!({ "a": "bb" })), [""; 0]);
    assert_eq!(sure(&schema, &json!({})), ["is required, but missing"]);
    let pattern = sure(&schema, &json!({ "a": "c" }));
    assert_eq!(
        pattern,
        ["expected text matching the pattern ^b+$, received \"c\""]
    );
}

/// Each pattern alone is within its own limit; all of them together would take minutes.
#[test]
fn the_patterns_of_a_bounded_check_share_their_steps() {
    let texts = ["a".repeat(40), "ab".repeat(5_000)];
    for pattern in [
        (&|number| format!("^(a|a)*(b|{number})\\1$")) as &dyn Fn(usize) -> String,
        &|number| format!("^(\\p{{L}}|x{number}){{900}}$"),
        &|number| format!("(a|b)*a(a|b){{300}}c{number}"),
    ] {
        let patterns: Value = (0..1_000)
            .map(|number| json!({ "pattern": pattern(number) }))
            .collect();
        let schema = json!({ "allOf": patterns });
        if refusal(&schema.to_string()).is_some() {
            // Many patterns may not take more memory than few.
            continue;
        }
        for text in &texts {
            let found = sure(&schema, &json!(text));
            assert!(
                !found
                    .iter()
                    .any(|message| message.contains("too many steps")),
                "{found:?}"
            );
        }
    }
}

#[test]
fn an_undecided_bounded_check_reports_no_fault() {
    let branch = |name: &str| json!({ "type": "object", "properties": { name: { "$ref": "#" } }, "required": [name, "tag"] });
    let deep = (0..100).fold(json!({ "tag": 1 }), |inner, _| json!({ "a": inner }));
    let names = ["a", "a", "a", "a", "b"].map(branch);
    let dynamic = json!({ "$dynamicAnchor": "x", "type": "object", "anyOf": names });
    assert_eq!(
        sure(&dynamic, &deep).len(),
        1,
        "one sentence, also where alternatives refer to themselves"
    );
    // More work than a bounded check does.
    let wide = json!({ "items": { "allOf": vec![json!({ "minimum": 0 }); 100] } });
    assert_eq!(sure(&wide, &json!(vec![-1; 100_000])), [""; 0]);
    assert_eq!(sure(&wide, &json!(vec![-1; 100])).len(), 100);
}
