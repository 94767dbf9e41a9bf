//! Mistral: ids of nine characters, and answers in the formats of its API and of its client.

use std::collections::HashSet;

use ag_ui_lit_models::provider::{Json, Provider, Target};

use super::{given, text};

const ANY: &str = r#"{"type": "object", "properties": {"city": {"type": "string"}}}"#;
const NOTHING: &str = r#"{"type": "object", "properties": {}}"#;

fn mistral() -> Provider {
    given(
        Target::Mistral,
        false,
        &[("forecast", ANY), ("now", NOTHING)],
    )
    .0
}

fn read(output: &str) -> Json {
    Json::read(output).unwrap()
}

/// The ids under which the results of calls are sent.
fn sent(provider: &mut Provider, ids: &[&str]) -> Vec<String> {
    let calls: Vec<_> = ids
        .iter()
        .map(|id| {
            let id = Json::String((*id).to_owned());
            format!(r#"{{"toolCallId": {id}, "toolCallName": "now"}}"#)
        })
        .collect();
    let messages = read(&provider.results(&format!("[{}]", calls.join(","))).unwrap());
    let sent = messages.items().map(|one| text(one, "/tool_call_id"));
    sent.map(str::to_owned).collect()
}

/// A call of an assistant's message.
fn message(id: &str) -> String {
    format!(
        r#"{{"role": "assistant", "tool_calls": [{{"id": "{id}", "function": {{"name": "now", "arguments": "{{}}"}}}}]}}"#
    )
}

/// The findings about events, and about the end.
fn findings(events: &[&str]) -> Vec<Json> {
    let mut provider = mistral();
    let mut stream = provider.stream();
    let mut findings = Vec::new();
    for event in events {
        let output = provider.push(&mut stream, event).unwrap();
        findings.extend(read(&output).items().cloned());
    }
    findings.extend(read(&provider.end(&mut stream)).items().cloned());
    findings
}

/// Arguments and issue of each call of a stream.
fn ends(events: &[&str]) -> Vec<(String, Option<String>)> {
    findings(events)
        .iter()
        .filter(|one| text(one, "/type") == "end")
        .map(|one| {
            let issue = one.get("issue").and_then(Json::as_str);
            (text(one, "/argsText").to_owned(), issue.map(str::to_owned))
        })
        .collect()
}

#[test]
fn a_tool_is_a_function_and_strict_on_request() {
    let (_, plain) = given(Target::Mistral, false, &[("t", ANY)]);
    assert_eq!(
        plain.get("tools").unwrap().to_string(),
        format!(
            r#"[{{"type":"function","function":{{"name":"t","description":"Does.","parameters":{}}}}}]"#,
            ANY.replace(' ', "")
        )
    );
    let (mut provider, strict) = given(Target::Mistral, true, &[("t", ANY)]);
    let function = strict.at("/tools/0/function").unwrap();
    assert_eq!(function.get("strict"), Some(&Json::Bool(true)));
    assert_eq!(
        function.at("/parameters/additionalProperties"),
        Some(&Json::Bool(false))
    );
    let answer = r#"{"tool_calls": [{"id": "abcdefghi", "function": {"name": "t", "arguments": {"city": null}}}]}"#;
    assert_eq!(
        text(&read(&provider.lift(answer).unwrap()), "/0/argsText"),
        "{}"
    );
}

#[test]
fn patterns_that_python_does_not_compile_are_described() {
    let schema = r#"{"type": "object", "properties": {"p": {"type": "string", "pattern": "\\p{L}"}, "l": {"type": "array"}}}"#;
    let (_, output) = given(Target::Mistral, false, &[("t", schema)]);
    let properties = output
        .at("/tools/0/function/parameters/properties")
        .unwrap();
    assert_eq!(properties.at("/p/pattern"), None);
    assert_eq!(text(properties, "/p/description"), r#"pattern: "\\p{L}""#);
    // Patterns that Mistral accepts stay unchanged.
    assert_eq!(properties.at("/l/items"), None);
    assert_eq!(output.get("losses").unwrap().items().count(), 1);
}

#[test]
fn ids_of_other_providers_are_sent_in_nine_characters_and_restored() {
    let own = [
        "call_PTLP8xhu3uwZk4l3nlnrrJha",
        "toolu_01AAAAAAAAAAAAAAAAAAAAAA",
        "ag-ui-lit-1",
        "",
        "6v41neai",
        "a😀b",
        "abcdefghi\n",
        "abcdefgh_",
        "__proto__",
        "constructor",
    ];
    let mut provider = mistral();
    let ids = sent(&mut provider, &own);
    for id in &ids {
        assert_eq!(id.len(), 9, "{id}");
        assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
    }
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), own.len());
    // The same each time, in any order, and in another conversation.
    assert_eq!(sent(&mut provider, &own), ids);
    let mut reversed = own;
    reversed.reverse();
    let mut again = sent(&mut mistral(), &reversed);
    again.reverse();
    assert_eq!(again, ids);
    for (own, sent) in own.iter().zip(&ids).filter(|(own, _)| !own.is_empty()) {
        let calls = read(&provider.lift(&message(sent)).unwrap());
        assert_eq!(text(&calls, "/0/toolCallId"), *own);
        let mut stream = provider.stream();
        let event = format!(
            r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{{"id":"{sent}","function":{{"name":"now","arguments":"{{}}"}}}}]}},"finish_reason":"tool_calls"}}]}}"#
        );
        let findings = read(&provider.push(&mut stream, &event).unwrap());
        assert_eq!(text(&findings, "/0/toolCallId"), *own);
    }
}

#[test]
fn the_hash_of_an_id_is_the_same_in_every_version() {
    assert_eq!(sent(&mut mistral(), &["call_1"]), ["PYXT64rbr"]);
}

#[test]
fn ids_that_mistral_accepts_stay_unchanged() {
    let mut provider = mistral();
    assert_eq!(sent(&mut provider, &["V2bduoFbR"]), ["V2bduoFbR"]);
    let calls = read(&provider.lift(&message("V2bduoFbR")).unwrap());
    assert_eq!(text(&calls, "/0/toolCallId"), "V2bduoFbR");
}

#[test]
fn no_two_calls_of_a_conversation_are_sent_under_one_id() {
    let hash = sent(&mut mistral(), &["call_1"]).remove(0);
    // An id that equals the hash of another one: before it, after it, and together with it.
    let mut before = mistral();
    assert_eq!(sent(&mut before, &[&hash]), [hash.as_str()]);
    assert_ne!(sent(&mut before, &["call_1"]), [hash.as_str()]);
    let mut after = mistral();
    assert_eq!(sent(&mut after, &["call_1"]), [hash.as_str()]);
    let other = sent(&mut after, &[&hash]).remove(0);
    assert_ne!(other, hash);
    let calls = read(&after.lift(&message(&hash)).unwrap());
    assert_eq!(text(&calls, "/0/toolCallId"), "call_1");
    let calls = read(&after.lift(&message(&other)).unwrap());
    assert_eq!(text(&calls, "/0/toolCallId"), hash);
    let mut at_once = mistral();
    let both = sent(&mut at_once, &["call_1", &hash]);
    assert_eq!(both[1], hash);
    assert_ne!(both[0], hash);
}

#[test]
fn a_result_names_its_tool_unless_mistral_would_refuse_the_name() {
    let mut provider = mistral();
    let results = r#"[
        {"toolCallId": "abcdefghi", "toolCallName": "now", "outcome": {"success": true, "text": "12:00", "images": [{"data": "QUJD", "mimeType": "image/png"}]}},
        {"toolCallId": "jklmnopqr", "toolCallName": "no such tool", "issue": "There is no such tool."}
    ]"#;
    assert_eq!(
        provider.results(results).unwrap(),
        concat!(
            r#"[{"role":"tool","name":"now","content":"12:00\n(1 of its images can't be sent here.)","tool_call_id":"abcdefghi"},"#,
            r#"{"role":"tool","content":"Error: There is no such tool.","tool_call_id":"jklmnopqr"}]"#
        )
    );
}

#[test]
fn answers_are_read_as_the_api_and_as_its_client_write_them() {
    for answer in [
        r#"{"choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":"assistant","content":"","tool_calls":[{"id":"V2bduoFbR","function":{"name":"forecast","arguments":"{\"city\":\"Rome\"}"}}]}}]}"#,
        r#"{"choices":[{"index":0,"finishReason":"tool_calls","message":{"role":"assistant","content":"","toolCalls":[{"id":"V2bduoFbR","type":"function","index":0,"function":{"name":"forecast","arguments":{"city":"Rome"}}}]}}]}"#,
        r#"{"role":"assistant","tool_calls":[{"id":"V2bduoFbR","function":{"name":"forecast","arguments":{"city":"Rome"}}}]}"#,
        r#"{"role":"assistant","tool_calls":null,"toolCalls":[{"id":"V2bduoFbR","function":{"name":"forecast","arguments":"{\"city\":\"Rome\"}"}}]}"#,
    ] {
        let calls = read(&mistral().lift(answer).unwrap());
        assert_eq!(text(&calls, "/0/toolCallId"), "V2bduoFbR", "{answer}");
        assert_eq!(text(&calls, "/0/argsText"), r#"{"city":"Rome"}"#);
        assert_eq!(calls.at("/0/issue"), None);
    }
}

#[test]
fn an_answer_that_was_cut_off_spoils_its_last_call() {
    for reason in ["length", "model_length", "error", "unknown reason"] {
        for key in ["finish_reason", "finishReason"] {
            let call = r#"[{"id":"V2bduoFbR","function":{"name":"now","arguments":"{}"}}]"#;
            let answer = format!(
                r#"{{"choices":[{{"{key}":"{reason}","message":{{"tool_calls":{call}}}}}]}}"#
            );
            let calls = read(&mistral().lift(&answer).unwrap());
            assert!(text(&calls, "/0/issue").contains(reason), "{calls}");
            let event = format!(
                r#"{{"choices":[{{"{key}":"{reason}","delta":{{"tool_calls":{call}}}}}]}}"#
            );
            let ends = ends(&[&event]);
            assert!(ends[0].1.as_deref().unwrap().contains(reason), "{ends:?}");
        }
    }
}

#[test]
fn calls_arrive_whole_with_arguments_as_text_or_as_an_object() {
    let whole = r#"{"choices":[{"index":0,"delta":{"tool_calls":[
        {"index":0,"id":"aaaaaaaaa","function":{"name":"forecast","arguments":"{\"city\":\"Rome\"}"}},
        {"index":1,"id":"bbbbbbbbb","function":{"name":"forecast","arguments":{"city":"Pisa"}}}]},"finish_reason":"tool_calls"}]}"#;
    // The vendor's client does not number calls if the API does not.
    let uncounted = whole.replace(r#""index":1"#, r#""index":0"#);
    let missing = whole
        .replace(r#"{"index":0,"id""#, r#"{"id""#)
        .replace(r#"{"index":1,"id""#, r#"{"id""#);
    for event in [whole, &uncounted, &missing] {
        assert_eq!(
            ends(&[event]),
            [
                (r#"{"city":"Rome"}"#.to_owned(), None),
                (r#"{"city":"Pisa"}"#.to_owned(), None)
            ],
            "{event}"
        );
    }
}

#[test]
fn lost_arguments_never_look_like_empty_ones() {
    let chunk =
        |call: &str| format!(r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{call}]}}}}]}}"#);
    let end = r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#;
    for calls in [
        &[r#"{"index":0,"id":"aaaaaaaaa","function":{"name":"forecast"}}"#][..],
        &[r#"{"index":0,"id":"aaaaaaaaa","function":{"name":"forecast","arguments":null}}"#],
        &[r#"{"index":0,"id":"aaaaaaaaa","function":{"name":"forecast","arguments":5}}"#],
        &[r#"{"index":0,"id":"aaaaaaaaa","function":{"name":"forecast","arguments":["Rome"]}}"#],
        &[
            r#"{"index":0,"id":"aaaaaaaaa","function":{"name":"forecast","arguments":{"city":"Rome"}}}"#,
            r#"{"index":0,"id":"null","function":{"name":"","arguments":"{\"city\":\"Pisa\"}"}}"#,
        ],
        &[
            r#"{"index":0,"id":"aaaaaaaaa","function":{"name":"forecast","arguments":{"city":"Rome"}}}"#,
            r#"{"index":0,"id":"null","function":{"name":"","arguments":{"city":"Pisa"}}}"#,
        ],
        &[
            r#"{"index":0,"id":"aaaaaaaaa","function":{"name":"forecast","arguments":"{\"city\":"}}"#,
            r#"{"index":0,"id":"null","function":{"name":"","arguments":{"city":"Pisa"}}}"#,
        ],
    ] {
        let mut events: Vec<_> = calls.iter().map(|call| chunk(call)).collect();
        events.push(end.to_owned());
        let ends = ends(&events.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(ends.len(), 1, "{calls:?}");
        assert!(ends[0].1.is_some(), "{calls:?}: {ends:?}");
    }
    let message = r#"{"tool_calls":[{"id":"aaaaaaaaa","function":{"name":"forecast"}}]}"#;
    let calls = read(&mistral().lift(message).unwrap());
    assert!(calls.at("/0/issue").is_some(), "{calls}");
}

#[test]
fn calls_without_a_reported_end_are_complete_when_the_answer_is() {
    let call = |id: &str, arguments: &str| {
        format!(
            r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{{"id":"{id}","function":{{"name":"forecast","arguments":{arguments}}}}}]}}}}]}}"#
        )
    };
    let end = |reason: &str| {
        format!(r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{reason}"}}]}}"#)
    };
    let (empty, rome) = (
        call("aaaaaaaaa", r#""""#),
        call("aaaaaaaaa", r#""{\"city\":\"Rome\"}""#),
    );
    // Empty is not absent.
    assert_eq!(ends(&[&empty, &end("tool_calls")]), [(String::new(), None)]);
    // An answer is truncated in its last call.
    let cut = ends(&[&rome, &call("bbbbbbbbb", "{}"), &end("model_length")]);
    let issues: Vec<_> = cut.iter().map(|(_, issue)| issue.is_some()).collect();
    assert_eq!(issues, [false, true]);
}

#[test]
fn a_call_without_an_id_gets_one_that_is_sent_in_nine_characters() {
    for id in ["", r#""id":null,"#, r#""id":"null","#, r#""id":"","#] {
        let mut provider = mistral();
        let answer =
            format!(r#"{{"tool_calls":[{{{id}"function":{{"name":"now","arguments":"{{}}"}}}}]}}"#);
        let calls = read(&provider.lift(&answer).unwrap());
        assert_eq!(calls.at("/0/issue"), None);
        let again = read(&provider.lift(&answer).unwrap());
        let made = text(&calls, "/0/toolCallId").to_owned();
        assert_ne!(text(&again, "/0/toolCallId"), made, "{id}");
        assert_eq!(sent(&mut provider, &[&made])[0].len(), 9);
    }
}

#[test]
fn events_of_any_shape_never_panic() {
    for event in [
        r#"{"data":null}"#,
        r#"{"data":{"data":{"choices":[]}}}"#,
        r#"{"choices":5}"#,
        r#"{"choices":[null,5,"x",[]]}"#,
        r#"{"choices":[{"index":0,"delta":{"tool_calls":[null,5,"x",[],{}]}}]}"#,
        r#"{"choices":[{"index":0,"delta":{"tool_calls":{"0":{}}},"finishReason":5}]}"#,
        r#"{"tool_calls":[{"function":5}],"toolCalls":[]}"#,
    ] {
        assert!(
            findings(&[event])
                .iter()
                .all(|one| text(one, "/type") != "end" || one.get("issue").is_some()),
            "{event}"
        );
        mistral().lift(event).unwrap();
    }
    let call = r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"id":"aaaaaaaaa","function":{"name":"now","arguments":"{}"}}]}}]}"#;
    for failed in [
        r#"{"error":{"message":"Too many."}}"#,
        r#"{"choices":[],"error":{"message":"Too many."}}"#,
    ] {
        let ends = ends(&[call, failed]);
        assert!(ends[0].1.as_deref().unwrap().contains("error"), "{ends:?}");
    }
    let message = r#"{"error":{"message":"Too many."},"tool_calls":[{"id":"aaaaaaaaa","function":{"name":"now","arguments":"{}"}}]}"#;
    let calls = read(&mistral().lift(message).unwrap());
    assert!(text(&calls, "/0/issue").contains("error"), "{calls}");
}
