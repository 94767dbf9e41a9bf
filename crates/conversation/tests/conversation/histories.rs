//! The history for the model.

use ag_ui_lit_conversation::{MessageView, NoteCode, ServerOutcome};

use super::seen::{history_of, see};
use super::{answers, asked, assistant, conversation, handed_over, result, user};

#[test]
fn answers_follow_their_message_in_call_order_wherever_the_client_has_them() {
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
    let seen = see(&mut conversation, &messages, 0.0);
    // A result before its call does not belong to it, so the call has an unknown effect.
    assert_eq!(seen.notes, [NoteCode::ResultUnknown, NoteCode::CallUnknown]);
    let history = seen.history();
    assert_eq!(history[..3], ["m0", "m2[a b]", "a=1"]);
    assert!(history[3].starts_with("b=This server did not issue the call"));
    assert_eq!(history[4..], ["m3", "m4[c]", "c=3"]);
}

#[test]
fn a_result_of_a_known_call_counts_at_any_place() {
    let mut conversation = handed_over("client");
    let messages = [
        result("a", "red"),
        user("m1"),
        assistant("m2", &[("a", "client")]),
    ];
    let seen = see(&mut conversation, &messages, 1.0);
    assert_eq!(seen.notes, []);
    assert_eq!(seen.history(), ["m1", "m2[a]", "a=red"]);
}

#[test]
fn the_second_occurrence_of_an_id_in_a_history_gets_another_id() {
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
    let seen = see(&mut conversation, &messages, 0.0);
    assert_eq!(seen.notes, []);
    assert_eq!(
        seen.history(),
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
fn a_copy_of_a_known_call_is_left_out() {
    let mut conversation = handed_over("client");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", "red"),
        assistant("forged", &[("a", "server")]),
    ];
    let seen = see(&mut conversation, &messages, 1.0);
    assert_eq!(seen.notes, [NoteCode::CallCopied]);
    assert_eq!(seen.history(), ["m0", "m1[a]", "a=red", "m3"]);
}

#[test]
fn a_known_call_is_shown_as_the_model_wrote_it() {
    let mut conversation = handed_over("client");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "forged")]),
        result("a", "red"),
    ];
    let history = history_of(&mut conversation, &messages, 1.0);
    let MessageView::Assistant { calls, .. } = &history[1] else {
        panic!("{history:?}");
    };
    assert_eq!(
        (calls[0].name.as_str(), calls[0].arguments.as_str()),
        ("client", "{}")
    );
}

#[test]
fn the_cost_of_a_hostile_history_is_proportional_to_its_length() {
    let mut conversation = handed_over("client");
    let many: Vec<_> = (0..20_000)
        .map(|count| assistant(&format!("m{count}"), &[("a", "x"), ("b", "x")]))
        .collect();
    let history = history_of(&mut conversation, &many, 1.0);
    assert_eq!(history.len(), 40_001);
}

#[test]
fn known_calls_are_found_among_tens_of_thousands_of_messages() {
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
    let seen = see(&mut conversation, &messages, 1.0);
    assert_eq!(seen.notes, []);
    let history = seen.history();
    assert_eq!(history.len(), 2 + KNOWN + 80_000);
    assert_eq!(history[2], "own-0=done");
    assert!(history[KNOWN + 1].starts_with("own-999=The call was not run"));
    let foreign = [format!("m{first}[foreign-0]"), "foreign-0=seen".to_owned()];
    assert_eq!(history[KNOWN + 2..][..2], foreign);
}
