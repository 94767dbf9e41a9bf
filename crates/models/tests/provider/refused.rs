//! Parts of one schema for which an API refuses the whole request.

use ag_ui_lit_models::provider::{Json, Target};

use super::{given, text};

const OPENAI: [Target; 2] = [Target::OpenAiChat, Target::OpenAiResponses];

/// The encoded form of a property, and the number of losses.
fn sent(target: Target, is_strict: bool, property: &str) -> (Json, usize) {
    let schema =
        format!(r#"{{"type": "object", "properties": {{"p": {property}}}, "required": ["p"]}}"#);
    let (_, output) = given(target, is_strict, &[("t", &schema)]);
    let place = match target {
        Target::OpenAiChat => "/tools/0/function/parameters/properties/p",
        Target::Gemini => "/tools/0/functionDeclarations/0/parametersJsonSchema/properties/p",
        Target::Anthropic => "/tools/0/input_schema/properties/p",
        _ => "/tools/0/parameters/properties/p",
    };
    let losses = output.at("/losses").unwrap().items().count();
    (output.at(place).unwrap().clone(), losses)
}

#[test]
fn openai_gets_the_items_of_every_array() {
    for target in OPENAI {
        for is_strict in [false, true] {
            for property in [
                r#"{"type": "array"}"#,
                r#"{"type": ["array", "null"]}"#,
                r#"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]}"#,
                r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#,
                r#"{"type": "array", "items": true}"#,
                r#"{"type": "array", "items": [{"type": "string"}], "additionalItems": false}"#,
            ] {
                let (sent, losses) = sent(target, is_strict, property);
                assert!(
                    sent.get("items").unwrap().as_object().is_some(),
                    "{property} {sent}"
                );
                assert!(losses > 0, "{property}");
            }
            let (nested, _) = sent(
                target,
                is_strict,
                r#"{"type": "array", "items": {"type": "array"}}"#,
            );
            assert!(nested.at("/items/items").is_some(), "{nested}");
            let closed =
                r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#;
            assert_eq!(
                sent(target, is_strict, closed).0.get("maxItems"),
                Some(&Json::Number("1".to_owned()))
            );
        }
    }
}

#[test]
fn openai_only_gets_patterns_that_python_compiles() {
    let refused = [
        r"^\p{L}+$",
        r"\P{Lu}",
        r"(?<name>a)",
        r"\u{1F600}",
        r"(?=a)b",
        r"(?!a)",
        r"(?<=a)b",
        r"(?<!a)b",
        r"\k<name>",
        r"(a)\1",
        r"\cA",
        r"[]",
        r"[^]",
        r"[\d-x]",
        r"[a-\d]",
        r"\y",
        r"\x1",
        r"\u12",
        r"a{9999999999}",
        r"[\p{L}]",
        r"(?i:a)",
    ];
    let taken = [
        r"^[a-z]+$",
        r"\d{2,4}",
        r"\bword\b",
        r"(?:a|b)?",
        r"a+?",
        r"\u00e9\x41",
        r"[\w.-]+@[\w-]+",
        r"\/path",
        r"[^\s]",
        r"[a-]",
        r"\.",
        r"(a)(b)",
        r"é+",
        r"[\]a]",
    ];
    for target in OPENAI {
        for pattern in refused {
            let quoted = Json::String(pattern.to_owned());
            for is_strict in [false, true] {
                let (sent, _) = sent(
                    target,
                    is_strict,
                    &format!(r#"{{"type": "string", "pattern": {quoted}}}"#),
                );
                assert_eq!(sent.get("pattern"), None, "{pattern}");
                assert!(
                    text(&sent, "/description").contains("pattern: "),
                    "{pattern}"
                );
            }
            let named = format!(
                r#"{{"type": "object", "patternProperties": {{{quoted}: {{}}, "^a": {{}}}}}}"#
            );
            let (sent, _) = sent(target, false, &named);
            assert_eq!(
                sent.get("patternProperties").unwrap().to_string(),
                r#"{"^a":{}}"#
            );
        }
        for pattern in taken {
            let quoted = Json::String(pattern.to_owned());
            let (sent, losses) = sent(
                target,
                false,
                &format!(r#"{{"type": "string", "pattern": {quoted}}}"#),
            );
            assert_eq!(
                (sent.get("pattern"), losses),
                (Some(&quoted), 0),
                "{pattern}"
            );
        }
    }
    // A property with that name is not a keyword, and neither is a value.
    let (named, losses) = sent(
        Target::OpenAiChat,
        false,
        r#"{"type": "object", "properties": {"pattern": {"const": {"pattern": "\\p{L}", "type": "array"}}}}"#,
    );
    assert_eq!(losses, 0, "{named}");
    let (anthropic, losses) = sent(
        Target::Anthropic,
        false,
        r#"{"type": "string", "pattern": "\\p{L}"}"#,
    );
    assert_eq!((text(&anthropic, "/pattern"), losses), (r"\p{L}", 0));
}

#[test]
fn openai_gets_properties_at_the_top() {
    let (_, output) = given(
        Target::OpenAiChat,
        false,
        &[("t", r#"{"type": "object", "additionalProperties": {}}"#)],
    );
    assert!(
        output
            .at("/tools/0/function/parameters/properties")
            .is_some()
    );
}

#[test]
fn gemini_only_gets_text_values_and_always_gets_items() {
    let (numbers, _) = sent(
        Target::Gemini,
        false,
        r#"{"type": "integer", "enum": [1, 2]}"#,
    );
    assert_eq!(numbers.get("enum"), None);
    assert!(text(&numbers, "/description").contains("enum: [1,2]"));
    let (texts, _) = sent(Target::Gemini, false, r#"{"enum": ["a", "b"]}"#);
    assert_eq!(text(&texts, "/type"), "string");
    assert!(
        sent(Target::Gemini, false, r#"{"type": "array"}"#)
            .0
            .get("items")
            .is_some()
    );
    assert_eq!(
        sent(
            Target::Gemini,
            false,
            r#"{"type": "object", "properties": {}}"#
        )
        .0
        .get("properties"),
        None
    );
    assert_eq!(
        sent(
            Target::Gemini,
            false,
            r#"{"type": "string", "format": "uuid"}"#
        )
        .0
        .get("format"),
        None
    );
}

#[test]
fn one_tool_that_can_not_be_strict_leaves_the_others_strict() {
    let good = r#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#;
    let tuple = r#"{"type": "object", "properties": {"a": {"type": "array", "prefixItems": [{"type": "string"}]}}}"#;
    let (_, output) = given(
        Target::OpenAiChat,
        true,
        &[("good", good), ("tuple", tuple)],
    );
    assert_eq!(
        output.at("/tools/0/function/strict"),
        Some(&Json::Bool(true))
    );
    assert_eq!(output.at("/tools/1/function/strict"), None);
}

#[test]
fn an_optional_reference_to_a_nullable_schema_keeps_its_null() {
    let definitions = r##""$defs": {
        "both": {"type": ["string", "null"]}, "any": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "far": {"$ref": "#/$defs/both"}, "only": {"type": "string"}, "deep": {"anyOf": [{"$ref": "#/$defs/far"}, {"type": "number"}]}
    }"##;
    for (reference, is_kept) in [
        ("both", true),
        ("any", true),
        ("far", true),
        ("deep", true),
        ("only", false),
    ] {
        let schema = format!(
            r##"{{"type": "object", "properties": {{"p": {{"$ref": "#/$defs/{reference}"}}, "list": {{"type": "array", "items":
            {{"type": "object", "properties": {{"q": {{"$ref": "#/$defs/{reference}"}}}}}}}}}}, {definitions}}}"##
        );
        let (mut provider, output) = given(Target::OpenAiChat, true, &[("t", &schema)]);
        assert_eq!(
            output.at("/tools/0/function/strict"),
            Some(&Json::Bool(true)),
            "{output}"
        );
        let answer = r#"{"tool_calls": [{"id": "c", "function": {"name": "t", "arguments": "{\"p\":null,\"list\":[{\"q\":null}]}"}}]}"#;
        let calls = Json::read(&provider.lift(answer).unwrap()).unwrap();
        let wanted = if is_kept {
            r#"{"p":null,"list":[{"q":null}]}"#
        } else {
            r#"{"list":[{}]}"#
        };
        assert_eq!(text(&calls, "/0/argsText"), wanted, "{reference}");
    }
}
