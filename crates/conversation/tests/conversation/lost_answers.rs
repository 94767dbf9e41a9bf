//! Answers of the model that a client has lost.

use ag_ui_lit_conversation::{Conversation, MessageView, ServerOutcome};

use super::seen::{history_of, see, short};
use super::{answers, asked, assistant, conversation, result, user};

/// The model calls a tool of the server, which succeeds.
fn run_on_server(conversation: &mut Conversation, turn: u32, message: &str, id: &str) {
    answers(conversation, turn, message, &[(id, "server")]);
    conversation.start(turn, id);
    conversation.settle(id, ServerOutcome::result("ok"), 1.0);
}

/// A conversation whose client left while a tool of the server ran, and still has only its own messages.
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
fn a_lost_answer_is_put_back_in_its_place() {
    let mut conversation = interrupted();
    let seen = see(
        &mut conversation,
        &[user("m0"), user("m1"), user("m3")],
        1.0,
    );
    assert_eq!(seen.wait, ["a"]);
    assert_eq!(seen.history, None, "a still runs");
    conversation.settle("a", ServerOutcome::result("ok"), 2.0);
    let history = short(&conversation.history(seen.turn).unwrap());
    assert_eq!(history[..4], ["m0", "m1", "+m2[a b]", "a=ok"]);
    assert!(history[4].starts_with("b=The call was prepared but not run"));
    assert_eq!(history[5], "m2");
    // As long as the client continues without it.
    conversation.end(seen.turn, true);
    let seen = see(
        &mut conversation,
        &[user("m1"), user("m3"), user("m4")],
        3.0,
    );
    assert_eq!(seen.history()[1], "+m2[a b]");
    // A result of one of its calls is not the answer itself.
    let messages = [user("m1"), result("b", "early"), user("m4")];
    let seen = see(&mut conversation, &messages, 3.0);
    assert_eq!(seen.history()[1], "+m2[a b]");
    // A history without the message before the answer has no place for it.
    let seen = see(&mut conversation, &[user("m9")], 4.0);
    assert_eq!(seen.history(), ["m0"]);
}

#[test]
fn later_answers_to_the_same_message_follow_in_order() {
    let mut conversation = interrupted();
    conversation.settle("a", ServerOutcome::result("ok"), 1.0);
    let turn = asked(&mut conversation, &[user("m1")], 1.0).turn;
    run_on_server(&mut conversation, turn, "m3", "c");
    conversation.ask(turn);
    run_on_server(&mut conversation, turn, "m4", "d");
    conversation.end(turn, false);
    let seen = see(&mut conversation, &[user("m1"), user("m5")], 2.0);
    assert_eq!(
        seen.messages(),
        ["m0", "+m2[a b]", "+m3[c]", "+m4[d]", "m1"]
    );
    // The client has received the second of them after all.
    let messages = [user("m1"), assistant("m3", &[("c", "server")]), user("m5")];
    let seen = see(&mut conversation, &messages, 3.0);
    assert_eq!(seen.messages(), ["m0", "+m2[a b]", "m1[c]", "+m4[d]", "m2"]);
}

#[test]
fn a_message_with_some_of_its_calls_gets_the_others_back() {
    let mut conversation = interrupted();
    conversation.settle("a", ServerOutcome::result("ok"), 1.0);
    let messages = [user("m1"), assistant("m2", &[("x", "x"), ("b", "client")])];
    let seen = see(&mut conversation, &messages, 1.0);
    assert_eq!(seen.history()[..3], ["m0", "m1[a b x]", "a=ok"]);
}

#[test]
fn an_answer_without_started_calls_is_not_put_back() {
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
    let seen = see(&mut conversation, &[user("m1")], 1.0);
    assert_eq!(seen.history(), ["m0"]);
}

#[test]
fn answers_that_the_client_lacks_are_marked() {
    let mut conversation = interrupted();
    conversation.settle("a", ServerOutcome::result("ok"), 1.0);
    let history = [
        user("m1"),
        assistant("m2", &[("a", "server"), ("b", "client")]),
        result("a", "ok"),
    ];
    let new: Vec<_> = history_of(&mut conversation, &history, 1.0)
        .iter()
        .filter_map(|one| match one {
            MessageView::Answer {
                tool_call_id,
                is_new,
                ..
            } => Some((tool_call_id.clone(), *is_new)),
            _ => None,
        })
        .collect();
    assert_eq!(new, [("a".to_owned(), false), ("b".to_owned(), true)]);
}

#[test]
fn an_answer_keeps_its_other_calls_if_a_client_has_one_in_another_message() {
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
    // Another process had announced the call under another message, and died before it saved anything.
    let messages = [
        user("m1"),
        assistant("m3", &[("call_0", "server")]),
        user("m4"),
    ];
    for _ in 0..2 {
        let history = history_of(&mut conversation, &messages, 1.0);
        let answered = history.iter().filter_map(|shown| match shown {
            MessageView::Answer { tool_call_id, .. } => Some(tool_call_id.as_str()),
            _ => None,
        });
        let answered: std::collections::HashSet<_> = answered.collect();
        assert_eq!(answered, ["call_0", "call_1"].into());
    }
}
