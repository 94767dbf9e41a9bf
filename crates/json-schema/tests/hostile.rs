//! Schemas of any shape: refused or not, nothing panics, and every way of validating gives the same verdict.

use std::rc::Rc;

use ag_ui_lit_json_schema::Schema;
use proptest::prelude::*;

use crate::judged;

const DIALECTS: [&str; 5] = [
    "http://json-schema.org/draft-04/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-07/schema#",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2020-12/schema",
];

/// Words with a meaning in a schema, as keys and as values.
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
        1 => prop::sample::select(DIALECTS.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,3}",
        1 => "[(\\[{?*+^$|\\\\pdwbk<>a1)\\]}=!:]{1,8}",
    ]
}

/// JSON as text, since keys may occur twice.
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

/// Schemas with a part that most random ones lack: references with a target.
fn any_schema() -> impl Strategy<Value = String> {
    let dialect = prop::sample::select(DIALECTS.to_vec());
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
    ProptestConfig::with_cases(asked.unwrap_or(150))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn a_schema_of_any_shape_is_compiled_or_refused(
        schema in prop_oneof![any_schema(), any_schema(), any_json()],
        values in prop::collection::vec(any_json(), 1..5),
    ) {
        let Ok(compiled) = Schema::read(&schema) else { return Ok(()) };
        let compiled = Rc::new(compiled);
        for value in values {
            let arguments = format!(r#"{{"a":{value}}}"#);
            let found = compiled.validate(&arguments, 128);
            let pieces: Vec<&str> = arguments.split_inclusive(|_| true).collect();
            prop_assert_eq!(judged(&compiled, &pieces).1, found, "{}: {}", schema, arguments);
            let _ = compiled.sure_issues(&value);
        }
    }
}
