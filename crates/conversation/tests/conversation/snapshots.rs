//! Snapshots of a conversation.

use ag_ui_lit_conversation::{
    AnswerCall, AnsweredBy, Asking, CallMode, CallState, Conversation, ConversationSettings,
    ModelAnswer, ServerOutcome, SnapshotError,
};

use super::{
    answer, answers, asked, assistant, codes, conversation, handed_over, request, result, user,
};

fn restored(conversation: &Conversation) -> Conversation {
    let text = conversation.snapshot().unwrap();
    Conversation::restore("c", ConversationSettings::default(), &text).unwrap()
}

#[test]
fn another_process_accepts_the_result_of_a_call_that_was_handed_over() {
    let mut conversation = restored(&handed_over("client"));
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", "red"),
    ];
    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), []);
    assert!(begun.has_answered);
    assert_eq!(answer(&conversation, "a").content, "red");
    let mut again = restored(&conversation);
    assert_eq!(again.calls(), conversation.calls());
    let next = again.begin(&request(&messages), 2.0);
    assert_eq!(next.turn, begun.turn + 1);
    assert!(!next.has_answered);
}

#[test]
fn running_calls_are_restored_as_interrupted_and_others_are_not_run() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let calls = [
        ("a", "server"),
        ("b", "preflight"),
        ("c", "client"),
        ("d", "server"),
        ("e", "server"),
    ];
    answers(&mut conversation, turn, "m2", &calls);
    for id in ["a", "b", "c", "e"] {
        conversation.start(turn, id);
    }
    conversation.settle("e", ServerOutcome::result("ok"), 0.0);
    let mut conversation = restored(&conversation);
    assert!(
        answer(&conversation, "a")
            .content
            .contains("not known whether it took effect")
    );
    assert!(
        answer(&conversation, "b")
            .content
            .contains("not known whether it took effect")
    );
    assert!(
        answer(&conversation, "c")
            .content
            .contains("did not return a result")
    );
    assert!(answer(&conversation, "d").content.contains("was not run"));
    assert_eq!(answer(&conversation, "e").by, AnsweredBy::Server);
    assert!(!conversation.start(turn, "d"));
    // The client never received the answer: it is put back.
    let begun = conversation.begin(&request(&[user("m1")]), 1.0);
    assert_eq!(conversation.history(begun.turn).unwrap().len(), 7);
}

#[test]
fn an_invalid_snapshot_is_refused_with_its_reason() {
    let text = handed_over("client").snapshot().unwrap();
    let why = |id: &str, text: &str| {
        Conversation::restore(id, ConversationSettings::default(), text).unwrap_err()
    };
    assert_eq!(why("other", &text), SnapshotError::Foreign);
    assert_eq!(
        why("c", &text.replace(r#""version":1"#, r#""version":9"#)),
        SnapshotError::Version(9)
    );
    for broken in [
        "",
        "null",
        "[]",
        "{}",
        &text[..text.len() / 2],
        &text.replace("handedOver", "lost"),
    ] {
        assert!(
            matches!(why("c", broken), SnapshotError::Unreadable(_)),
            "{broken}"
        );
    }
    let call = text
        .split_once(r#""calls":["#)
        .unwrap()
        .1
        .split_once("],")
        .unwrap()
        .0;
    let twice = text.replace(call, &format!("{call},{call}"));
    assert_eq!(why("c", &twice), SnapshotError::Twice);
}

#[test]
fn a_forged_turn_can_not_overflow() {
    let text = handed_over("client").snapshot().unwrap();
    let forged = text.replace(r#""turn":1,"calls""#, r#""turn":4294967295,"calls""#);
    assert_ne!(text, forged);
    let mut conversation =
        Conversation::restore("c", ConversationSettings::default(), &forged).unwrap();
    assert!(conversation.begin(&request(&[user("m1")]), 0.0).turn > 1);
    assert!(matches!(
        conversation.call("a").unwrap().state,
        CallState::Answered(_)
    ));
}

#[test]
fn a_snapshot_with_the_former_name_of_a_calls_state_is_restored() {
    let conversation = handed_over("client");
    let written = conversation.snapshot().unwrap();
    let earlier = written.replace("\"state\":", "\"standing\":");
    assert_ne!(earlier, written);
    let restored = Conversation::restore("c", ConversationSettings::default(), &earlier).unwrap();
    assert_eq!(restored.calls(), conversation.calls());
}

/// A conversation whose process stopped while a call `a` of an idempotent tool ran.
fn stopped_amid(mode: CallMode) -> Conversation {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let (id, name) = conversation.issue(turn, Some("a"), "f", "look").unwrap();
    let mut call = AnswerCall::new(&id, &name, "{}", Some(mode));
    call.is_idempotent = true;
    let answer = ModelAnswer {
        message_id: "m2".to_owned(),
        calls: vec![call],
        ..ModelAnswer::default()
    };
    conversation.answer(turn, &answer);
    assert!(conversation.start(turn, "a"));
    restored(&conversation)
}

#[test]
fn an_interrupted_call_of_an_idempotent_tool_starts_again_while_the_model_waits() {
    let mut conversation = stopped_amid(CallMode::Server);
    let begun = conversation.begin(&request(&[user("m1")]), 1.0);
    assert_eq!(begun.again, ["a"]);
    assert_eq!(begun.wait, [""; 0]);
    assert_eq!(conversation.ask(begun.turn), Asking::Wait);
    assert!(conversation.restart(begun.turn, "a", true));
    assert!(!conversation.restart(begun.turn, "a", true));
    assert_eq!(conversation.running(), ["a"]);
    conversation.settle("a", ServerOutcome::result("seen"), 1.0);
    assert_eq!(answer(&conversation, "a").content, "seen");
    assert_eq!(conversation.ask(begun.turn), Asking::Ask(1));
    assert_eq!(conversation.history(begun.turn).unwrap().len(), 3);
}

#[test]
fn an_interrupted_call_that_may_not_run_again_has_an_unknown_outcome() {
    let mut conversation = stopped_amid(CallMode::Server);
    let begun = conversation.begin(&request(&[user("m1")]), 1.0);
    assert!(!conversation.restart(begun.turn + 1, "a", true));
    assert!(!conversation.restart(begun.turn, "a", false));
    let content = &answer(&conversation, "a").content;
    assert!(content.contains("not known whether it took effect"));
    assert!(!conversation.restart(begun.turn, "a", true));
}

#[test]
fn the_preparation_of_a_call_does_not_start_again_without_its_client() {
    let mut conversation = stopped_amid(CallMode::Preflight);
    let begun = conversation.begin(&request(&[user("m1")]), 1.0);
    assert_eq!(begun.again, [""; 0]);
    let content = &answer(&conversation, "a").content;
    assert!(content.contains("not known whether it took effect"));
}

#[test]
fn an_interrupted_call_stays_interrupted_until_it_starts_again() {
    let mut conversation = stopped_amid(CallMode::Server);
    let begun = conversation.begin(&request(&[user("m1")]), 1.0);
    conversation.end(begun.turn, false);
    let mut conversation = restored(&conversation);
    let begun = conversation.begin(&request(&[user("m1")]), 2.0);
    assert_eq!(begun.again, ["a"]);
}

#[test]
fn a_call_that_ends_every_process_starts_three_times() {
    let mut conversation = stopped_amid(CallMode::Server);
    for _ in 0..2 {
        let begun = conversation.begin(&request(&[user("m1")]), 1.0);
        assert!(conversation.restart(begun.turn, "a", true));
        conversation = restored(&conversation);
    }
    let begun = conversation.begin(&request(&[user("m1")]), 1.0);
    assert_eq!(begun.again, [""; 0]);
    let content = &answer(&conversation, "a").content;
    assert!(content.contains("not known whether it took effect"));
}
