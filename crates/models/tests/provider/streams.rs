//! Calls that arrive in pieces.

use ag_ui_lit_models::provider::{Json, Provider, Target};
use proptest::prelude::*;

use super::{given, text};
use crate::cases;

const SCHEMA: &str = r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}"#;

/// The findings about some events, and about the end.
fn findings(target: Target, is_strict: bool, events: &[String]) -> Vec<Json> {
    let (mut provider, _) = given(target, is_strict, &[("t", SCHEMA), ("u", SCHEMA)]);
    let mut stream = provider.stream();
    let mut findings = Vec::new();
    for event in events {
        findings.extend(list(&provider.push(&mut stream, event).unwrap()));
    }
    findings.extend(list(&provider.end(&mut stream)));
    findings
}

fn list(output: &str) -> Vec<Json> {
    Json::read(output).unwrap().items().cloned().collect()
}

fn strings<const N: usize>(events: [&str; N]) -> Vec<String> {
    events.map(str::to_owned).to_vec()
}

/// The pieces of a call in each API's events, cut at these places.
fn events(target: Target, pieces: &[&str]) -> Vec<String> {
    let quoted = |piece: &&str| Json::String((*piece).to_owned()).to_string();
    let pieces = pieces.iter().map(quoted);
    match target {
        Target::Anthropic => {
            let mut events = strings([
                r#"{"type":"message_start","message":{"content":[]}}"#,
                r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
                r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Well"}}"#,
                r#"{"type":"content_block_stop","index":0}"#,
                r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c1","name":"t","input":{}}}"#,
            ]);
            events.extend(pieces.map(|piece| {
                format!(r#"{{"type":"content_block_delta","index":1,"delta":{{"type":"input_json_delta","partial_json":{piece}}}}}"#)
            }));
            events.extend(strings([
                r#"{"type":"content_block_stop","index":1}"#,
                r#"{"type":"message_stop"}"#,
            ]));
            events
        }
        Target::OpenAiChat => {
            let mut events = strings([
                r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":null}}]}"#,
                r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"t","arguments":""}}]}}]}"#,
            ]);
            events.extend(pieces.map(|piece| {
                format!(r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{{"index":0,"function":{{"arguments":{piece}}}}}]}}}}]}}"#)
            }));
            events.push(
                r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#.to_owned(),
            );
            events
        }
        // In the vendor's client the id of a later chunk is "null".
        Target::Mistral => {
            let mut events = strings([
                r#"{"data":{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finishReason":null}]}}"#,
                r#"{"data":{"choices":[{"index":0,"delta":{"toolCalls":[{"index":0,"id":"c1","type":"function","function":{"name":"t","arguments":""}}]},"finishReason":null}]}}"#,
            ]);
            events.extend(pieces.map(|piece| {
                format!(r#"{{"data":{{"choices":[{{"index":0,"delta":{{"toolCalls":[{{"index":0,"id":"null","type":"function","function":{{"name":"","arguments":{piece}}}}}]}},"finishReason":null}}]}}}}"#)
            }));
            events.push(
                r#"{"data":{"choices":[{"index":0,"delta":{"content":""},"finishReason":"tool_calls"}]}}"#
                    .to_owned(),
            );
            events
        }
        Target::OpenAiResponses => {
            let all: Vec<String> = pieces.collect();
            let whole: String = all
                .iter()
                .map(|piece| match Json::read(piece).unwrap() {
                    Json::String(text) => text,
                    _ => String::new(),
                })
                .collect();
            let whole = Json::String(whole);
            let mut events = strings([
                r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"fc","call_id":"c1","name":"t","arguments":""}}"#,
            ]);
            events.extend(all.iter().map(|piece| {
                format!(r#"{{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"fc","delta":{piece}}}"#)
            }));
            events.push(format!(r#"{{"type":"response.function_call_arguments.done","output_index":0,"item_id":"fc","arguments":{whole}}}"#));
            events.push(format!(r#"{{"type":"response.output_item.done","output_index":0,"item":{{"type":"function_call","id":"fc","call_id":"c1","name":"t","arguments":{whole}}}}}"#));
            events.push(r#"{"type":"response.completed"}"#.to_owned());
            events
        }
        _ => {
            let mut events =
                strings([r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"t"}"#]);
            events.extend(pieces.map(|piece| {
                format!(r#"{{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":{piece}}}"#)
            }));
            events.push(r#"{"type":"TOOL_CALL_END","toolCallId":"c1"}"#.to_owned());
            events
        }
    }
}

const STREAMING: [Target; 5] = [
    Target::Anthropic,
    Target::OpenAiChat,
    Target::OpenAiResponses,
    Target::Mistral,
    Target::AgUi,
];

const ARGUMENTS: &str = r#"{"a": "Gr\u00fc\u00df dich, \"du\" 😀", "b": null}"#;

#[test]
fn a_call_is_the_same_wherever_its_text_is_cut() {
    let cuts: Vec<_> = ARGUMENTS.char_indices().map(|(at, _)| at).collect();
    for target in STREAMING {
        for cut in &cuts {
            let pieces = [&ARGUMENTS[..*cut], &ARGUMENTS[*cut..]];
            let findings = findings(target, false, &events(target, &pieces));
            assert_eq!(text(&findings[0], "/type"), "start", "{target:?}");
            assert_eq!(text(&findings[0], "/toolCallId"), "c1");
            let deltas: String = findings
                .iter()
                .filter(|one| text(one, "/type") == "args")
                .map(|one| text(one, "/delta"))
                .collect();
            assert_eq!(deltas, ARGUMENTS, "{target:?}");
            let end = findings.last().unwrap();
            assert_eq!(text(end, "/type"), "end");
            assert_eq!(text(end, "/argsText"), ARGUMENTS);
            assert_eq!(end.get("issue"), None, "{target:?} {end}");
        }
    }
}

#[test]
fn strict_nulls_are_gone_at_the_end() {
    for target in [Target::OpenAiChat, Target::OpenAiResponses, Target::Mistral] {
        let findings = findings(
            target,
            true,
            &events(target, &[r#"{"a": "x", "#, r#""b": null}"#]),
        );
        assert_eq!(text(findings.last().unwrap(), "/argsText"), r#"{"a":"x"}"#);
    }
}

#[test]
fn a_stream_that_is_cut_off_ends_its_calls_with_an_issue() {
    for target in STREAMING {
        let all = events(target, &[r#"{"a": "#, r#""x"}"#]);
        for cut in 0..all.len() {
            let findings = findings(target, false, &all[..cut]);
            for one in findings.iter().filter(|one| text(one, "/type") == "end") {
                let is_whole =
                    text(one, "/argsText") == r#"{"a": "x"}"# && one.get("issue").is_none();
                assert!(
                    is_whole || one.get("issue").is_some(),
                    "{target:?} cut at {cut}: {one}"
                );
            }
            let starts = findings
                .iter()
                .filter(|one| text(one, "/type") == "start")
                .count();
            let ends = findings
                .iter()
                .filter(|one| text(one, "/type") == "end")
                .count();
            assert_eq!(starts, ends, "{target:?} cut at {cut}");
        }
    }
}

#[test]
fn calls_that_arrive_interleaved_are_kept_apart() {
    let findings = findings(
        Target::OpenAiChat,
        false,
        &strings([
            r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"t","arguments":"{\"a\""}},{"index":1,"id":"c2","function":{"name":"u","arguments":"{\"a\""}}]}}]}"#,
            r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":":\"2\"}"}},{"index":0,"function":{"arguments":":\"1\"}"}}]}}]}"#,
            r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
        ]),
    );
    let ends: Vec<_> = findings
        .iter()
        .filter(|one| text(one, "/type") == "end")
        .map(|one| (text(one, "/toolCallName"), text(one, "/argsText")))
        .collect();
    assert_eq!(ends, [("t", r#"{"a":"1"}"#), ("u", r#"{"a":"2"}"#)]);
}

#[test]
fn calls_of_servers_that_do_not_number_them_are_read() {
    let findings = findings(
        Target::OpenAiChat,
        false,
        &strings([
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"t","arguments":"{}"}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c2","function":{"name":"u","arguments":"{}"}}]}}]}"#,
            r#"{"choices":[{"delta":{"tool_calls":[{"function":{"name":"t","arguments":"{}"}}]},"finish_reason":"stop"}]}"#,
        ]),
    );
    let ends: Vec<_> = findings
        .iter()
        .filter(|one| text(one, "/type") == "end")
        .map(|one| text(one, "/toolCallName"))
        .collect();
    assert_eq!(ends, ["t", "u", "t"]);
}

#[test]
fn an_event_that_fits_no_call_is_an_issue_and_the_rest_continues() {
    let good = events(Target::Anthropic, &[r#"{"a": "x"}"#]);
    let bad = strings([
        "null",
        "1",
        "[]",
        r#""text""#,
        "{}",
        r#"{"type":"content_block_delta","index":7,"delta":{"type":"input_json_delta","partial_json":"{"}}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"c9","name":"t","input":{}}}"#,
        r#"{"type":"content_block_stop","index":9}"#,
        r#"{"type":"content_block_start","index":{},"content_block":null}"#,
    ]);
    // Between the start of the call and its text.
    let mixed: Vec<_> = good[..5]
        .iter()
        .chain(&bad)
        .chain(&good[5..])
        .cloned()
        .collect();
    let findings = findings(Target::Anthropic, false, &mixed);
    assert!(
        findings
            .iter()
            .filter(|one| text(one, "/type") == "issue")
            .count()
            >= 6,
        "{findings:?}"
    );
    let end = findings
        .iter()
        .find(|one| text(one, "/type") == "end")
        .unwrap();
    assert_eq!((text(end, "/toolCallId"), end.get("issue")), ("c1", None));
}

#[test]
fn a_piece_that_is_not_text_invalidates_only_its_call() {
    let mut all = events(Target::AgUi, &[r#"{"a": "x"}"#]);
    all.insert(
        1,
        r#"{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":5}"#.to_owned(),
    );
    all.extend(strings([
        r#"{"type":"TOOL_CALL_START","toolCallId":"c2","toolCallName":"u"}"#,
        r#"{"type":"TOOL_CALL_END","toolCallId":"c2"}"#,
    ]));
    let findings = findings(Target::AgUi, false, &all);
    let ends: Vec<_> = findings
        .iter()
        .filter(|one| text(one, "/type") == "end")
        .collect();
    assert_eq!(
        text(ends[0], "/issue"),
        "A piece of the arguments is not text."
    );
    assert_eq!(ends[1].get("issue"), None);
}

#[test]
fn a_second_call_with_the_same_id_is_ignored() {
    let findings = findings(
        Target::Gemini,
        false,
        &strings([
            r#"{"candidates":[{"content":{"parts":[{"functionCall":{"id":"g","name":"t","args":{}}},{"functionCall":{"id":"g","name":"u","args":{}}}]}}]}"#,
        ]),
    );
    let kinds: Vec<_> = findings.iter().map(|one| text(one, "/type")).collect();
    assert_eq!(kinds, ["start", "args", "end", "issue"]);
}

#[test]
fn an_answer_has_a_thousand_calls_at_most() {
    let all: Vec<_> = (0..1002)
        .map(|number| {
            format!(r#"{{"type":"TOOL_CALL_START","toolCallId":"c{number}","toolCallName":"t"}}"#)
        })
        .collect();
    let findings = findings(Target::AgUi, false, &all);
    let count = |kind: &str| {
        findings
            .iter()
            .filter(|one| text(one, "/type") == kind)
            .count()
    };
    assert_eq!(
        (count("start"), count("end"), count("issue")),
        (1000, 1000, 2)
    );
}

#[test]
fn events_after_the_end_are_issues() {
    let mut provider = Provider::new(Target::Gemini, false).unwrap();
    let mut stream = provider.stream();
    assert_eq!(provider.end(&mut stream), "[]");
    let output = provider.push(&mut stream, "{}").unwrap();
    assert!(output.contains("The stream has ended."));
}

#[test]
fn gemini_sends_whole_calls() {
    let findings = findings(
        Target::Gemini,
        false,
        &strings([
            r#"{"candidates":[{"content":{"parts":[{"text":"Well"},{"functionCall":{"id":"g","name":"t","args":{"a":"x"}}}]}}]}"#,
        ]),
    );
    let kinds: Vec<_> = findings.iter().map(|one| text(one, "/type")).collect();
    assert_eq!(kinds, ["start", "args", "end"]);
}

#[test]
fn chunks_of_ag_ui_are_calls() {
    let findings = findings(
        Target::AgUi,
        false,
        &strings([
            r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c1","toolCallName":"t","delta":"{\"a\""}"#,
            r#"{"type":"TOOL_CALL_CHUNK","delta":":\"1\"}"}"#,
            r#"{"type":"TOOL_CALL_CHUNK","toolCallId":"c2","toolCallName":"u"}"#,
        ]),
    );
    let ends: Vec<_> = findings
        .iter()
        .filter(|one| text(one, "/type") == "end")
        .map(|one| (text(one, "/argsText"), one.get("issue")))
        .collect();
    assert_eq!(ends[0], (r#"{"a":"1"}"#, None));
    assert_eq!(ends.len(), 2);
}

proptest! {
    #![proptest_config(cases())]

    /// Events in any order, of any API, any number of times.
    #[test]
    fn events_in_any_order_never_panic(order in prop::collection::vec((0..5_usize, 0..9_usize), 0..40)) {
        let all = STREAMING.map(|target| events(target, &[r#"{"a": "#, r#""x"}"#]));
        for target in Target::ALL {
            let (mut provider, _) = given(target, false, &[("t", SCHEMA)]);
            let mut stream = provider.stream();
            let mut findings = Vec::new();
            for (api, at) in &order {
                if let Some(event) = all[*api].get(*at) {
                    findings.extend(list(&provider.push(&mut stream, event).unwrap()));
                }
            }
            findings.extend(list(&provider.end(&mut stream)));
            let starts = findings.iter().filter(|one| text(one, "/type") == "start").count();
            let ends = findings.iter().filter(|one| text(one, "/type") == "end").count();
            prop_assert!(starts <= ends);
        }
    }
}
