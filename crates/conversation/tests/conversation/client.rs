//! Actions of a client, row by row as in the guide "Server and client".

use ag_ui_lit_conversation::{
    AnsweredBy, CallMode, CallState, ClientHistory, NoteCode, ServerOutcome, Settlement,
};

use super::seen::short;
use super::{
    TOO_LATE, answer, answers, asked, assistant, codes, conversation, handed_over, request, result,
    user,
};

#[test]
fn a_result_of_a_call_that_was_handed_over_counts() {
    for mode in ["client", "preflight"] {
        let mut conversation = handed_over(mode);
        let messages = [
            user("m1"),
            assistant("m2", &[("a", mode)]),
            result("a", "red"),
        ];
        let begun = conversation.begin(&request(&messages), 1.0);
        assert_eq!(begun.notes, []);
        assert_eq!(answer(&conversation, "a").by, AnsweredBy::Client);
        assert_eq!(answer(&conversation, "a").content, "red");
        assert!(!answer(&conversation, "a").is_error);
    }
}

#[test]
fn the_first_of_two_results_in_one_request_counts() {
    let mut conversation = handed_over("client");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", "red"),
        result("a", "blue"),
    ];
    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultTwice]);
    assert_eq!(answer(&conversation, "a").content, "red");

    let mut conversation = handed_over("client");
    let outside = r#"[{"toolCallId": "a", "result": "blue"}]"#;
    let twice = ClientHistory {
        messages: messages[..3].to_vec(),
        tool_results: Some(outside.to_owned()),
    };
    let begun = conversation.begin(&twice, 1.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultTwice]);
    assert_eq!(answer(&conversation, "a").content, "red");
}

#[test]
fn a_repeated_result_changes_nothing_and_a_different_one_is_noted() {
    let mut conversation = handed_over("client");
    let history = [user("m1"), assistant("m2", &[("a", "client")])];
    let with = |content: &str| {
        let mut messages = history.to_vec();
        messages.push(result("a", content));
        request(&messages)
    };
    assert_eq!(conversation.begin(&with("red"), 1.0).notes, []);
    assert_eq!(conversation.begin(&with("red"), 2.0).notes, []);
    let begun = conversation.begin(&with("blue"), 3.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultDiffers]);
    assert_eq!(begun.notes[0].tool_call_id.as_deref(), Some("a"));
    assert_eq!(begun.notes[0].tool_name.as_deref(), Some("client"));
    assert!(begun.notes[0].message.ends_with("The first stands."));
    assert_eq!(answer(&conversation, "a").content, "red");
}

#[test]
fn a_client_that_continues_without_a_result_can_not_bring_it_later() {
    let mut conversation = handed_over("client");
    let history = [user("m1"), assistant("m2", &[("a", "client")]), user("m3")];
    let begun = conversation.begin(&request(&history), 1.0);
    assert_eq!(codes(&begun.notes), [NoteCode::NoResult]);
    let given = answer(&conversation, "a").clone();
    assert_eq!(given.by, AnsweredBy::Nobody);
    assert!(
        given
            .content
            .starts_with("The client did not return a result.")
    );
    assert!(given.is_error);

    let mut late = history.to_vec();
    late.push(result("a", "red"));
    let begun = conversation.begin(&request(&late), 2.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultLate]);
    assert_eq!(*answer(&conversation, "a"), given);
    // The client may send back the answer that it received instead.
    late[3] = result("a", &given.content);
    assert_eq!(conversation.begin(&request(&late), 3.0).notes, []);
}

#[test]
fn a_result_after_the_deadline_is_late() {
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", "red"),
    ];
    let mut conversation = handed_over("client");
    let begun = conversation.begin(&request(&messages), TOO_LATE);
    assert_eq!(
        codes(&begun.notes),
        [NoteCode::NoResult, NoteCode::ResultLate]
    );
    assert!(answer(&conversation, "a").content.contains("in time"));

    let mut conversation = handed_over("client");
    let begun = conversation.begin(&request(&messages), TOO_LATE - 1.0);
    assert_eq!(begun.notes, []);
}

#[test]
fn a_result_for_an_unknown_call_is_left_out() {
    let mut conversation = handed_over("client");
    let messages = [
        user("m1"),
        result("other", "of another conversation"),
        assistant("m2", &[("a", "client")]),
        result("a", "red"),
    ];
    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultUnknown]);
    let history = conversation.history(begun.turn).unwrap();
    assert_eq!(history.len(), 3, "{history:?}");
}

#[test]
fn a_result_for_a_call_of_the_server_changes_nothing() {
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    answers(&mut conversation, begun.turn, "m2", &[("a", "server")]);
    conversation.start(begun.turn, "a");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "server")]),
        result("a", "forged"),
    ];

    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultForServer]);
    assert_eq!(begun.wait, ["a"]);
    conversation.settle("a", ServerOutcome::result("true"), 2.0);

    let begun = conversation.begin(&request(&messages), 3.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultForServer]);
    assert_eq!(answer(&conversation, "a").content, "true");
    // A client also sends back results that it received.
    let received = [
        messages[0].clone(),
        messages[1].clone(),
        result("a", "true"),
    ];
    assert_eq!(conversation.begin(&request(&received), 4.0).notes, []);
}

#[test]
fn a_result_for_a_call_that_is_still_being_prepared_is_ignored() {
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    answers(&mut conversation, begun.turn, "m2", &[("a", "preflight")]);
    conversation.start(begun.turn, "a");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "preflight")]),
        result("a", "paid"),
    ];
    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultEarly]);
    // The client for which it was prepared has gone.
    let settled = conversation.settle("a", ServerOutcome::hand_over(), 2.0);
    assert_eq!(settled, Settlement::GivenUp);
    assert_eq!(answer(&conversation, "a").by, AnsweredBy::Nobody);
}

#[test]
fn a_result_for_a_complete_call_counts_while_the_server_still_checks_it() {
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    answers(&mut conversation, begun.turn, "m2", &[("a", "client")]);
    conversation.start(begun.turn, "a");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", "red"),
    ];
    assert_eq!(conversation.begin(&request(&messages), 1.0).notes, []);
    let settled = conversation.settle("a", ServerOutcome::hand_over(), 2.0);
    assert_eq!(settled, Settlement::Ignored);
    assert_eq!(answer(&conversation, "a").content, "red");
}

#[test]
fn a_foreign_call_is_history_with_a_result_and_has_an_unknown_effect_without_one() {
    let mut conversation = conversation();
    let messages = [
        user("m1"),
        assistant("m2", &[("x", "server"), ("y", "server")]),
        result("x", "42"),
    ];
    let begun = conversation.begin(&request(&messages), 0.0);
    assert_eq!(codes(&begun.notes), [NoteCode::CallUnknown]);
    assert_eq!(begun.notes[0].tool_call_id.as_deref(), Some("y"));
    assert_eq!(begun.wait, Vec::<String>::new());
    assert!(!conversation.start(begun.turn, "x") && !conversation.start(begun.turn, "y"));
    let text = serde_json::to_string(&conversation.history(begun.turn).unwrap()).unwrap();
    assert!(
        text.contains("42") && text.contains("It is not known whether it took effect"),
        "{text}"
    );
}

#[test]
fn the_first_of_two_results_of_a_foreign_call_is_shown() {
    let mut conversation = conversation();
    let messages = [
        user("m1"),
        assistant("m2", &[("x", "server")]),
        result("x", "first"),
        result("x", "second"),
    ];
    let begun = conversation.begin(&request(&messages), 0.0);
    assert_eq!(codes(&begun.notes), [NoteCode::ResultTwice]);
    let history = conversation.history(begun.turn).unwrap();
    assert_eq!(short(&history), ["m0", "m1[x]", "x=first"]);
}

#[test]
fn a_request_is_read_by_the_roles_of_its_messages() {
    let mut conversation = handed_over("client");
    let written = r#"{"messages": [
        {"role": "user", "id": "m1"},
        {"role": "assistant", "id": "m2", "calls": [{"id": "a", "name": "client", "arguments": "{}"}]},
        {"role": "tool", "toolCallId": "a", "content": "no", "isError": true}
    ]}"#;
    let request: ClientHistory = serde_json::from_str(written).unwrap();
    let begun = conversation.begin(&request, 1.0);
    assert_eq!(begun.notes, []);
    assert!(answer(&conversation, "a").is_error);
    let history = conversation.history(begun.turn).unwrap();
    assert_eq!(short(&history), ["m0", "m1[a]", "a=no"]);
}

#[test]
fn results_outside_the_history_are_values_texts_or_errors_and_invalid_ones_are_noted() {
    let mut conversation = handed_over("client");
    let history = [user("m1"), assistant("m2", &[("a", "client")])];
    let outside = |text: &str| ClientHistory {
        messages: history.to_vec(),
        tool_results: Some(text.to_owned()),
    };
    let snapshot = conversation.snapshot().unwrap();
    let mut taken = |text: &str| {
        let settings = ag_ui_lit_conversation::ConversationSettings::default();
        conversation =
            ag_ui_lit_conversation::Conversation::restore("c", settings, &snapshot).unwrap();
        let begun = conversation.begin(&outside(text), 1.0);
        (answer(&conversation, "a").clone(), codes(&begun.notes))
    };
    let (value, notes) = taken(r#"[{"toolCallId": "a", "result": {"b": [1, null]}}]"#);
    assert_eq!(
        (value.content.as_str(), notes),
        (r#"{"b":[1,null]}"#, vec![])
    );
    let (text, _) = taken(r#"[{"toolCallId": "a", "result": "red"}]"#);
    assert_eq!(text.content, "red", "a text stands as it is");
    let (nothing, _) = taken(r#"[{"toolCallId": "a", "result": null}]"#);
    assert_eq!(
        (nothing.content.as_str(), nothing.is_error),
        ("null", false)
    );
    let (error, _) = taken(r#"[{"toolCallId": "a", "error": "no", "result": 1}]"#);
    assert_eq!((error.content.as_str(), error.is_error), ("no", true));
    for text in [
        "",
        "{",
        "{}",
        "[1]",
        r#"[{"toolCallId": "a"}]"#,
        r#"[{"result": 1}]"#,
        r#"[{"toolCallId": 1, "result": 1}]"#,
    ] {
        let (given, notes) = taken(text);
        assert_eq!(
            notes,
            [NoteCode::ResultsUnreadable, NoteCode::NoResult],
            "{text}"
        );
        assert_eq!(given.by, AnsweredBy::Nobody);
    }
    let deep = "[".repeat(100_000);
    assert_eq!(
        taken(&deep).1,
        [NoteCode::ResultsUnreadable, NoteCode::NoResult]
    );
    let (_, notes) = taken(r#"[5, {"toolCallId": "a", "result": "red"}]"#);
    assert_eq!(notes, [NoteCode::ResultsUnreadable], "the others are taken");
}

#[test]
fn a_long_result_is_cut_with_a_mark() {
    let mut conversation = handed_over("client");
    let long = "é😀".repeat(200_000);
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", &long),
    ];
    assert_eq!(conversation.begin(&request(&messages), 1.0).notes, []);
    let content = &answer(&conversation, "a").content;
    assert!(
        content.ends_with("… [337856 more characters were cut]"),
        "{}",
        &content[content.len() - 50..]
    );
    assert_eq!(
        conversation.begin(&request(&messages), 2.0).notes,
        [],
        "the same again"
    );
}

#[test]
fn a_call_that_has_not_started_when_a_newer_request_arrives_never_starts() {
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    answers(&mut conversation, begun.turn, "m2", &[("a", "server")]);
    let newer = conversation.begin(&request(&[user("m1"), user("m2")]), 1.0);
    assert_eq!(codes(&newer.notes), [NoteCode::CallOvertaken]);
    assert!(!conversation.start(begun.turn, "a"));
    assert!(!conversation.start(newer.turn, "a"));
    let call = conversation.call("a").unwrap();
    assert_eq!(call.mode, Some(CallMode::Server));
    assert!(matches!(call.state, CallState::Answered(_)));
}

#[test]
fn a_received_call_of_an_answer_that_broke_off_is_answered_permanently() {
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    conversation.issue(begun.turn, Some("a"), "fresh", "server");
    let received = [user("m1"), assistant("m2", &[("a", "server")])];
    let again = conversation.begin(&request(&received), 1.0);
    assert_eq!(again.notes, [], "it is no call of somebody else");
    let first = answer(&conversation, "a").clone();
    assert_eq!(first.by, AnsweredBy::Nobody);
    assert!(!conversation.start(again.turn, "a"));

    let mut answered = received.to_vec();
    answered.push(result("a", "red"));
    let late = conversation.begin(&request(&answered), 2.0);
    assert_eq!(codes(&late.notes), [NoteCode::ResultLate]);
    assert_eq!(answer(&conversation, "a"), &first);
}

#[test]
fn a_clean_end_of_a_turn_leaves_no_call_of_an_answer_that_broke_off() {
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    conversation.issue(begun.turn, Some("a"), "fresh", "server");
    conversation.end(begun.turn, true);
    assert!(conversation.call("a").is_none());
}
