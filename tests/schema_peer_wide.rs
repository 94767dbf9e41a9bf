//! The crate decides as the `jsonschema` crate does over schemas with many keywords at once, with resources inside
//! resources, and references to everywhere: checked at once, explained, and judged at every cut of the text.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::json::{self, ReadOptions, Reader};
use ag_ui_lit::schema::{Progress, Schema, Verdict};
use proptest::prelude::*;
use serde_json::{Value, json};
use suite::DRAFTS;

mod suite;

/// A keyword with a value.
type Entry = (&'static str, Value);

fn peer(schema: &Value) -> Option<jsonschema::Validator> {
    jsonschema::options()
        .offline()
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .build(schema)
        .ok()
}

/// Compares the two on a value: checked, explained, and judged as it arrives.
fn agree(schema: &Schema, peer: &jsonschema::Validator, text: &str, name: &str) {
    let document = json::read(text, ReadOptions::default()).unwrap();
    let root = document.tree.root().unwrap();
    let expected = if peer.is_valid(&document.value()) {
        Verdict::Valid
    } else {
        Verdict::Invalid
    };
    assert_eq!(schema.check(root), expected, "{name}: {text}");
    let issues = schema.issues(root);
    let is_right = issues.is_empty() == (expected == Verdict::Valid);
    assert!(is_right, "{name}: {text} has issues {issues:?}");
    let gave_up = |message: &str| message.contains("could not be checked");
    let is_told = !issues.iter().any(|issue| gave_up(&issue.message));
    assert!(is_told, "{name}: {text} has no fault that could be found");
    let mut reader = Reader::new(ReadOptions::default());
    let mut progress = Progress::default();
    for (at, character) in text.char_indices() {
        reader.push(&text[at..at + character.len_utf8()]).unwrap();
        let so_far = progress.advance(schema, reader.tree());
        let is_hasty = so_far == Verdict::Invalid && expected == Verdict::Valid;
        assert!(!is_hasty, "{name}: {text} is given up at {at}");
    }
    reader.finish().unwrap();
    let last = progress.advance(schema, reader.tree());
    assert_eq!(last, expected, "{name}, as it arrives: {text}");
}

/// Most lead somewhere from everywhere.
fn reference() -> impl Strategy<Value = &'static str> {
    let everywhere = vec![
        "/s/root",
        "/s/root#/$defs/a",
        "/s/root#/$defs/a",
        "/s/root#/$defs/odd%20%25~0~1%7E01%22",
        "/s/root#/allOf/0",
        "/s/root#/allOf/2/anyOf/1",
        "/s/root#/x-place/0/deep",
        "/s/root#leaf",
        "/s/b",
        "/s/b#",
        "/s/b#/$defs/c",
        "/s/b#here",
        "//h/s/./x/../b#here",
        "/s/c/d",
        "/s/c/d#here",
        "/s/c/d#leaf",
        "/s/c/d#/$defs/e",
        "http://h/s/c/d#/%24defs/e",
        "#",
    ];
    let somewhere = vec![
        "#/$defs/c",
        "#here",
        "#leaf",
        "b",
        "c/d",
        "urn:x:y",
        "#/$defs/a/properties/a",
        "#/$defs/b/$defs/c",
    ];
    prop_oneof![40 => prop::sample::select(everywhere), 1 => prop::sample::select(somewhere)]
}

fn number() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(0),
        json!(1),
        json!(-1),
        json!(2),
        json!(3),
        json!(1.0),
        json!(2.5),
        json!(0.1),
        json!(0.3),
        json!(-0.0),
        json!(1e-7),
        json!(3e-7),
        json!(1e20),
        json!(1e21),
        json!(1e300),
        json!(5e-324),
        json!(9_007_199_254_740_991_i64),
        json!(4.35),
        json!(0.05),
    ])
}

fn divisor() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(1),
        json!(2),
        json!(0.1),
        json!(0.05),
        json!(1.5),
        json!(1e-7),
        json!(3.0),
    ])
}

fn count() -> impl Strategy<Value = Value> {
    prop_oneof![4 => (0..4).prop_map(Value::from), 1 => Just(json!(2.0)), 1 => Just(json!(1e30))]
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "a",
        "b",
        "c",
        "ab",
        "é",
        "😀x",
        "",
        "__proto__",
        "$ref",
    ])
    .prop_map(str::to_owned)
}

fn names() -> impl Strategy<Value = Value> {
    prop::sample::subsequence(vec!["a", "b", "c", "é", "", "ab"], 1..4)
        .prop_map(|names| json!(names))
}

fn types() -> impl Strategy<Value = Value> {
    let all = vec![
        "null", "boolean", "integer", "number", "string", "array", "object",
    ];
    prop_oneof![
        prop::sample::select(all.clone()).prop_map(Value::from),
        prop::sample::subsequence(all, 1..6).prop_map(|types| json!(types)),
    ]
}

fn pattern() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "^a",
        "b$",
        "^.$",
        "[ab]",
        "é|x",
        "^$",
        "(?!a)^.",
        "^(.)\\1?$",
    ])
}

fn simple_keyword() -> impl Strategy<Value = Entry> {
    prop_oneof![
        types().prop_map(|value| ("type", value)),
        prop::collection::vec(value(), 1..4).prop_map(|options| ("enum", json!(options))),
        value().prop_map(|value| ("const", value)),
        number().prop_map(|value| ("minimum", value)),
        number().prop_map(|value| ("maximum", value)),
        number().prop_map(|value| ("exclusiveMinimum", value)),
        number().prop_map(|value| ("exclusiveMaximum", value)),
        divisor().prop_map(|value| ("multipleOf", value)),
        count().prop_map(|value| ("minLength", value)),
        count().prop_map(|value| ("maxLength", value)),
        pattern().prop_map(|pattern| ("pattern", json!(pattern))),
        count().prop_map(|value| ("minItems", value)),
        count().prop_map(|value| ("maxItems", value)),
        any::<bool>().prop_map(|value| ("uniqueItems", json!(value))),
        count().prop_map(|value| ("minProperties", value)),
        count().prop_map(|value| ("maxProperties", value)),
        count().prop_map(|value| ("minContains", value)),
        count().prop_map(|value| ("maxContains", value)),
        names().prop_map(|names| ("required", names)),
        (name(), names(), name(), names())
            .prop_map(|(a, needs, b, also)| ("dependentRequired", json!({ a: needs, b: also }))),
        reference().prop_map(|reference| ("$ref", json!(reference))),
        prop::sample::select(vec![
            "#",
            "/s/root#here",
            "/s/b#here",
            "/s/root#leaf",
            "/s/c/d#here",
            "/s/b"
        ])
        .prop_map(|reference| ("$dynamicRef", json!(reference))),
        Just(("$recursiveRef", json!("#"))),
        Just(("format", json!("date"))),
    ]
}

fn keyword(inner: impl Strategy<Value = Value> + Clone + 'static) -> impl Strategy<Value = Entry> {
    let list = || prop::collection::vec(inner.clone(), 1..4).prop_map(Value::from);
    let named =
        || prop::collection::btree_map(name(), inner.clone(), 0..4).prop_map(|named| json!(named));
    let one = |keyword: &'static str| inner.clone().prop_map(move |schema| (keyword, schema));
    let matching = prop::collection::btree_map(pattern(), inner.clone(), 1..3);
    let dependencies =
        prop::collection::btree_map(name(), prop_oneof![names(), inner.clone()], 1..3);
    prop_oneof![
        4 => simple_keyword(),
        2 => named().prop_map(|named| ("properties", named)),
        1 => matching.prop_map(|named| ("patternProperties", json!(named))),
        1 => prop_oneof![one("additionalProperties"), one("propertyNames"), one("unevaluatedProperties")],
        1 => prop_oneof![one("items"), one("additionalItems"), one("unevaluatedItems"), one("contains")],
        1 => prop_oneof![list().prop_map(|list| ("prefixItems", list)), list().prop_map(|list| ("items", list))],
        1 => prop_oneof![one("not"), one("if"), one("then"), one("else")],
        1 => list().prop_map(|list| ("allOf", list)),
        1 => list().prop_map(|list| ("anyOf", list)),
        1 => list().prop_map(|list| ("oneOf", list)),
        1 => named().prop_map(|named| ("dependentSchemas", named)),
        1 => dependencies.prop_map(|named| ("dependencies", json!(named))),
    ]
}

fn schema() -> impl Strategy<Value = Value> {
    let merged = |entries: Vec<Entry>| -> Value {
        let members = entries
            .into_iter()
            .map(|(keyword, value)| (keyword.to_owned(), value));
        Value::Object(members.collect())
    };
    let leaf = prop_oneof![
        1 => any::<bool>().prop_map(Value::from),
        6 => prop::collection::vec(simple_keyword(), 1..4).prop_map(merged),
    ];
    leaf.prop_recursive(4, 40, 4, move |inner| {
        prop::collection::vec(keyword(inner), 1..6).prop_map(merged)
    })
}

/// What a document is made with: choices between what its dialect offers.
#[derive(Debug, Clone, Copy)]
struct Marks {
    dialect: &'static str,
    is_dynamic: bool,
    is_recursive: bool,
}

impl Marks {
    /// Whether it is of a dialect up to draft 7.
    fn is_old(self) -> bool {
        self.dialect.contains("draft-0")
    }

    fn is_2019(self) -> bool {
        self.dialect.contains("2019-09")
    }

    fn is_2020(self) -> bool {
        self.dialect.contains("2020-12")
    }

    fn id_keyword(self) -> &'static str {
        if self.dialect.contains("draft-04") {
            "id"
        } else {
            "$id"
        }
    }

    /// Gives a schema an identifier, or an anchor, as the dialect writes them; where it can, both.
    fn mark(self, schema: Value, id: Option<&str>, anchor: &str) -> Value {
        let mut schema = if schema.is_object() {
            schema
        } else {
            json!({ "not": { "const": schema } })
        };
        if let Some(id) = id {
            schema[self.id_keyword()] = json!(id);
        }
        if self.is_old() {
            if id.is_none() {
                schema[self.id_keyword()] = json!(format!("#{anchor}"));
            }
            // It would hide the identifier.
            schema.as_object_mut().unwrap().remove("$ref");
            return schema;
        }
        if self.is_2019() && self.is_recursive && id.is_some() {
            schema["$recursiveAnchor"] = json!(true);
        }
        let is_dynamic = self.is_dynamic && self.is_2020();
        let keyword = if is_dynamic {
            "$dynamicAnchor"
        } else {
            "$anchor"
        };
        schema[keyword] = json!(anchor);
        schema
    }
}

/// A schema with resources in it, and references to and fro.
fn document() -> impl Strategy<Value = (Value, Marks)> {
    let dialect = prop::sample::select(DRAFTS.map(|(_, dialect)| dialect).to_vec());
    let marks =
        (dialect, any::<bool>(), any::<bool>()).prop_map(|(dialect, is_dynamic, is_recursive)| {
            Marks {
                dialect,
                is_dynamic,
                is_recursive,
            }
        });
    let schemas = (schema(), schema(), schema(), schema(), schema(), schema());
    (schemas, marks, any::<bool>()).prop_map(|((root, other, a, b, c, d), marks, has_root)| {
        let leaf = marks.mark(json!({ "maxLength": 1, "maximum": 2 }), None, "leaf");
        let mut inner = marks.mark(b, Some("b"), "here");
        inner["$defs"] = json!({ "c": c.clone() });
        let mut nested = marks.mark(c, Some("c/d"), "here");
        nested["$defs"] = json!({ "e": leaf.clone() });
        let mut schema = json!({
            "$schema": marks.dialect,
            "allOf": [
                root,
                marks.mark(json!({}), None, "here"),
                { "anyOf": [other, { "type": ["object", "array"] }] },
            ],
            "$defs": { "a": a, "b": inner, "n": nested, "odd %~/~1\"": { "minimum": 1 }, "leaf": leaf },
        });
        schema[marks.id_keyword()] = json!("http://h/s/root#");
        if has_root && marks.is_2019() && marks.is_recursive {
            schema["$recursiveAnchor"] = json!(true);
        }
        if has_root && marks.is_2020() && marks.is_dynamic {
            schema["$dynamicAnchor"] = json!("here");
        }
        if marks.is_old() {
            // Where these drafts look for schemas.
            let text = schema.to_string().replace("$defs", "definitions");
            schema = serde_json::from_str(&text).unwrap();
        } else {
            schema["definitions"] = json!({ "d": d });
        }
        schema["x-place"] = json!([{ "deep": { "not": { "type": "null" } } }]);
        (schema, marks)
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number(),
        number(),
        prop::sample::select(vec![
            "",
            "a",
            "b",
            "ab",
            "aa",
            "é",
            "e\u{301}",
            "😀b",
            "2026-01-31",
            "abcd"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name(), inner, 0..4).prop_map(|members| json!(members)),
        ]
    })
}

fn cases() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig {
        max_global_rejects: 1_000_000,
        ..ProptestConfig::with_cases(asked.unwrap_or(500))
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn the_two_agree_over_schemas_of_many_keywords(
        (schema, marks) in document(),
        values in prop::collection::vec(value(), 1..10),
    ) {
        let text = schema.to_string();
        let has = |part: &str| text.contains(part);
        // The other one lets `contains` evaluate items in 2019-09 too, where section 9.3.1.3 says nothing of it.
        let differs = marks.is_2019() && has("contains") && has("unevaluatedItems")
            // It also knows these in other drafts than their own.
            || has("$dynamicRef") && !marks.is_2020()
            || has("$recursiveRef") && !marks.is_2019()
            // To it, any reference to a dynamic anchor is a dynamic one.
            || has("$dynamicAnchor") && (has("#here\"") || has("#leaf\""));
        if let (Ok(ours), Some(peer), false) = (Schema::read(&text), peer(&schema), differs) {
            for value in values.iter().map(Value::to_string) {
                // Of a large number it divides the double, not the decimal that was written.
                if !has("multipleOf") || !value.contains("e+") {
                    agree(&ours, &peer, &value, &text);
                }
            }
        }
    }
}
