//! The turn of a request: calls that run, calls that are refused, the next step.

use ag_ui_lit_conversation::{
    AnswerCall, Asking, CallMode, Conversation, ConversationSettings, ModelAnswer, Next,
    ServerOutcome,
};

use super::{answer, answers, asked, conversation, request, user};

#[test]
fn the_model_is_asked_again_after_successful_server_calls() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let plan = answers(
        &mut conversation,
        turn,
        "m2",
        &[("a", "server"), ("b", "server")],
    );
    assert_eq!(
        (plan.run, plan.refused),
        (vec!["a".into(), "b".into()], vec![])
    );
    assert_eq!(conversation.next(turn, false).next, Next::Wait);
    assert_eq!(conversation.ask(turn), Asking::Wait);
    for id in ["b", "a"] {
        assert!(conversation.start(turn, id));
        conversation.settle(id, ServerOutcome::result("ok"), 0.0);
    }
    assert_eq!(conversation.next(turn, false).next, Next::Ask);
    assert_eq!(conversation.ask(turn), Asking::Ask(2));
    answers(&mut conversation, turn, "m3", &[]);
    assert_eq!(conversation.next(turn, false).next, Next::Completed);
}

#[test]
fn a_client_call_hands_over_together_with_failed_calls() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let calls = [
        ("a", "server"),
        ("b", "client"),
        ("c", "preflight"),
        ("d", "server"),
    ];
    answers(&mut conversation, turn, "m2", &calls);
    for (id, _) in calls {
        assert!(conversation.start(turn, id));
    }
    conversation.settle("a", ServerOutcome::result("ok"), 0.0);
    conversation.settle("b", ServerOutcome::hand_over(), 0.0);
    conversation.settle("c", ServerOutcome::hand_over(), 0.0);
    conversation.settle("d", ServerOutcome::error("no"), 0.0);
    for goes_on in [false, true] {
        let following = conversation.next(turn, goes_on);
        assert_eq!(following.next, Next::Client);
        assert_eq!(following.calls, ["b", "c", "d"]);
    }
}

#[test]
fn a_failure_hands_over_unless_the_model_is_to_be_asked_again() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(&mut conversation, turn, "m2", &[("a", "server")]);
    conversation.start(turn, "a");
    conversation.settle("a", ServerOutcome::error("no"), 0.0);
    let following = conversation.next(turn, false);
    assert_eq!(
        (following.next, following.calls),
        (Next::Client, vec!["a".into()])
    );
    assert_eq!(conversation.next(turn, true).next, Next::Ask);
}

#[test]
fn a_server_tool_can_not_be_handed_over() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(&mut conversation, turn, "m2", &[("a", "server")]);
    conversation.start(turn, "a");
    conversation.settle("a", ServerOutcome::hand_over(), 0.0);
    assert!(answer(&conversation, "a").is_error);
}

#[test]
fn a_call_begins_once_and_is_settled_once() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(&mut conversation, turn, "m2", &[("a", "server")]);
    assert!(!conversation.start(turn, "b"));
    assert!(conversation.start(turn, "a"));
    assert!(!conversation.start(turn, "a"));
    conversation.settle("a", ServerOutcome::result("1"), 0.0);
    conversation.settle("a", ServerOutcome::result("2"), 0.0);
    assert_eq!(answer(&conversation, "a").content, "1");
}

#[test]
fn a_call_that_was_not_offered_has_an_issue_or_exceeds_the_limit_is_refused() {
    let settings = ConversationSettings {
        calls_per_answer: 3,
        ..ConversationSettings::default()
    };
    let mut conversation = Conversation::new("c", settings);
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let mut calls: Vec<_> = ["a", "b", "c", "d"]
        .iter()
        .map(|id| AnswerCall::new(id, "server", "{}", Some(CallMode::Server)))
        .collect();
    calls[0].mode = None;
    calls[1].issue = Some("Too long.".to_owned());
    let offered = (0..30).map(|count| format!("tool_{count}")).collect();
    let model = ModelAnswer {
        message_id: "m2".into(),
        calls,
        offered,
        ..ModelAnswer::default()
    };
    let plan = conversation.answer(turn, &model).unwrap();
    assert_eq!(
        (plan.run, plan.refused),
        (vec!["c".into()], vec!["a".into(), "b".into(), "d".into()])
    );
    let unknown = &answer(&conversation, "a").content;
    assert!(
        unknown.contains("These can be called now, among others: tool_0, tool_1"),
        "{unknown}"
    );
    assert!(unknown.len() < 400);
    assert_eq!(answer(&conversation, "b").content, "Too long.");
    assert!(
        answer(&conversation, "d")
            .content
            .contains("an answer may have 3 calls")
    );
}

#[test]
fn a_call_of_a_tool_that_was_not_offered_names_the_offered_ones() {
    let refused = |count: usize| {
        let mut conversation = conversation();
        let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
        let model = ModelAnswer {
            message_id: "m2".into(),
            calls: vec![AnswerCall::new("a", "gone", "{}", None)],
            offered: (1..=count).map(|count| format!("tool_{count}")).collect(),
            ..ModelAnswer::default()
        };
        conversation.answer(turn, &model).unwrap();
        answer(&conversation, "a").content.clone()
    };
    let no_tool = "There is no tool \"gone\" that can be called.";
    assert_eq!(refused(0), format!("{no_tool} No tool can be called now."));
    assert_eq!(
        refused(2),
        format!("{no_tool} These can be called now: tool_1, tool_2.")
    );
    let twenty = refused(20);
    assert!(twenty.contains("can be called now: tool_1,"), "{twenty}");
    assert!(twenty.ends_with(" tool_20."), "{twenty}");
    let more = refused(21);
    assert!(more.contains("now, among others: tool_1,"), "{more}");
    assert!(more.ends_with(" tool_20."), "{more}");
}

#[test]
fn a_model_that_may_be_asked_once_gets_the_limit() {
    let settings = ConversationSettings {
        max_iterations: 1,
        ..ConversationSettings::default()
    };
    let mut conversation = Conversation::new("c", settings);
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(&mut conversation, turn, "m2", &[("a", "server")]);
    let content = &answer(&conversation, "a").content;
    assert!(
        content.ends_with("the model was asked once, which is the limit."),
        "{content}"
    );
}

#[test]
fn a_known_call_is_not_issued_again() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(&mut conversation, turn, "m2", &[("a", "server")]);
    let call = AnswerCall::new("a", "client", r#"{"b": 1}"#, Some(CallMode::Client));
    let again = ModelAnswer {
        message_id: "m3".into(),
        calls: vec![call],
        ..ModelAnswer::default()
    };
    let plan = conversation.answer(turn, &again).unwrap();
    assert_eq!((plan.run.len(), plan.refused.len()), (0, 0));
    assert_eq!(conversation.calls().len(), 1);
    assert_eq!(conversation.call("a").unwrap().name, "server");
}

#[test]
fn no_call_of_an_answer_that_broke_off_runs() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let model = ModelAnswer {
        message_id: "m2".into(),
        calls: vec![AnswerCall::new(
            "a",
            "server",
            "{\"b\":",
            Some(CallMode::Server),
        )],
        is_broken: true,
        ..ModelAnswer::default()
    };
    assert_eq!(conversation.answer(turn, &model).unwrap().refused, ["a"]);
    assert!(!conversation.start(turn, "a"));
    assert!(answer(&conversation, "a").content.contains("broke off"));
    assert_eq!(conversation.call("a").unwrap().arguments, "{}");
}

#[test]
fn at_the_limit_server_calls_are_not_run() {
    let settings = ConversationSettings {
        max_iterations: 2,
        ..ConversationSettings::default()
    };
    let mut conversation = Conversation::new("c", settings);
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(&mut conversation, turn, "m2", &[("a", "server")]);
    conversation.start(turn, "a");
    conversation.settle("a", ServerOutcome::result("ok"), 0.0);
    assert_eq!(conversation.ask(turn), Asking::Ask(2));
    let plan = answers(&mut conversation, turn, "m3", &[("b", "server")]);
    assert_eq!(plan.refused, ["b"]);
    assert!(
        answer(&conversation, "b")
            .content
            .contains("asked 2 times, which is the limit")
    );
    assert_eq!(conversation.next(turn, false).next, Next::Limit);
    assert_eq!(conversation.ask(turn), Asking::Limit);
    // Each request has its own count.
    conversation.end(turn, true);
    let begun = conversation.begin(&request(&[user("m1"), user("m4")]), 0.0);
    assert_eq!(conversation.ask(begun.turn), Asking::Ask(1));
}

#[test]
fn at_the_limit_client_calls_are_handed_over() {
    let settings = ConversationSettings {
        max_iterations: 1,
        ..ConversationSettings::default()
    };
    let mut conversation = Conversation::new("c", settings);
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let plan = answers(
        &mut conversation,
        turn,
        "m2",
        &[("a", "server"), ("b", "client")],
    );
    assert_eq!(plan.run, ["a", "b"]);
    conversation.start(turn, "a");
    conversation.start(turn, "b");
    conversation.settle("a", ServerOutcome::result("ok"), 0.0);
    conversation.settle("b", ServerOutcome::hand_over(), 0.0);
    let following = conversation.next(turn, false);
    assert_eq!(
        (following.next, following.calls),
        (Next::Client, vec!["b".into()])
    );
}

#[test]
fn an_older_turn_decides_nothing() {
    let mut conversation = conversation();
    let older = asked(&mut conversation, &[user("m1")], 0.0).turn;
    let newer = conversation.begin(&request(&[user("m1")]), 0.0).turn;
    assert!(newer > older);
    assert_eq!(conversation.ask(older), Asking::Over);
    assert_eq!(conversation.issue(older, Some("a"), "b", "server"), None);
    assert_eq!(conversation.answer(older, &ModelAnswer::default()), None);
    assert_eq!(conversation.history(older), None);
    assert_eq!(conversation.next(older, true).next, Next::Over);
    conversation.end(older, true);
    assert_eq!(conversation.ask(newer), Asking::Ask(1));
}

#[test]
fn a_models_id_is_kept_if_it_is_unique_and_usable() {
    let mut conversation = conversation();
    let messages = [user("m1"), super::assistant("m0", &[("old", "server")])];
    let turn = asked(&mut conversation, &messages, 0.0).turn;
    let mut id = |own: Option<&str>, fresh: &str| {
        let issued = conversation.issue(turn, own, fresh, "server");
        issued.unwrap().0
    };
    assert_eq!(id(Some("call_0"), "f1"), "call_0");
    assert_eq!(id(Some("call_0"), "f2"), "f2", "the model's has been given");
    assert_eq!(id(Some("old"), "f3"), "f3", "the client's history has it");
    assert_eq!(id(None, "f3"), "f3-2");
    assert_eq!(id(None, "f3"), "f3-3");
    let longest = "x".repeat(256);
    assert_eq!(id(Some(&longest), "n"), longest);
    let long = "x".repeat(257);
    for (count, own) in ["", " ", "a b", "é", "a\n", &long].iter().enumerate() {
        let fresh = format!("n{count}");
        assert_eq!(id(Some(own), &fresh), fresh, "{own:?}");
    }
    let name = |conversation: &mut Conversation, name: &str| {
        conversation.issue(turn, None, "n", name).unwrap().1
    };
    assert_eq!(name(&mut conversation, "look up\u{0}!"), "lookup");
    assert_eq!(name(&mut conversation, "…"), "unnamed");
    assert_eq!(name(&mut conversation, &"x".repeat(1_000)).len(), 64);
}

#[test]
fn arguments_that_are_not_an_object_are_shown_as_an_empty_object() {
    for (written, shown) in [
        (
            r#"{"a": 12345678901234567890}"#,
            r#"{"a": 12345678901234567890}"#,
        ),
        ("", "{}"),
        ("[1]", "{}"),
        (r#"{"a":"#, "{}"),
        ("{} {}", "{}"),
    ] {
        let mut conversation = conversation();
        let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
        let calls = vec![AnswerCall::new(
            "a",
            "server",
            written,
            Some(CallMode::Server),
        )];
        let model = ModelAnswer {
            message_id: "m2".into(),
            calls,
            ..ModelAnswer::default()
        };
        conversation.answer(turn, &model);
        assert_eq!(conversation.call("a").unwrap().arguments, shown);
    }
}

#[test]
fn old_calls_are_removed_but_pending_ones_never() {
    let mut conversation = super::handed_over("client");
    let mut bytes = 0;
    for count in 0..1_200 {
        // The first of them ignores a call that was handed over, which is answered from no side.
        let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
        let id = format!("s{count}");
        answers(&mut conversation, turn, "m", &[(&id, "server")]);
        conversation.start(turn, &id);
        if count > 0 {
            conversation.settle(&id, ServerOutcome::result("ok"), 0.0);
        }
        conversation.end(turn, true);
        bytes = bytes.max(conversation.weight());
    }
    assert!(conversation.calls().len() <= 1_001);
    assert!(conversation.call("a").is_none() && conversation.call("s1").is_none());
    assert!(conversation.call("s0").is_some(), "it still runs");
    assert!(bytes < 1_000_000);
}
