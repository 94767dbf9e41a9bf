//! The history that a model is shown.

use ag_ui_lit_conversation::{Conversation, MessageView, NoteCode, ServerOutcome};

use super::{answers, asked, assistant, codes, conversation, handed_over, request, result, user};

/// A history in short: `m0` a message of the client's, `m1[a b]` one with calls, `+id[a]` an answer put back, `a=text` an answer.
pub(super) fn short(shown: &[MessageView]) -> Vec<String> {
    let calls = |calls: &[ag_ui_lit_conversation::CallView]| {
        let ids: Vec<_> = calls.iter().map(|call| call.id.as_str()).collect();
        format!("[{}]", ids.join(" "))
    };
    let each = shown.iter().map(|each| match each {
        MessageView::Message { index } => format!("m{index}"),
        MessageView::Assistant { index, calls: of } => format!("m{index}{}", calls(of)),
        MessageView::Given {
            message_id,
            calls: of,
            ..
        } => format!("+{message_id}{}", calls(of)),
        MessageView::Answer {
            tool_call_id,
            content,
            ..
        } => format!("{tool_call_id}={content}"),
    });
    each.collect()
}

fn shown(conversation: &Conversation, turn: u32) -> Vec<String> {
    short(&conversation.history(turn).unwrap())
}

#[test]
fn answers_stand_behind_their_message_in_call_order_wherever_the_client_has_them() {
    let mut conversation = conversation();
    let messages = [
        user("m1"),
        result("b", "2"),
        assistant("m2", &[("a", "x"), ("b", "x")]),
        user("m3"),
        assistant("m4", &[("c", "x")]),
        result("c", "3"),
        result("a", "1"),
    ];
    let begun = conversation.begin(&request(&messages), 0.0);
    // A result that stands before its call is of no call: of one that was not issued here nothing is known.
    assert_eq!(
        codes(&begun.notes),
        [NoteCode::ResultUnknown, NoteCode::CallUnknown]
    );
    let history = shown(&conversation, begun.turn);
    assert_eq!(history[..3], ["m0", "m2[a b]", "a=1"]);
    assert!(history[3].starts_with("b=This server did not issue the call"));
    assert_eq!(history[4..], ["m3", "m4[c]", "c=3"]);
}

#[test]
fn a_result_of_a_known_call_counts_wherever_it_stands() {
    let mut conversation = handed_over("client");
    let messages = [
        result("a", "red"),
        user("m1"),
        assistant("m2", &[("a", "client")]),
    ];
    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), []);
    assert_eq!(shown(&conversation, begun.turn), ["m1", "m2[a]", "a=red"]);
}

#[test]
fn a_history_with_an_id_twice_gets_another_for_the_second() {
    let mut conversation = conversation();
    let messages = [
        assistant("m1", &[("call_0", "x"), ("call_0", "x")]),
        result("call_0", "1"),
        assistant("m2", &[("call_0", "x")]),
        result("call_0", "2"),
        assistant("m3", &[("call_0", "x"), ("call_0-2", "x")]),
        result("call_0", "3"),
        result("call_0-2", "4"),
    ];
    let begun = conversation.begin(&request(&messages), 0.0);
    assert_eq!(codes(&begun.notes), []);
    assert_eq!(
        shown(&conversation, begun.turn),
        [
            "m0[call_0]",
            "call_0=1",
            "m2[call_0-3]",
            "call_0-3=2",
            "m4[call_0-4 call_0-2]",
            "call_0-4=3",
            "call_0-2=4"
        ]
    );
}

#[test]
fn a_known_call_that_a_client_has_copied_is_known_once() {
    let mut conversation = handed_over("client");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", "red"),
        assistant("forged", &[("a", "server")]),
    ];
    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), [NoteCode::CallCopied]);
    assert_eq!(
        shown(&conversation, begun.turn),
        ["m0", "m1[a]", "a=red", "m3"]
    );
}

#[test]
fn a_known_call_is_shown_as_the_model_made_it() {
    let mut conversation = handed_over("client");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "forged")]),
        result("a", "red"),
    ];
    let begun = conversation.begin(&request(&messages), 1.0);
    let history = conversation.history(begun.turn).unwrap();
    let MessageView::Assistant { calls, .. } = &history[1] else {
        panic!("{history:?}");
    };
    assert_eq!(
        (calls[0].name.as_str(), calls[0].arguments.as_str()),
        ("client", "{}")
    );
}

/// A client that is gone while a tool of the server runs, and comes back with what it had before.
fn interrupted() -> Conversation {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(
        &mut conversation,
        turn,
        "m2",
        &[("a", "server"), ("b", "client")],
    );
    conversation.start(turn, "a");
    conversation.start(turn, "b");
    conversation.end(turn, false);
    conversation.settle("b", ServerOutcome::hand_over(), 0.0);
    conversation
}

#[test]
fn an_answer_that_the_client_has_lost_is_put_back_where_it_stood() {
    let mut conversation = interrupted();
    let begun = conversation.begin(&request(&[user("m0"), user("m1"), user("m3")]), 1.0);
    assert_eq!(begun.wait, ["a"]);
    assert_eq!(conversation.history(begun.turn), None, "a still runs");
    conversation.settle("a", ServerOutcome::result("ok"), 2.0);
    let history = shown(&conversation, begun.turn);
    assert_eq!(history[..4], ["m0", "m1", "+m2[a b]", "a=ok"]);
    assert!(history[4].starts_with("b=The call was prepared but not run"));
    assert_eq!(history[5], "m2");
    // For as long as the client goes on without it.
    conversation.end(begun.turn, true);
    let begun = conversation.begin(&request(&[user("m1"), user("m3"), user("m4")]), 3.0);
    assert_eq!(shown(&conversation, begun.turn)[1], "+m2[a b]");
    // A result of one of its calls is not the answer itself.
    let messages = [user("m1"), result("b", "early"), user("m4")];
    let begun = conversation.begin(&request(&messages), 3.0);
    assert_eq!(shown(&conversation, begun.turn)[1], "+m2[a b]");
    // In a history that does not have what it came after it has no place.
    let begun = conversation.begin(&request(&[user("m9")]), 4.0);
    assert_eq!(shown(&conversation, begun.turn), ["m0"]);
}

#[test]
fn later_answers_to_the_same_come_after_it() {
    let mut conversation = interrupted();
    conversation.settle("a", ServerOutcome::result("ok"), 1.0);
    let turn = asked(&mut conversation, &[user("m1")], 1.0).turn;
    answers(&mut conversation, turn, "m3", &[("c", "server")]);
    conversation.start(turn, "c");
    conversation.settle("c", ServerOutcome::result("too"), 1.0);
    conversation.ask(turn);
    answers(&mut conversation, turn, "m4", &[("d", "server")]);
    conversation.start(turn, "d");
    conversation.settle("d", ServerOutcome::result("three"), 1.0);
    conversation.end(turn, false);
    let begun = conversation.begin(&request(&[user("m1"), user("m5")]), 2.0);
    let history = shown(&conversation, begun.turn);
    let messages: Vec<_> = history.iter().filter(|one| !one.contains('=')).collect();
    assert_eq!(messages, ["m0", "+m2[a b]", "+m3[c]", "+m4[d]", "m1"]);
    // The client has got the second of them after all.
    let messages = [user("m1"), assistant("m3", &[("c", "server")]), user("m5")];
    let begun = conversation.begin(&request(&messages), 3.0);
    let history = shown(&conversation, begun.turn);
    let messages: Vec<_> = history.iter().filter(|one| !one.contains('=')).collect();
    assert_eq!(messages, ["m0", "+m2[a b]", "m1[c]", "+m4[d]", "m2"]);
}

#[test]
fn a_message_that_the_client_has_half_gets_its_other_calls_back() {
    let mut conversation = interrupted();
    conversation.settle("a", ServerOutcome::result("ok"), 1.0);
    let messages = [user("m1"), assistant("m2", &[("x", "x"), ("b", "client")])];
    let begun = conversation.begin(&request(&messages), 1.0);
    let history = shown(&conversation, begun.turn);
    assert_eq!(history[..3], ["m0", "m1[a b x]", "a=ok"]);
}

#[test]
fn an_answer_in_which_nothing_began_is_not_put_back() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(
        &mut conversation,
        turn,
        "m2",
        &[("a", "server"), ("b", "client")],
    );
    conversation.start(turn, "b");
    conversation.settle("b", ServerOutcome::hand_over(), 0.0);
    conversation.end(turn, false);
    let begun = conversation.begin(&request(&[user("m1")]), 1.0);
    assert_eq!(shown(&conversation, begun.turn), ["m0"]);
}

#[test]
fn what_the_client_does_not_have_of_answers_is_marked() {
    let mut conversation = interrupted();
    conversation.settle("a", ServerOutcome::result("ok"), 1.0);
    let history = [
        user("m1"),
        assistant("m2", &[("a", "server"), ("b", "client")]),
        result("a", "ok"),
    ];
    let begun = conversation.begin(&request(&history), 1.0);
    let shown = conversation.history(begun.turn).unwrap();
    let new: Vec<_> = shown
        .iter()
        .filter_map(|one| match one {
            MessageView::Answer {
                tool_call_id,
                is_new,
                ..
            } => Some((tool_call_id.as_str(), *is_new)),
            _ => None,
        })
        .collect();
    assert_eq!(new, [("a", false), ("b", true)]);
}

#[test]
fn a_hostile_history_costs_no_more_than_it_is_long() {
    let mut conversation = handed_over("client");
    let many: Vec<_> = (0..20_000)
        .map(|count| assistant(&format!("m{count}"), &[("a", "x"), ("b", "x")]))
        .collect();
    let begun = conversation.begin(&request(&many), 1.0);
    let history = conversation.history(begun.turn).unwrap();
    assert_eq!(history.len(), 40_001);
}

#[test]
fn tens_of_thousands_of_messages_and_results_find_the_calls_that_are_known() {
    const KNOWN: usize = 1_000;
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m0")], 0.0);
    let ids: Vec<_> = (0..KNOWN).map(|index| format!("own-{index}")).collect();
    let calls: Vec<_> = ids.iter().map(|id| (id.as_str(), "client")).collect();
    let plan = answers(&mut conversation, begun.turn, "m1", &calls);
    for id in &plan.run {
        assert!(conversation.start(begun.turn, id));
        conversation.settle(id, ServerOutcome::hand_over(), 0.0);
    }
    conversation.end(begun.turn, true);

    // An answer may have a hundred calls: the others were refused.
    let results = plan.run.iter().map(|id| result(id, "done"));
    let mut messages = vec![user("m0"), assistant("m1", &calls)];
    messages.extend(results);
    let first = messages.len();
    for index in 0..40_000 {
        let id = format!("foreign-{index}");
        messages.push(assistant(&format!("f{index}"), &[(&id, "x")]));
        messages.push(result(&id, "seen"));
    }
    let begun = conversation.begin(&request(&messages), 1.0);
    assert_eq!(codes(&begun.notes), []);
    let history = shown(&conversation, begun.turn);
    assert_eq!(history.len(), 2 + KNOWN + 80_000);
    assert_eq!(history[2], "own-0=done");
    assert!(history[KNOWN + 1].starts_with("own-999=The call was not run"));
    let foreign = [format!("m{first}[foreign-0]"), "foreign-0=seen".to_owned()];
    assert_eq!(history[KNOWN + 2..][..2], foreign);
}

#[test]
fn an_answer_of_which_a_client_has_a_call_in_another_message_keeps_its_other_calls() {
    let mut conversation = conversation();
    let turn = asked(&mut conversation, &[user("m1")], 0.0).turn;
    answers(
        &mut conversation,
        turn,
        "m2",
        &[("call_0", "server"), ("call_1", "server")],
    );
    for id in ["call_0", "call_1"] {
        conversation.start(turn, id);
        conversation.settle(id, ServerOutcome::result("ok"), 0.0);
    }
    conversation.end(turn, false);
    // As another process had announced it, which died before it wrote down anything.
    let messages = [
        user("m1"),
        assistant("m3", &[("call_0", "server")]),
        user("m4"),
    ];
    for _ in 0..2 {
        let begun = conversation.begin(&request(&messages), 1.0);
        let history = conversation.history(begun.turn).unwrap();
        let answered = history.iter().filter_map(|shown| match shown {
            MessageView::Answer { tool_call_id, .. } => Some(tool_call_id.as_str()),
            _ => None,
        });
        let answered: std::collections::HashSet<_> = answered.collect();
        assert_eq!(answered, ["call_0", "call_1"].into());
    }
}
