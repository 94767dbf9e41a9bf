//! Calls of whole answers, and results.

use ag_ui_lit_models::provider::{Json, Target};

use super::{given, text};

const SCHEMA: &str = r##"{"type": "object", "properties": {
    "city": {"type": "string"},
    "unit": {"type": "string"},
    "big": {"type": "integer"},
    "note": {"type": ["string", "null"]},
    "stops": {"type": "array", "items": {"type": "object", "properties": {"at": {"type": "string"}, "via": {"type": "string"}}, "required": ["at"]}},
    "how": {"anyOf": [
        {"type": "object", "properties": {"by": {"const": "train"}, "class": {"type": "integer"}}, "required": ["by"]},
        {"type": "object", "properties": {"by": {"const": "car"}, "plate": {"type": "string"}}, "required": ["by"]}
    ]},
    "tree": {"$ref": "#/$defs/tree"}
}, "required": ["city", "tree"],
"$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}, "value": {"type": "integer"}}}}}"##;

fn decoded_call(arguments: &str) -> Json {
    let (mut provider, output) = given(Target::OpenAiChat, true, &[("travel", SCHEMA)]);
    assert_eq!(
        output.at("/tools/0/function/strict"),
        Some(&Json::Bool(true)),
        "{output}"
    );
    let arguments = Json::String(arguments.to_owned());
    let answer = format!(
        r#"{{"choices": [{{"message": {{"tool_calls": [{{"id": "c", "type": "function", "function": {{"name": "travel", "arguments": {arguments}}}}}]}}}}]}}"#
    );
    Json::read(&provider.lift(&answer).unwrap())
        .unwrap()
        .at("/0")
        .unwrap()
        .clone()
}

#[test]
fn a_null_that_means_absence_does_not_reach_the_handler() {
    let call = decoded_call(
        r#"{"city": "Rome", "unit": null, "big": 12345678901234567890, "note": null,
            "stops": [{"at": "Pisa", "via": null}, {"at": "Siena", "via": "Lucca"}],
            "how": {"by": "car", "plate": null}, "tree": {"left": {"left": null, "value": 1}, "value": null}}"#,
    );
    assert_eq!(
        text(&call, "/argsText"),
        r#"{"city":"Rome","big":12345678901234567890,"note":null,"stops":[{"at":"Pisa"},{"at":"Siena","via":"Lucca"}],"how":{"by":"car"},"tree":{"left":{"value":1}}}"#
    );
    assert_eq!(call.get("issue"), None);
}

#[test]
fn a_null_that_means_absence_is_removed_at_any_depth() {
    let schema = r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"anyOf": [
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}}, {"type": "string"}]}}}"##;
    let (mut provider, _) = given(Target::OpenAiChat, true, &[("t", schema)]);
    let nested =
        |inner: &str| (0..126).fold(inner.to_owned(), |inner, _| format!(r#"{{"a":{inner}}}"#));
    let arguments = Json::String(nested(r#"{"a":null}"#));
    let answer = format!(
        r#"{{"tool_calls": [{{"id": "c", "function": {{"name": "t", "arguments": {arguments}}}}}]}}"#
    );
    let calls = Json::read(&provider.lift(&answer).unwrap()).unwrap();
    assert_eq!(text(&calls, "/0/argsText"), nested("{}"));
}

#[test]
fn arguments_without_such_a_null_stay_as_they_were_written() {
    let call = decoded_call(r#"{ "city": "Rome", "tree": {}, "n": 1.0 }"#);
    assert_eq!(
        text(&call, "/argsText"),
        r#"{ "city": "Rome", "tree": {}, "n": 1.0 }"#
    );
}

#[test]
fn broken_arguments_have_an_issue_and_their_text_unchanged() {
    for (arguments, issue) in [
        ("{", "The arguments are not valid JSON"),
        ("[1]", "must be a JSON object, not an array"),
        (r#"{"unit": null"#, "The arguments are not valid JSON"),
    ] {
        let call = decoded_call(arguments);
        assert_eq!(text(&call, "/argsText"), arguments);
        assert_eq!(call.get("args"), None);
        assert!(text(&call, "/issue").contains(issue), "{call}");
    }
    assert_eq!(decoded_call("").get("args").unwrap().to_string(), "{}");
}

#[test]
fn an_incomplete_call_is_reported_with_its_issue() {
    let (mut provider, _) = given(Target::Anthropic, false, &[("t", r#"{"type": "object"}"#)]);
    let answer = r#"{"content": [
        {"type": "text", "text": "Let me see."},
        {"type": "tool_use", "id": "1", "name": "t", "input": {"a": 1}},
        {"type": "tool_use", "name": "t", "input": {}},
        {"type": "tool_use", "id": "3", "name": "unknown", "input": {}},
        {"type": "tool_use", "id": "4", "input": {}},
        {"type": "tool_use", "id": "5", "name": "t", "input": [1]},
        {"type": "server_tool_use", "id": "6", "name": "web_search", "input": {}},
        null, 7, "text", {"type": 5}
    ]}"#;
    let calls = Json::read(&provider.lift(answer).unwrap()).unwrap();
    let issues: Vec<_> = calls
        .items()
        .map(|call| {
            call.get("issue")
                .map_or("", |issue| issue.as_str().unwrap())
        })
        .collect();
    assert_eq!(issues.len(), 5);
    assert_eq!(issues[0], "");
    assert!(issues[1].contains("has no id"));
    assert_eq!(issues[2], r#"There is no tool "unknown"."#);
    assert!(issues[3].contains("names no tool"));
    assert!(issues[4].contains("not an array"));
}

#[test]
fn answers_of_any_shape_give_no_calls() {
    for target in Target::ALL {
        let (mut provider, _) = given(target, false, &[]);
        for answer in [
            "null",
            "1",
            "[]",
            "{}",
            r#"{"content": 1, "choices": {}, "output": "x", "candidates": [1], "toolCalls": [2], "tool_calls": null}"#,
        ] {
            let calls = Json::read(&provider.lift(answer).unwrap()).unwrap();
            for call in calls.items() {
                assert!(call.get("issue").is_some(), "{target:?}: {call}");
            }
        }
    }
}

fn results(target: Target) -> Json {
    let (mut provider, _) = given(target, false, &[("t", r#"{"type": "object"}"#)]);
    let results = r#"[
        {"toolCallId": "1", "toolCallName": "t", "outcome": {"success": true, "text": "{\"n\":1}", "images": [{"data": "QUJD", "mimeType": "image/png"}]}},
        {"toolCallId": "2", "toolCallName": "t", "outcome": {"success": false, "text": "It broke."}},
        {"toolCallId": "3", "toolCallName": "t", "issue": "Bad arguments."}
    ]"#;
    Json::read(&provider.results(results).unwrap()).unwrap()
}

#[test]
fn anthropic_gets_one_message_with_errors_marked_and_images() {
    let message = results(Target::Anthropic);
    assert_eq!(text(&message, "/role"), "user");
    assert_eq!(
        text(&message, "/content/0/content/1/source/media_type"),
        "image/png"
    );
    assert_eq!(message.at("/content/0/is_error"), None);
    assert_eq!(message.at("/content/1/is_error"), Some(&Json::Bool(true)));
    assert_eq!(text(&message, "/content/2/content"), "Bad arguments.");
}

#[test]
fn openai_gets_a_message_for_each_and_images_where_it_takes_them() {
    let chat = results(Target::OpenAiChat);
    assert_eq!(text(&chat, "/0/tool_call_id"), "1");
    assert!(text(&chat, "/0/content").contains("1 of its images can't be sent here"));
    assert_eq!(text(&chat, "/1/content"), "Error: It broke.");
    let responses = results(Target::OpenAiResponses);
    assert_eq!(
        text(&responses, "/0/output/1/image_url"),
        "data:image/png;base64,QUJD"
    );
    assert_eq!(text(&responses, "/2/output"), "Error: Bad arguments.");
}

#[test]
fn gemini_and_mcp_get_data_where_the_model_reads_data() {
    let gemini = results(Target::Gemini);
    assert_eq!(
        gemini.at("/parts/0/functionResponse/response/output/n"),
        Some(&Json::Number("1".to_owned()))
    );
    assert_eq!(
        text(
            &gemini,
            "/parts/0/functionResponse/parts/0/inlineData/mimeType"
        ),
        "image/png"
    );
    assert_eq!(
        text(&gemini, "/parts/1/functionResponse/response/error"),
        "It broke."
    );
    let mcp = results(Target::Mcp);
    assert_eq!(
        mcp.at("/0/structuredContent/n"),
        Some(&Json::Number("1".to_owned()))
    );
    assert_eq!(text(&mcp, "/0/content/1/type"), "image");
    assert_eq!(mcp.at("/1/isError"), Some(&Json::Bool(true)));
}

#[test]
fn gemini_only_gets_ids_that_it_sent() {
    let (mut provider, _) = given(Target::Gemini, false, &[("t", r#"{"type": "object"}"#)]);
    let answer = r#"{"candidates": [{"content": {"parts": [
        {"functionCall": {"name": "t", "args": {}}}, {"functionCall": {"id": "own", "name": "t"}}]}}]}"#;
    let calls = provider.lift(answer).unwrap();
    let sent = Json::read(&provider.results(&calls).unwrap()).unwrap();
    assert_eq!(sent.at("/parts/0/functionResponse/id"), None);
    assert_eq!(text(&sent, "/parts/1/functionResponse/id"), "own");
}

#[test]
fn ag_ui_gets_tool_messages() {
    let messages = results(Target::AgUi);
    assert_eq!(text(&messages, "/1/role"), "tool");
    assert_eq!(text(&messages, "/1/toolCallId"), "2");
    assert_eq!(text(&messages, "/1/error"), "It broke.");
}

#[test]
fn alternatives_that_differ_late_are_compared_once_for_each_value() {
    // The difference follows after the part that refers to itself. Without memory this would take 2 to the 60th comparisons.
    let schema = r##"{"type": "object", "properties": {"of": {"$ref": "#/$defs/n"}, "note": {"type": "string"}}, "required": ["of"], "$defs": {"n": {"anyOf": [
        {"type": "object", "properties": {"of": {"$ref": "#/$defs/n"}, "op": {"const": "not"}}, "required": ["of", "op"]},
        {"type": "object", "properties": {"of": {"$ref": "#/$defs/n"}, "op": {"const": "negated"}}, "required": ["of", "op"]},
        {"type": "integer"}]}}}"##;
    let (mut provider, output) = given(Target::OpenAiChat, true, &[("t", schema)]);
    assert_eq!(
        output.at("/tools/0/function/strict"),
        Some(&Json::Bool(true)),
        "{output}"
    );
    let of = (0..60).fold("1".to_owned(), |of, _| {
        format!(r#"{{"of":{of},"op":"negated"}}"#)
    });
    let arguments = Json::String(format!(r#"{{"of":{of},"note":null}}"#));
    let answer = format!(
        r#"{{"tool_calls": [{{"id": "c", "function": {{"name": "t", "arguments": {arguments}}}}}]}}"#
    );
    let calls = Json::read(&provider.lift(&answer).unwrap()).unwrap();
    assert_eq!(text(&calls, "/0/argsText"), format!(r#"{{"of":{of}}}"#));
}
