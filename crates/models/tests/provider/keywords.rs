//! Every keyword of every draft in every API: the reported losses are compared with the encoded schema.

use std::collections::BTreeMap;

use ag_ui_lit_models::provider::{Json, Provider, Target};

/// Schemas with every keyword of drafts 4 to 2020-12: at the top, in a property, at nested places.
const PROPERTIES: &[(&str, &str)] = &[
    ("type", r#"{"type": "string"}"#),
    ("type of several", r#"{"type": ["string", "integer"]}"#),
    ("type with null", r#"{"type": ["string", "null"]}"#),
    ("anything", "{}"),
    ("true", "true"),
    ("false", "false"),
    ("title", r#"{"type": "string", "title": "A title"}"#),
    (
        "description",
        r#"{"type": "string", "description": "Says."}"#,
    ),
    ("default", r#"{"type": "string", "default": "x"}"#),
    ("examples", r#"{"type": "string", "examples": ["x", "y"]}"#),
    ("deprecated", r#"{"type": "string", "deprecated": true}"#),
    ("readOnly", r#"{"type": "string", "readOnly": true}"#),
    ("writeOnly", r#"{"type": "string", "writeOnly": true}"#),
    ("$comment", r#"{"type": "string", "$comment": "c"}"#),
    ("$anchor", r#"{"type": "string", "$anchor": "here"}"#),
    (
        "$dynamicAnchor",
        r#"{"type": "string", "$dynamicAnchor": "there"}"#,
    ),
    (
        "$id",
        r#"{"type": "string", "$id": "https://example.com/part"}"#,
    ),
    ("unknown", r#"{"type": "string", "x-mine": {"a": 1}}"#),
    ("enum", r#"{"enum": ["a", "b"]}"#),
    ("enum of numbers", r#"{"type": "integer", "enum": [1, 2]}"#),
    ("enum of all", r#"{"enum": ["a", 1, true, null]}"#),
    (
        "enum of objects",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "enum": [{"a": "b"}]}"#,
    ),
    ("const", r#"{"const": "a"}"#),
    ("const null", r#"{"const": null}"#),
    (
        "const object",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "const": {"a": "b"}}"#,
    ),
    ("minLength", r#"{"type": "string", "minLength": 1}"#),
    ("maxLength", r#"{"type": "string", "maxLength": 9}"#),
    ("pattern", r#"{"type": "string", "pattern": "^[a-z]+$"}"#),
    (
        "pattern with lookahead",
        r#"{"type": "string", "pattern": "^(?=a)b$"}"#,
    ),
    ("format", r#"{"type": "string", "format": "date-time"}"#),
    (
        "unknown-format",
        r#"{"type": "string", "format": "iri-reference"}"#,
    ),
    (
        "contentEncoding",
        r#"{"type": "string", "contentEncoding": "base64"}"#,
    ),
    (
        "contentMediaType",
        r#"{"type": "string", "contentMediaType": "application/json"}"#,
    ),
    (
        "contentSchema",
        r#"{"type": "string", "contentSchema": {"type": "object"}}"#,
    ),
    ("minimum", r#"{"type": "number", "minimum": 1}"#),
    ("maximum", r#"{"type": "number", "maximum": 1.5}"#),
    (
        "exclusiveMinimum",
        r#"{"type": "number", "exclusiveMinimum": 1}"#,
    ),
    (
        "exclusiveMaximum",
        r#"{"type": "number", "exclusiveMaximum": 1}"#,
    ),
    ("multipleOf", r#"{"type": "number", "multipleOf": 2}"#),
    (
        "items",
        r#"{"type": "array", "items": {"type": "string", "minLength": 2}}"#,
    ),
    ("items true", r#"{"type": "array", "items": true}"#),
    ("items false", r#"{"type": "array", "items": false}"#),
    (
        "prefixItems",
        r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "number"}}"#,
    ),
    (
        "minItems",
        r#"{"type": "array", "items": {"type": "string"}, "minItems": 1}"#,
    ),
    (
        "minItems of two",
        r#"{"type": "array", "items": {"type": "string"}, "minItems": 2}"#,
    ),
    (
        "maxItems",
        r#"{"type": "array", "items": {"type": "string"}, "maxItems": 3}"#,
    ),
    (
        "uniqueItems",
        r#"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#,
    ),
    (
        "contains",
        r#"{"type": "array", "items": {"type": "string"}, "contains": {"const": "a"}, "minContains": 1, "maxContains": 2}"#,
    ),
    (
        "unevaluatedItems",
        r#"{"type": "array", "items": {"type": "string"}, "unevaluatedItems": false}"#,
    ),
    (
        "object",
        r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "object", "properties": {"c": {"type": "integer"}}, "required": ["c"]}}, "required": ["a"]}"#,
    ),
    ("object of all", r#"{"type": "object"}"#),
    ("empty object", r#"{"type": "object", "properties": {}}"#),
    (
        "required of none",
        r#"{"type": "object", "properties": {}, "required": []}"#,
    ),
    (
        "required unknown",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}"#,
    ),
    (
        "additionalProperties",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false}"#,
    ),
    (
        "map",
        r#"{"type": "object", "additionalProperties": {"type": "string", "maxLength": 3}}"#,
    ),
    (
        "open",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": true}"#,
    ),
    (
        "patternProperties",
        r#"{"type": "object", "properties": {}, "patternProperties": {"^x": {"type": "string"}}}"#,
    ),
    (
        "propertyNames",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "propertyNames": {"maxLength": 3}}"#,
    ),
    (
        "minProperties",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "minProperties": 1, "maxProperties": 2}"#,
    ),
    (
        "unevaluatedProperties",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "unevaluatedProperties": false}"#,
    ),
    (
        "dependentRequired",
        r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "dependentRequired": {"a": ["b"]}}"#,
    ),
    (
        "dependentSchemas",
        r#"{"type": "object", "properties": {"a": {"type": "string"}}, "dependentSchemas": {"a": {"minProperties": 2}}}"#,
    ),
    (
        "anyOf",
        r#"{"anyOf": [{"type": "string", "maxLength": 2}, {"type": "integer", "multipleOf": 3}]}"#,
    ),
    (
        "anyOf with false",
        r#"{"anyOf": [{"type": "string"}, false]}"#,
    ),
    (
        "anyOf with type",
        r#"{"type": "string", "anyOf": [{"minLength": 2}, {"maxLength": 1}]}"#,
    ),
    (
        "oneOf",
        r#"{"oneOf": [{"type": "string", "minLength": 2}, {"type": "null"}]}"#,
    ),
    (
        "oneOf and anyOf",
        r#"{"anyOf": [{"type": "string"}], "oneOf": [{"type": "string"}]}"#,
    ),
    (
        "allOf",
        r#"{"allOf": [{"type": "string", "minLength": 2}, {"pattern": "^a"}]}"#,
    ),
    (
        "allOf that differs",
        r#"{"type": "number", "minimum": 1, "allOf": [{"type": "integer", "minimum": 2}]}"#,
    ),
    (
        "allOf of objects",
        r#"{"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"a": {"maxLength": 2}, "b": {"type": "null"}}, "required": ["b"]}]}"#,
    ),
    ("not", r#"{"type": "string", "not": {"const": "x"}}"#),
    (
        "if",
        r#"{"type": "string", "if": {"const": "x"}, "then": {"minLength": 1}, "else": {"maxLength": 1}}"#,
    ),
    ("$ref", r##"{"$ref": "#/$defs/short"}"##),
    (
        "$ref with siblings",
        r##"{"$ref": "#/$defs/short", "description": "Mine.", "minLength": 1}"##,
    ),
    ("$ref to a circle", r##"{"$ref": "#/$defs/tree"}"##),
    ("$ref to an anchor", r##"{"$ref": "#named"}"##),
    ("$ref to a property", r##"{"$ref": "#/properties/other"}"##),
    ("$dynamicRef", r##"{"$dynamicRef": "#named"}"##),
    (
        "name that is odd",
        r#"{"type": "object", "properties": {"größe": {"type": "string"}}}"#,
    ),
    ("long", LONG),
];

const LONG: &str = r#"{"type": "string", "not": {"enum": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]}}"#;

/// Whole schemas of a tool.
const ROOTS: &[&str] = &[
    r#"{"type": "object", "properties": {}}"#,
    r#"{"type": ["object", "null"], "properties": {"a": {"type": "string"}}}"#,
    r#"{"type": "object", "anyOf": [{"properties": {"a": {"const": "x"}, "n": {"type": "integer", "multipleOf": 2}}, "required": ["a", "n"]}, {"properties": {"a": {"const": "y"}}, "required": ["a"]}]}"#,
    r##"{"type": "object", "oneOf": [{"$ref": "#/$defs/one"}, {"type": "object", "properties": {"b": {"type": "string"}}}], "$defs": {"one": {"type": "object", "properties": {"a": {"type": "string", "minLength": 1}}}}}"##,
    r##"{"type": "object", "$ref": "#/$defs/all", "$defs": {"all": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}}}"##,
    r#"{"type": "object", "allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": {"type": "string"}}}]}"#,
    r#"{"type": "object", "properties": {"a": {"type": "string"}}, "not": {"required": ["a"]}, "enum": [{"a": "b"}]}"#,
    r#"{"type": "object", "properties": {"a": {"type": "string"}}, "description": "Said.", "title": "T", "$comment": "c", "minProperties": 1}"#,
    r#"{"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "string"}}"#,
    r##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/all", "$vocabulary": {}, "type": "object", "properties": {"child": {"$ref": "#"}}}"##,
    // Older drafts.
    r#"{"$schema": "http://json-schema.org/draft-04/schema#", "id": "https://example.com/four", "type": "object", "properties": {"n": {"type": "number", "minimum": 1, "exclusiveMinimum": true, "maximum": 5, "exclusiveMaximum": false}}}"#,
    r##"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "definitions": {"s": {"type": "string", "minLength": 2}}, "properties": {"a": {"$ref": "#/definitions/s", "description": "Ignored."}}}"##,
    r#"{"$schema": "http://json-schema.org/draft-06/schema#", "type": "object", "properties": {"n": {"type": "number", "exclusiveMinimum": 1}, "c": {"contains": {"type": "string"}}}}"#,
    r##"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"t": {"type": "array", "items": [{"type": "string", "maxLength": 2}, {"$ref": "#/properties/t/items/0"}], "additionalItems": {"type": "number", "multipleOf": 2}}, "l": {"type": "array", "items": {"type": "string"}, "additionalItems": false}}}"##,
    r#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "dependencies": {"a": ["b"], "b": {"minProperties": 1}}, "if": {"required": ["a"]}, "then": {"required": ["b"]}}"#,
    r##"{"$schema": "https://json-schema.org/draft/2019-09/schema", "$recursiveAnchor": true, "type": "object", "properties": {"child": {"$recursiveRef": "#"}, "t": {"type": "array", "items": [{"type": "string"}]}}}"##,
];

fn all_schemas() -> Vec<(String, String)> {
    let definitions = r##""$defs": {
        "short": {"type": "string", "maxLength": 5},
        "tree": {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}},
        "named": {"$anchor": "named", "type": "string", "minLength": 3}
    }"##;
    let mut schemas = Vec::new();
    for (name, property) in PROPERTIES {
        for required in ["", r#", "required": ["it"]"#] {
            let definitions = if property.contains("Ref") || property.contains("$ref") {
                format!(", {definitions}")
            } else {
                String::new()
            };
            schemas.push((
                format!("{name}{required}"),
                format!(
                    r#"{{"type": "object", "properties": {{"it": {property}, "other": {{"type": "boolean"}}}}{required}{definitions}}}"#
                ),
            ));
        }
    }
    schemas.extend(
        ROOTS
            .iter()
            .map(|root| ((*root).to_owned(), (*root).to_owned())),
    );
    schemas
}

/// Every API, with and without strict mode.
fn lowerings() -> impl Iterator<Item = (Target, bool)> {
    let modes = |target: Target| [false, true].map(|is_strict| (target, is_strict));
    let all = Target::ALL.into_iter().flat_map(modes);
    all.filter(|(target, is_strict)| !is_strict || target.has_strict_mode())
}

/// The sent form of one tool, and the losses by their path.
struct Sent {
    schema: Json,
    is_strict: bool,
    losses: BTreeMap<String, Vec<(String, String)>>,
}

fn sent(target: Target, is_strict: bool, schema: &str) -> Sent {
    let mut provider = Provider::new(target, is_strict).unwrap();
    let tools = format!(r#"[{{"name": "t", "description": "D.", "parameters": {schema}}}]"#);
    let output = Json::read(&provider.lower(&tools).unwrap()).unwrap();
    let tool = output.at("/tools/0").unwrap();
    let places = [
        "/input_schema",
        "/function/parameters",
        "/parameters",
        "/functionDeclarations/0/parametersJsonSchema",
        "/inputSchema",
    ];
    let schema = places
        .iter()
        .find_map(|place| tool.at(place))
        .unwrap()
        .clone();
    let strict = [tool.get("strict"), tool.at("/function/strict")];
    let mut losses: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for loss in output.get("losses").unwrap().items() {
        let text = |key: &str| loss.get(key).unwrap().as_str().unwrap().to_owned();
        assert_eq!(text("tool"), "t");
        assert!(!text("reason").is_empty());
        losses
            .entry(text("path"))
            .or_default()
            .push((text("keyword"), text("action")));
    }
    Sent {
        schema,
        is_strict: strict.contains(&Some(&Json::Bool(true))),
        losses,
    }
}

/// The keywords of a schema by their pointers, with their values. The pointers of a keyword with schemas lead into them.
fn occurrences(schema: &Json, at: &str, found: &mut BTreeMap<String, Json>) {
    let Some(members) = schema.as_object() else {
        return;
    };
    for (keyword, value) in members {
        let at = format!("{at}/{}", keyword.replace('~', "~0").replace('/', "~1"));
        match (keyword.as_str(), value) {
            (
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas",
                Json::Object(schemas),
            ) => {
                found.insert(at.clone(), Json::Null);
                for (name, schema) in schemas {
                    let at = format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"));
                    if schema.as_object().is_none() {
                        found.insert(at.clone(), schema.clone());
                    }
                    occurrences(schema, &at, found);
                }
            }
            ("allOf" | "anyOf" | "oneOf" | "prefixItems" | "items", Json::Array(schemas)) => {
                found.insert(at.clone(), Json::Null);
                for (index, schema) in schemas.iter().enumerate() {
                    let at = format!("{at}/{index}");
                    if schema.as_object().is_none() {
                        found.insert(at.clone(), schema.clone());
                    }
                    occurrences(schema, &at, found);
                }
            }
            (
                "items"
                | "additionalItems"
                | "additionalProperties"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else"
                | "propertyNames"
                | "unevaluatedItems"
                | "unevaluatedProperties"
                | "contentSchema",
                Json::Object(_),
            ) => {
                found.insert(at.clone(), Json::Null);
                occurrences(value, &at, found);
            }
            _ => {
                found.insert(at, value.clone());
            }
        }
    }
}

/// Returns true if a loss names a place, or a part that contains it.
fn is_covered(losses: &BTreeMap<String, Vec<(String, String)>>, at: &str) -> bool {
    losses.keys().any(|path| {
        !path.is_empty()
            && at
                .strip_prefix(path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn is_empty(schema: &Json) -> bool {
    schema.as_object().is_some_and(indexmap::IndexMap::is_empty)
}

/// Keywords that strict modes can't express, by the name of the case.
const UNSAID: &[&str] = &[
    "anything",
    "true",
    "items true",
    "object of all",
    "required unknown",
    "map",
    "open",
    "patternProperties",
    "not",
];

#[test]
fn strict_mode_is_given_up_only_for_schemas_that_it_can_not_express() {
    for (name, property) in PROPERTIES {
        let schema = format!(r#"{{"type": "object", "properties": {{"it": {property}}}}}"#);
        if property.contains("ef\"") {
            continue;
        }
        for (target, is_strict) in lowerings().filter(|(_, is_strict)| *is_strict) {
            let Sent {
                is_strict: stays,
                losses,
                ..
            } = sent(target, is_strict, &schema);
            let says_so = losses
                .values()
                .flatten()
                .any(|(keyword, _)| keyword == "strict");
            assert_eq!(says_so, !stays, "{name} for {target:?}");
            if !UNSAID.contains(name) && target == Target::Anthropic {
                assert!(stays, "{name} for {target:?}: {losses:?}");
            }
        }
    }
}

#[test]
fn every_changed_keyword_is_a_loss_and_nothing_else_is() {
    let mut faults = Vec::new();
    for (name, schema) in all_schemas() {
        for (target, is_strict) in lowerings() {
            let Sent {
                schema: sent,
                losses,
                ..
            } = self::sent(target, is_strict, &schema);
            let source = Json::read(&schema).unwrap();
            let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
            occurrences(&source, "", &mut before);
            occurrences(&sent, "", &mut after);
            let mut fault = |what: &str, at: &str| {
                faults.push(format!("{what} {at}\n  {name} for {target:?} strict={is_strict}\n  sent {sent}\n  losses {losses:?}"));
            };
            let described = losses.iter().any(|(_, found)| {
                found
                    .iter()
                    .any(|(_, action)| action == "described" || action == "rewritten")
            });
            for (at, value) in &before {
                let is_description = at.ends_with("/description") && described;
                let is_same = match after.get(at) {
                    Some(Json::String(sent)) if is_description => {
                        sent.starts_with(value.as_str().unwrap())
                    }
                    Some(sent) => sent == value,
                    None => false,
                };
                // Both are empty.
                let is_nothing = *value == Json::Bool(true) && sent.at(at).is_some_and(is_empty);
                if !is_same && !is_nothing && !is_covered(&losses, at) {
                    fault("lost in silence:", at);
                }
            }
            for at in after.keys().filter(|at| !before.contains_key(*at)) {
                let is_note = at.ends_with("/description") && described;
                // A moved keyword is reported at its former place.
                let is_moved = losses
                    .values()
                    .flatten()
                    .any(|(_, action)| action == "rewritten");
                if !is_note && !is_moved && !is_covered(&losses, at) {
                    fault("added in silence:", at);
                }
            }
            for (at, found) in &losses {
                if found.iter().all(|(keyword, _)| keyword == "strict") {
                    continue;
                }
                let within = |found: &BTreeMap<String, Json>| {
                    found
                        .keys()
                        .any(|place| place == at || place.starts_with(&format!("{at}/")))
                };
                let is_same = before
                    .get(at)
                    .is_some_and(|value| *value != Json::Null && after.get(at) == Some(value));
                if is_same {
                    fault("sent as it is, and a loss:", at);
                }
                // The loss may describe an addition to a schema, at its present place.
                let holder = at
                    .rsplit_once('/')
                    .and_then(|(holder, _)| source.at(holder));
                if !within(&before) && !within(&after) && holder.is_none() {
                    fault("a loss of nothing:", at);
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults[..faults.len().min(12)].join("\n")
    );
}

/// The tool itself accepts `null` here, so it stays.
const WITH_NULL: &[&str] = &["type with null", "enum of all", "const null", "oneOf"];

#[test]
fn nulls_that_strict_mode_added_are_removed_and_others_stay() {
    let mut undone = 0;
    for (name, property) in PROPERTIES {
        let schema = format!(
            r#"{{"type": "object", "properties": {{"it": {property}, "list": {{"type": "array", "items": {{"type": "object", "properties": {{"it": {property}}}}}}}}}}}"#
        );
        if property.contains("ef\"") {
            continue;
        }
        let (mut provider, output) = super::given(Target::OpenAiChat, true, &[("t", &schema)]);
        if output.at("/tools/0/function/strict").is_none()
            || output
                .at("/tools/0/function/parameters/properties/it")
                .is_none()
        {
            continue;
        }
        let answer = r#"{"tool_calls": [{"id": "1", "function": {"name": "t", "arguments": "{\"it\":null,\"list\":[{\"it\":null}]}"}}]}"#;
        let calls = Json::read(&provider.lift(answer).unwrap()).unwrap();
        let expected = if WITH_NULL.contains(name) {
            r#"{"it":null,"list":[{"it":null}]}"#
        } else {
            undone += 1;
            r#"{"list":[{}]}"#
        };
        assert_eq!(
            super::text(&calls, "/0/argsText"),
            expected,
            "{name}: {output}"
        );
    }
    assert!(undone > 30, "{undone}");
}
