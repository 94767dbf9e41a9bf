//! Truncated or lost arguments, and names in pieces: no call runs with less than the model wrote.

use std::slice::from_ref;

use ag_ui_lit_models::provider::{Json, Target};

use super::{given, text};

const ANY: &str = r#"{"type": "object", "properties": {"city": {"type": "string"}}}"#;
const NOTHING: &str = r#"{"type": "object", "properties": {}}"#;

const TOOLS: [(&str, &str); 6] = [
    ("forecast", ANY),
    ("fore", ANY),
    ("get", ANY),
    ("get_weather", ANY),
    ("papaya", ANY),
    ("now", NOTHING),
];

/// The ends of a stream: name, arguments, and whether the call may run.
fn ends(target: Target, events: &[&str]) -> Vec<(String, String, bool)> {
    let (findings, _) = findings(target, events);
    findings
}

fn findings(target: Target, events: &[&str]) -> (Vec<(String, String, bool)>, Vec<Json>) {
    let (mut provider, _) = given(target, false, &TOOLS);
    let mut stream = provider.stream();
    let mut all = Vec::new();
    for event in events {
        let output = provider.push(&mut stream, event).unwrap();
        all.extend(Json::read(&output).unwrap().items().cloned());
    }
    all.extend(
        Json::read(&provider.end(&mut stream))
            .unwrap()
            .items()
            .cloned(),
    );
    let ends = all
        .iter()
        .filter(|one| text(one, "/type") == "end")
        .map(|one| {
            let may_run = one.get("issue").is_none();
            (
                text(one, "/toolCallName").to_owned(),
                text(one, "/argsText").to_owned(),
                may_run,
            )
        })
        .collect();
    (ends, all)
}

fn chat(delta: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{{"tool_calls":[{delta}]}}}}]}}"#)
}

fn finish(reason: &str) -> String {
    format!(r#"{{"choices":[{{"index":0,"delta":{{}},"finish_reason":"{reason}"}}]}}"#)
}

/// Streams of chat completions with these pieces and a reason for their end.
fn chats(pieces: &[&str], reason: &str) -> Vec<(String, String, bool)> {
    let mut events: Vec<_> = pieces.iter().map(|piece| chat(piece)).collect();
    events.push(finish(reason));
    ends(
        Target::OpenAiChat,
        &events.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

fn runs(name: &str, arguments: &str) -> (String, String, bool) {
    (name.to_owned(), arguments.to_owned(), true)
}

#[test]
fn pieces_without_index_and_id_belong_to_the_pending_call() {
    let begin = r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":""}}"#;
    let [first, second] = [
        r#"{"function":{"arguments":"{\"city\":"}}"#,
        r#"{"function":{"arguments":"\"Rome\"}"}}"#,
    ];
    let rome = runs("forecast", r#"{"city":"Rome"}"#);
    assert_eq!(
        chats(&[begin, first, second], "tool_calls"),
        from_ref(&rome)
    );
    // Without any index, by the id, or with an index that arrives late.
    let uncounted = r#"{"id":"c1","function":{"name":"forecast"}}"#;
    assert_eq!(
        chats(&[uncounted, first, second], "tool_calls"),
        from_ref(&rome)
    );
    let by_id = r#"{"id":"c1","function":{"arguments":"{\"city\":\"Rome\"}"}}"#;
    assert_eq!(chats(&[begin, by_id], "tool_calls"), from_ref(&rome));
    assert_eq!(chats(&[uncounted, by_id], "tool_calls"), from_ref(&rome));
    let late = r#"{"index":0,"function":{"arguments":"{\"city\":\"Rome\"}"}}"#;
    assert_eq!(chats(&[uncounted, late], "tool_calls"), from_ref(&rome));
    // One after the other.
    let next = r#"{"index":1,"id":"c2","function":{"name":"forecast","arguments":""}}"#;
    assert_eq!(
        chats(&[begin, first, second, next, first, second], "tool_calls"),
        [rome.clone(), rome]
    );
}

#[test]
fn a_piece_that_may_belong_to_several_calls_invalidates_them() {
    let pieces = [
        r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":""}}"#,
        r#"{"index":1,"id":"c2","function":{"name":"forecast","arguments":""}}"#,
        r#"{"function":{"arguments":"{\"city\":\"Rome\"}"}}"#,
    ];
    let ends = chats(&pieces, "tool_calls");
    assert!(ends.len() == 2 && ends.iter().all(|end| !end.2), "{ends:?}");
}

#[test]
fn a_call_whose_arguments_never_came_does_not_run() {
    for (pieces, reason) in [
        (
            &[r#"{"index":0,"id":"c1","function":{"name":"forecast"}}"#][..],
            "tool_calls",
        ),
        (
            &[r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":null}}"#],
            "stop",
        ),
        (
            &[r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":""}}"#],
            "length",
        ),
        (
            &[r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":"{}"}}"#],
            "length",
        ),
        (
            &[r#"{"index":0,"id":"c1","function":{"name":"now","arguments":""}}"#],
            "content_filter",
        ),
        (
            &[
                r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":""}}"#,
                r#"{"index":1,"function":{"arguments":"{\"city\":\"Rome\"}"}}"#,
            ],
            "tool_calls",
        ),
    ] {
        let ends = chats(pieces, reason);
        assert!(
            ends.iter().all(|end| !end.2) && !ends.is_empty(),
            "{pieces:?} {ends:?}"
        );
    }
    // Empty is not absent, and a tool without arguments needs none.
    let empty = r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":""}}"#;
    assert!(chats(&[empty], "tool_calls")[0].2);
    assert!(
        chats(
            &[r#"{"index":0,"id":"c1","function":{"name":"now"}}"#],
            "tool_calls"
        )[0]
        .2
    );
}

#[test]
fn arguments_after_a_complete_object_invalidate_the_call() {
    let object =
        r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":{"city":"Rome"}}}"#;
    assert!(chats(&[object], "tool_calls")[0].2);
    let empty = r#"{"index":0,"function":{"arguments":""}}"#;
    assert!(chats(&[object, empty], "tool_calls")[0].2);
    let more = r#"{"index":0,"function":{"arguments":"{\"city\":\"Pisa\"}"}}"#;
    assert!(!chats(&[object, more], "tool_calls")[0].2);
}

#[test]
fn a_truncated_answer_invalidates_the_call_in_which_it_ends() {
    let whole =
        r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":"{\"city\":\"Rome\"}"}}"#;
    let half = r#"{"index":1,"id":"c2","function":{"name":"forecast","arguments":"{\"city\":"}}"#;
    for reason in [
        "length",
        "max_tokens",
        "content_filter",
        "refusal",
        "unknown reason",
    ] {
        let ends = chats(&[whole, half], reason);
        assert_eq!(
            ends.iter().map(|end| end.2).collect::<Vec<_>>(),
            [true, false],
            "{reason}"
        );
    }
    // Anthropic reports it after the call, and Responses with the item.
    let start = r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"forecast","input":{}}}"#;
    let stop = r#"{"type":"content_block_stop","index":0}"#;
    let message = |reason: &str| {
        format!(r#"{{"type":"message_delta","delta":{{"stop_reason":"{reason}"}}}}"#)
    };
    for reason in ["max_tokens", "refusal", "model_context_window_exceeded"] {
        let ends = ends(Target::Anthropic, &[start, stop, &message(reason)]);
        assert_eq!((ends.len(), ends[0].2), (1, false), "{reason}");
    }
    let good = ends(
        Target::Anthropic,
        &[start, stop, r#"{"type":"ping"}"#, &message("tool_use")],
    );
    assert_eq!(good, [runs("forecast", "{}")]);
    let item = r#"{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c1","name":"forecast","arguments":"{}","status":"incomplete"}}"#;
    assert!(!ends(Target::OpenAiResponses, &[item])[0].2);
}

#[test]
fn a_truncated_whole_answer_invalidates_its_last_call() {
    for (target, answer) in [
        (
            Target::Anthropic,
            r#"{"stop_reason":"max_tokens","content":[{"type":"tool_use","id":"1","name":"forecast","input":{}}]}"#,
        ),
        (
            Target::Anthropic,
            r#"{"stop_reason":"tool_use","content":[{"type":"tool_use","id":"1","name":"forecast"}]}"#,
        ),
        (
            Target::OpenAiChat,
            r#"{"choices":[{"finish_reason":"length","message":{"tool_calls":[{"id":"1","function":{"name":"forecast","arguments":""}}]}}]}"#,
        ),
        (
            Target::OpenAiChat,
            r#"{"choices":[{"finish_reason":"tool_calls","message":{"tool_calls":[{"id":"1","function":{"name":"forecast"}}]}}]}"#,
        ),
        (
            Target::OpenAiResponses,
            r#"{"status":"incomplete","output":[{"type":"function_call","call_id":"1","name":"forecast","arguments":"{}","status":"incomplete"}]}"#,
        ),
        (
            Target::OpenAiResponses,
            r#"{"status":"incomplete","output":[{"type":"function_call","call_id":"1","name":"forecast","arguments":"{}"}]}"#,
        ),
        (
            Target::Gemini,
            r#"{"candidates":[{"finishReason":"MAX_TOKENS","content":{"parts":[{"functionCall":{"name":"forecast"}}]}}]}"#,
        ),
    ] {
        let (mut provider, _) = given(target, false, &TOOLS);
        let calls = Json::read(&provider.lift(answer).unwrap()).unwrap();
        assert!(calls.at("/0/issue").is_some(), "{target:?} {calls}");
    }
}

#[test]
fn arguments_that_arrive_only_at_the_end_count() {
    let item = r#"{"type":"function_call","id":"f","call_id":"c1","name":"forecast","arguments":"{\"city\":\"Rome\"}","status":"completed"}"#;
    let added = r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c1","name":"forecast","arguments":""}}"#;
    let done = format!(r#"{{"type":"response.output_item.done","output_index":0,"item":{item}}}"#);
    let completed = format!(
        r#"{{"type":"response.completed","response":{{"status":"completed","output":[{item}]}}}}"#
    );
    let by_id = r#"{"type":"response.function_call_arguments.delta","item_id":"f","delta":"{\"city\":\"Rome\"}"}"#;
    let nameless =
        r#"{"type":"response.function_call_arguments.delta","delta":"{\"city\":\"Rome\"}"}"#;
    let rome = runs("forecast", r#"{"city":"Rome"}"#);
    for events in [
        &[added, &done, &completed][..],
        &[&done, &completed],
        &[added, &completed],
        &[&completed],
        &[added, by_id, &done],
        &[added, nameless, &done],
    ] {
        assert_eq!(
            ends(Target::OpenAiResponses, events),
            from_ref(&rome),
            "{events:?}"
        );
    }
    let empty = r#"{"type":"response.completed","response":{"status":"completed","output":[]}}"#;
    assert!(!ends(Target::OpenAiResponses, &[added, empty])[0].2);
    let message = r#"{"choices":[{"message":{"tool_calls":[{"id":"c1","function":{"name":"forecast","arguments":"{\"city\":\"Rome\"}"}}]},"finish_reason":"tool_calls"}]}"#;
    let begin = chat(r#"{"index":0,"id":"c1","function":{"name":"forecast","arguments":""}}"#);
    assert_eq!(
        ends(Target::OpenAiChat, &[&begin, message]),
        from_ref(&rome)
    );
    assert_eq!(ends(Target::OpenAiChat, &[message]), from_ref(&rome));
    let start = r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"forecast","input":{"city":"Rome"}}}"#;
    let stop = r#"{"type":"content_block_stop","index":0}"#;
    assert_eq!(ends(Target::Anthropic, &[start, stop]), [rome]);
}

#[test]
fn a_name_in_pieces_is_one_name() {
    let arguments = r#"{"index":0,"function":{"arguments":"{}"}}"#;
    for (pieces, name) in [
        (&["fore", "cast"][..], "forecast"),
        (&["f", "ore"], "fore"),
        (&["get", "_weather"], "get_weather"),
        (&["get", "get"], "get"),
        (&["forecast", "forecast"], "forecast"),
        (&["pa", "pa", "ya"], "papaya"),
        (&["fore", "forecast"], "forecast"),
        (&["forecast", ""], "forecast"),
        (&["", "forecast"], "forecast"),
    ] {
        let mut all: Vec<_> = pieces
            .iter()
            .map(|piece| {
                format!(r#"{{"index":0,"id":"c1","function":{{"name":"{piece}","arguments":""}}}}"#)
            })
            .collect();
        all.push(arguments.to_owned());
        let all: Vec<_> = all.iter().map(String::as_str).collect();
        assert_eq!(chats(&all, "tool_calls"), [runs(name, "{}")], "{pieces:?}");
        let mut events: Vec<_> = all.iter().map(|piece| chat(piece)).collect();
        events.push(finish("tool_calls"));
        let (_, findings) = findings(
            Target::OpenAiChat,
            &events.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        let starts: Vec<_> = findings
            .iter()
            .filter(|one| text(one, "/type") == "start")
            .map(|one| text(one, "/toolCallName"))
            .collect();
        assert_eq!(starts, [name], "{pieces:?}");
    }
    let chunk = |name: &str, delta: &str| {
        format!(
            r#"{{"type":"TOOL_CALL_CHUNK","toolCallId":"c1","toolCallName":"{name}","delta":"{delta}"}}"#
        )
    };
    let events = [
        chunk("fore", ""),
        chunk("cast", "{}"),
        chunk("forecast", " "),
    ];
    let events: Vec<_> = events.iter().map(String::as_str).collect();
    assert_eq!(ends(Target::AgUi, &events), [runs("forecast", "{} ")]);
}

#[test]
fn a_name_that_changes_between_arguments_invalidates_the_call() {
    let pieces = [
        r#"{"index":0,"id":"c1","function":{"name":"fore","arguments":"{\"city\":"}}"#,
        r#"{"index":0,"function":{"name":"cast","arguments":"\"Rome\"}"}}"#,
    ];
    assert!(!chats(&pieces, "tool_calls")[0].2);
}

#[test]
fn ids_may_arrive_late_in_pieces_or_twice() {
    let arguments = r#"{"index":0,"function":{"arguments":"{}"}}"#;
    for (pieces, id) in [
        (
            &[
                r#"{"index":0,"id":"c1","function":{"name":"fore"}}"#,
                r#"{"index":0,"id":"c1","function":{"name":"cast"}}"#,
            ][..],
            "c1",
        ),
        (
            &[
                r#"{"index":0,"function":{"name":"forecast"}}"#,
                r#"{"index":0,"id":"c1"}"#,
            ],
            "c1",
        ),
        (
            &[
                r#"{"index":0,"id":"call_","function":{"name":"fore"}}"#,
                r#"{"index":0,"id":"1","function":{"name":"cast"}}"#,
            ],
            "call_1",
        ),
        (
            &[
                r#"{"index":0,"id":"c1"}"#,
                r#"{"index":0,"function":{"name":"forecast"}}"#,
            ],
            "c1",
        ),
    ] {
        let mut events: Vec<_> = pieces.iter().map(|piece| chat(piece)).collect();
        events.extend([chat(arguments), finish("tool_calls")]);
        let (ends, findings) = findings(
            Target::OpenAiChat,
            &events.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        assert_eq!(ends, [runs("forecast", "{}")], "{pieces:?}");
        assert!(
            findings.iter().all(|one| text(one, "/toolCallId") == id),
            "{findings:?}"
        );
    }
}

#[test]
fn halves_of_a_character_are_joined_with_the_arguments_at_the_end() {
    let delta = |text: &str| {
        format!(
            r#"{{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{text}"}}"#
        )
    };
    let events = [
        r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c1","name":"forecast","arguments":""}}"#.to_owned(),
        delta("{\\\"city\\\":\\\"\u{10F83D}"),
        delta("\u{10FE00}\\\"}"),
        r#"{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c1","name":"forecast","arguments":"{\"city\":\"😀\"}"}}"#.to_owned(),
    ];
    let events: Vec<_> = events.iter().map(String::as_str).collect();
    assert_eq!(
        ends(Target::OpenAiResponses, &events),
        [runs("forecast", r#"{"city":"😀"}"#)]
    );
}
