//! Schemas and definitions of any shape at all: refused or not, nothing panics, and what was compiled says the same of a
//! value however it is asked.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::json::{self, ReadOptions};
use ag_ui_lit::schema::{Schema, Verdict};
use ag_ui_lit::tool::Definition;
use proptest::prelude::*;
use suite::{DRAFTS, verdicts};

mod suite;

/// Words that mean something in a schema, as keys and as values.
const WORDS: [&str; 72] = [
    "$schema",
    "$id",
    "id",
    "$ref",
    "$anchor",
    "$dynamicRef",
    "$dynamicAnchor",
    "$recursiveRef",
    "$recursiveAnchor",
    "$defs",
    "definitions",
    "type",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "contentEncoding",
    "contentMediaType",
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "required",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "minProperties",
    "maxProperties",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
    "a",
    "#",
    "#a",
    "#/a",
    "#/$defs/a",
    "#/properties/a",
    "#/items/0",
    "#/allOf/1/a",
    "%",
    "#%2",
    "#/~2/~",
    "x:",
    "//x/",
    "string",
    "object",
    "array",
    "number",
    "\u{1F600}",
    "__proto__",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => prop::sample::select(WORDS.to_vec()).prop_map(str::to_owned),
        1 => prop::sample::select(DRAFTS.map(|(_, dialect)| dialect).to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => "[(\\[{?*+^$|\\\\pdwbk<>a1)\\]}=!:]{1,8}",
    ]
}

/// Text, since keys may stand twice.
fn any_json() -> impl Strategy<Value = String> {
    let quoted = |text: String| serde_json::Value::from(text).to_string();
    let leaf = prop_oneof![
        3 => word().prop_map(quoted),
        1 => prop::sample::select(vec![
            "null", "true", "false", "0", "1", "2", "-1", "1.0", "0.1", "1e300", "5e-324", "-0.0", "18446744073709551616",
            "1e30", "9007199254740993", "{}", "[]",
        ]).prop_map(str::to_owned),
    ];
    leaf.prop_recursive(6, 60, 6, move |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(","))),
            3 => prop::collection::vec((word(), inner), 0..6).prop_map(move |members| {
                let members: Vec<String> = members
                    .into_iter()
                    .map(|(key, member)| format!("{}:{member}", quoted(key)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// With what most random schemas lack: references that lead somewhere.
fn any_schema() -> impl Strategy<Value = String> {
    let dialect = prop::sample::select(DRAFTS.map(|(_, dialect)| dialect).to_vec());
    (any_json(), any_json(), any_json(), dialect).prop_map(|(root, a, b, dialect)| {
        format!(
            r#"{{"$schema":"{dialect}","properties":{{"a":{root}}},"allOf":[{b},{b}],"$defs":{{"a":{a}}},"definitions":{{"a":{a}}},"a":{b}}}"#
        )
    })
}

fn cases() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(500))
}

fn judge(schema: &str, values: &[String]) {
    let Ok(compiled) = Schema::read(schema) else {
        return;
    };
    for value in values {
        let Ok(document) = json::read(value, ReadOptions::default()) else {
            continue;
        };
        let root = document.tree.root().unwrap();
        let verdict = compiled.check(root);
        assert_eq!(
            compiled.issues(root).is_empty(),
            verdict == Verdict::Valid,
            "{schema}: {value}"
        );
        let pieces: Vec<&str> = value.split_inclusive(|_| true).collect();
        let streamed = *verdicts(&compiled, &pieces).last().unwrap();
        // Of keys that stand twice the first was judged too.
        assert!(
            streamed == verdict || streamed == Verdict::Invalid || verdict == Verdict::Unsure,
            "{schema}: {value}"
        );
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_schema_of_any_shape_is_compiled_or_refused(
        schema in prop_oneof![any_schema(), any_schema(), any_json()],
        values in prop::collection::vec(any_json(), 1..5),
    ) {
        judge(&schema, &values);
    }

    #[test]
    fn a_definition_of_any_shape_is_examined(schema in any_json(), metadata in any_json(), name in any_json()) {
        for text in [
            format!(r#"{{"name":{name},"description":{name},"handler":{name},"schema":{schema},"metadata":{metadata}}}"#),
            format!(r#"{{"name":"a","schema":{schema},"parameters":{metadata},"issues":{name},"validatesItself":{metadata}}}"#),
            schema,
        ] {
            if let Ok(definition) = Definition::read(&text) {
                let examination = definition.examine();
                let paths = examination.issues.iter().map(|issue| issue.path.len());
                prop_assert!(paths.max() < Some(200));
                let _ = examination.tool.fault(&text, ReadOptions::default());
            }
        }
    }
}
