//! The encoded form of a tool, by the rules of each API.

use ag_ui_lit_models::provider::{Json, Provider, Target};

use super::{given, text};

const OPTIONAL: &str = r#"{"type": "object", "properties": {
    "city": {"type": "string", "description": "Which."},
    "unit": {"type": "string", "enum": ["C", "F"]},
    "days": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
    "kind": {"const": "now"},
    "place": {"type": "object", "properties": {"lat": {"type": "number"}, "name": {"type": ["string", "null"]}}, "required": ["lat"]}
}, "required": ["city"]}"#;

#[test]
fn openai_strict_requires_every_member_and_null_means_absence() {
    let (_, output) = given(Target::OpenAiChat, true, &[("weather", OPTIONAL)]);
    let expected = r#"{"type":"object","properties":{"city":{"type":"string","description":"Which."},"unit":{"type":["string","null"],"enum":["C","F",null]},"days":{"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"}]},"kind":{"anyOf":[{"const":"now","type":"string"},{"type":"null"}]},"place":{"type":["object","null"],"properties":{"lat":{"type":"number"},"name":{"type":["string","null"]}},"required":["lat","name"],"additionalProperties":false}},"required":["city","unit","days","kind","place"],"additionalProperties":false}"#;
    let sent = output.at("/tools/0/function/parameters").unwrap();
    assert_eq!(sent, &Json::read(expected).unwrap(), "{sent}");
    assert_eq!(
        output.at("/tools/0/function/strict"),
        Some(&Json::Bool(true))
    );
}

#[test]
fn members_keep_their_order() {
    let (_, output) = given(Target::OpenAiChat, true, &[("weather", OPTIONAL)]);
    let sent = output
        .at("/tools/0/function/parameters/properties")
        .unwrap();
    let names: Vec<_> = sent.as_object().unwrap().keys().collect();
    assert_eq!(names, ["city", "unit", "days", "kind", "place"]);
}

#[test]
fn anthropic_strict_keeps_optional_members() {
    let (_, output) = given(Target::Anthropic, true, &[("weather", OPTIONAL)]);
    let sent = output.at("/tools/0/input_schema").unwrap();
    assert_eq!(sent.get("required").unwrap().to_string(), r#"["city"]"#);
    assert_eq!(sent.get("additionalProperties"), Some(&Json::Bool(false)));
}

#[test]
fn a_recursive_schema_stays_in_openai_strict_and_ends_elsewhere() {
    let tree = r##"{"type": "object", "properties": {"root": {"$ref": "#/$defs/node"}}, "required": ["root"],
        "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}, "required": ["next"]}}}"##;
    let (_, openai) = given(Target::OpenAiResponses, true, &[("t", tree)]);
    assert_eq!(
        text(
            &openai,
            "/tools/0/parameters/$defs/node/properties/next/$ref"
        ),
        "#/$defs/node"
    );

    let (_, gemini) = given(Target::Gemini, false, &[("t", tree)]);
    let sent = gemini
        .at("/tools/0/functionDeclarations/0/parametersJsonSchema")
        .unwrap();
    assert!(!sent.to_string().contains("$ref"), "{sent}");
    assert_eq!(
        text(sent, "/properties/root/properties/next/type"),
        "object"
    );
    let losses = gemini.get("losses").unwrap().to_string();
    assert!(losses.contains("leads in a circle"), "{losses}");

    let (_, anthropic) = given(Target::Anthropic, true, &[("t", tree)]);
    assert_eq!(anthropic.at("/tools/0/strict"), None);
    assert!(anthropic.at("/tools/0/input_schema/$defs").is_some());
}

#[test]
fn gemini_names_begin_with_a_letter_and_calls_have_the_tools_own_names() {
    let schema = r#"{"type": "object", "properties": {}}"#;
    let tools = [
        ("1st", schema),
        ("_1st", schema),
        ("-x", schema),
        ("fine", schema),
    ];
    let (mut provider, output) = given(Target::Gemini, false, &tools);
    let names: Vec<_> = output
        .at("/tools/0/functionDeclarations")
        .unwrap()
        .items()
        .map(|tool| text(tool, "/name").to_owned())
        .collect();
    assert_eq!(
        names,
        ["__1st", "_1st", "_-x", "fine"].map(|name| if name == "__1st" { "_1st_2" } else { name })
    );

    let call = r#"{"candidates": [{"content": {"parts": [{"functionCall": {"name": "_1st_2", "args": {}}}]}}]}"#;
    let calls = Json::read(&provider.lift(call).unwrap()).unwrap();
    assert_eq!(text(&calls, "/0/toolCallName"), "1st");
    let results = provider.results(&calls.to_string()).unwrap();
    assert!(results.contains(r#""name":"_1st_2""#), "{results}");
}

#[test]
fn properties_whose_names_anthropic_refuses_are_left_out_and_reported() {
    let schema = r#"{"type": "object", "properties": {"größe": {"type": "integer"}, "ok": {"type": "string"}}}"#;
    let (_, output) = given(Target::Anthropic, false, &[("t", schema)]);
    assert_eq!(output.at("/tools/0/input_schema/properties/größe"), None);
    assert_eq!(text(&output, "/losses/0/path"), "/properties/größe");
}

#[test]
fn anthropic_accepts_twenty_strict_tools_and_others_without_strict_mode() {
    let schema = r#"{"type": "object", "properties": {}}"#;
    let names: Vec<_> = (0..22).map(|number| format!("t{number}")).collect();
    let tools: Vec<_> = names.iter().map(|name| (name.as_str(), schema)).collect();
    let (_, output) = given(Target::Anthropic, true, &tools);
    let strict = output
        .get("tools")
        .unwrap()
        .items()
        .filter(|tool| tool.get("strict").is_some());
    assert_eq!(strict.count(), 20);
}

#[test]
fn openai_strict_has_ten_levels() {
    let schema = (0..11).fold(r#"{"type": "string"}"#.to_owned(), |inner, _| {
        format!(r#"{{"type": "object", "properties": {{"a": {inner}}}, "required": ["a"]}}"#)
    });
    let (_, output) = given(Target::OpenAiChat, true, &[("t", &schema)]);
    assert_eq!(output.at("/tools/0/function/strict"), None);
    assert!(text(&output, "/losses/0/reason").contains("10 levels"));
}

#[test]
fn references_that_unfold_without_end_are_bounded() {
    use std::fmt::Write;
    let mut definitions = String::from(r#""d0": {"type": "string"}"#);
    for number in 1..40 {
        let before = number - 1;
        write!(
            definitions,
            r##", "d{number}": {{"type": "object", "properties": {{"a": {{"$ref": "#/$defs/d{before}"}}, "b": {{"$ref": "#/$defs/d{before}"}}}}}}"##
        )
        .unwrap();
    }
    let schema = format!(
        r##"{{"type": "object", "properties": {{"it": {{"$ref": "#/$defs/d39"}}}}, "$defs": {{{definitions}}}}}"##
    );
    let (_, output) = given(Target::Gemini, false, &[("t", &schema)]);
    assert!(
        output
            .get("losses")
            .unwrap()
            .to_string()
            .contains("unfolds into more than")
    );
    let (_, output) = given(Target::Anthropic, true, &[("t", &schema)]);
    assert_eq!(output.at("/tools/0/strict"), None);
}

#[test]
fn circles_of_references_and_alternatives_end() {
    for schema in [
        r##"{"type": "object", "$ref": "#"}"##,
        r##"{"type": "object", "$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
        r##"{"type": "object", "anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"$ref": "#/$defs/a"}}}"##,
        r##"{"type": "object", "properties": {"x": {"allOf": [{"$ref": "#/properties/x"}]}}}"##,
        r##"{"type": "object", "properties": {"x": {"anyOf": [{"$ref": "#/properties/x"}, {"type": "string"}]}}}"##,
        r##"{"type": "object", "properties": {"x": {"$ref": "#/$defs/a"}, "y": {"type": "string"}}, "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/a"}]}}}"##,
    ] {
        for target in Target::ALL {
            for is_strict in [false, true] {
                if Provider::new(target, is_strict).is_ok() {
                    let (mut provider, _) = given(target, is_strict, &[("t", schema)]);
                    let call = r#"{"tool_calls": [{"id": "1", "function": {"name": "t", "arguments": "{\"x\":{\"x\":null}}"}}]}"#;
                    assert!(provider.lift(call).is_ok());
                }
            }
        }
    }
}

#[test]
fn a_schema_that_nothing_matches_is_dropped_and_reported() {
    let schema = r#"{"type": "object", "allOf": [false]}"#;
    let (_, output) = given(Target::Gemini, false, &[("t", schema)]);
    let losses = output.get("losses").unwrap().to_string();
    assert!(losses.contains("nothing matches it"), "{losses}");
}

#[test]
fn a_value_in_place_of_a_schema_does_no_harm() {
    for schema in [
        r#"{"type": "object", "properties": {"a": 1, "b": null, "c": [], "d": "x"}}"#,
        r#"{"type": 5, "properties": [], "required": "a", "anyOf": {}, "$defs": 1, "items": 3}"#,
        r#"{"type": "object", "properties": {"a": {"enum": {}, "const": {}, "type": {}, "allOf": 1, "$ref": 1, "required": [1]}}}"#,
    ] {
        for target in Target::ALL {
            for is_strict in [false, true] {
                if Provider::new(target, is_strict).is_ok() {
                    given(target, is_strict, &[("t", schema)]);
                }
            }
        }
    }
}

#[test]
fn strict_mode_is_refused_for_apis_without_one() {
    let error = Provider::new(Target::Gemini, true).unwrap_err();
    assert_eq!(
        error.to_string(),
        "gemini has no strict mode; anthropic, openai-chat, openai-responses and mistral have"
    );
    let error = "claude".parse::<Target>().unwrap_err().to_string();
    assert!(error.contains("anthropic, openai-chat"), "{error}");
}
