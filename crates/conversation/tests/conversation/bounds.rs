//! Limits on a conversation's memory: a server keeps many conversations, and clients determine their contents.

use ag_ui_lit_conversation::{
    AnswerCall, CallMode, Conversation, ConversationSettings, MessageView, ModelAnswer,
    ServerOutcome,
};

use super::seen::short;
use super::{answer, asked, assistant, handed_over, request, result, user};

/// UTF-16 units of a client's result.
const MAX_RESULT: usize = 262_144;
/// Calls of a conversation.
const MAX_CALLS: usize = 1_000;
/// Bytes of its calls: ids, names, arguments and answers.
const MAX_BYTES: usize = 4 << 20;
/// Answers that are put back.
const MAX_KEPT: usize = 32;
/// Bytes of the text of each of them.
const MAX_KEPT_TEXT: usize = 65_536;

/// A conversation whose answers may have any number of calls.
fn roomy() -> Conversation {
    let settings = ConversationSettings {
        calls_per_answer: usize::MAX,
        ..ConversationSettings::default()
    };
    Conversation::new("c", settings)
}

/// A call, with its answer.
#[derive(Clone, Copy)]
struct Full<'t> {
    id: &'t str,
    name: &'t str,
    arguments: &'t str,
    content: &'t str,
}

impl Full<'_> {
    fn size(&self) -> usize {
        self.id.len() + self.name.len() + self.arguments.len() + self.content.len()
    }
}

/// An answer of a model with calls that all succeed. Its turn continues.
fn answered(conversation: &mut Conversation, text: &str, calls: &[Full]) -> u32 {
    let message_id = format!("answer-{}", conversation.calls().len());
    let begun = asked(conversation, &[user("m1")], 0.0);
    let of = calls
        .iter()
        .map(|call| AnswerCall::new(call.id, call.name, call.arguments, Some(CallMode::Server)));
    let model = ModelAnswer {
        message_id,
        text: text.to_owned(),
        calls: of.collect(),
        ..ModelAnswer::default()
    };
    let plan = conversation.answer(begun.turn, &model).unwrap();
    assert_eq!(plan.run.len(), calls.len());
    for call in calls {
        assert!(conversation.start(begun.turn, call.id));
        conversation.settle(call.id, ServerOutcome::result(call.content), 0.0);
    }
    begun.turn
}

/// Many small calls in one answer, `<prefix>0` and so on, all of which the client has received.
fn many(conversation: &mut Conversation, prefix: &str, count: usize) -> u32 {
    let ids: Vec<_> = (0..count).map(|at| format!("{prefix}{at}")).collect();
    let calls = ids.iter().map(|id| small(id));
    let calls: Vec<_> = calls.collect();
    answered(conversation, "", &calls)
}

fn small(id: &str) -> Full<'_> {
    Full {
        id,
        name: "server",
        arguments: "{}",
        content: "ok",
    }
}

fn ids(conversation: &Conversation) -> Vec<&str> {
    let calls = conversation.calls().iter();
    calls.map(|call| call.id.as_str()).collect()
}

/// The kept version of a client's result `a`.
fn kept_result(content: &str) -> String {
    let mut conversation = handed_over("client");
    let messages = [
        user("m1"),
        assistant("m2", &[("a", "client")]),
        result("a", content),
    ];
    conversation.begin(&request(&messages), 1.0);
    answer(&conversation, "a").content.clone()
}

#[test]
fn a_result_of_the_maximum_length_is_kept_whole_regardless_of_its_bytes() {
    for unit in ["a", "é", "€"] {
        let whole = unit.repeat(MAX_RESULT);
        assert!(kept_result(&whole) == whole, "{unit}");
        let longer = format!("{whole}{unit}");
        let cut = format!("{whole}… [1 more characters were cut]");
        assert!(kept_result(&longer) == cut, "{unit}");
    }
    let pairs = "😀".repeat(MAX_RESULT / 2);
    assert!(kept_result(&pairs) == pairs);
}

#[test]
fn a_result_is_cut_before_a_character_that_does_not_fit_whole() {
    let fits = "a".repeat(MAX_RESULT - 1);
    let cut = format!("{fits}… [5 more characters were cut]");
    assert!(kept_result(&format!("{fits}😀😀b")) == cut);
}

#[test]
fn the_number_of_known_calls_is_bounded_and_the_oldest_is_removed_first() {
    let mut conversation = roomy();
    let turn = many(&mut conversation, "a", MAX_CALLS - 1);
    conversation.end(turn, true);
    let turn = many(&mut conversation, "b", 1);
    conversation.end(turn, true);
    asked(&mut conversation, &[user("m1")], 0.0);
    assert_eq!(conversation.calls().len(), MAX_CALLS, "the bound itself");

    let turn = many(&mut conversation, "c", 1);
    conversation.end(turn, true);
    assert_eq!(conversation.calls().len(), MAX_CALLS);
    assert_eq!(ids(&conversation)[..2], ["a1", "a2"]);
    assert!(conversation.call("a0").is_none());
    assert!(conversation.call("c0").is_some());

    let turn = many(&mut conversation, "d", 200);
    conversation.end(turn, true);
    assert_eq!(conversation.calls().len(), MAX_CALLS, "no more than needed");
    assert_eq!(ids(&conversation)[0], "a201");
}

#[test]
fn any_number_of_calls_of_the_current_turn_is_known() {
    let mut conversation = roomy();
    many(&mut conversation, "old", 10);
    let turn = many(&mut conversation, "a", MAX_CALLS + 100);
    conversation.end(turn, false);
    assert_eq!(conversation.calls().len(), MAX_CALLS + 100);
    assert!(conversation.call("old9").is_none());
    conversation.begin(&request(&[user("m1")]), 0.0);
    assert_eq!(conversation.calls().len(), MAX_CALLS);
    assert_eq!(ids(&conversation)[0], "a100");
}

#[test]
fn a_call_without_an_answer_is_never_removed() {
    let mut conversation = roomy();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    let model = ModelAnswer {
        message_id: "m2".to_owned(),
        calls: vec![AnswerCall::new(
            "slow",
            "server",
            "{}",
            Some(CallMode::Server),
        )],
        ..ModelAnswer::default()
    };
    conversation.answer(begun.turn, &model).unwrap();
    assert!(conversation.start(begun.turn, "slow"));
    many(&mut conversation, "a", MAX_CALLS + 100);
    asked(&mut conversation, &[user("m1")], 0.0);
    assert_eq!(conversation.calls().len(), MAX_CALLS);
    assert_eq!(conversation.running(), ["slow"]);
    assert_eq!(ids(&conversation)[..2], ["slow", "a101"]);
}

#[test]
fn ids_names_arguments_and_answers_count_together_and_to_the_byte() {
    let first = Full {
        id: "the-first",
        name: "server_of_some_name",
        arguments: r#"{"argument":"of some length"}"#,
        content: "an answer that is not so long either",
    };
    let rest = MAX_BYTES - first.size() - small("second").size() + "ok".len();
    for (surplus, known) in [(0, 2), (1, 1)] {
        let content = "x".repeat(rest + surplus);
        let second = Full {
            content: &content,
            ..small("second")
        };
        let mut conversation = roomy();
        for call in [first, second] {
            let turn = answered(&mut conversation, "", &[call]);
            conversation.end(turn, true);
        }
        asked(&mut conversation, &[user("m1")], 0.0);
        assert_eq!(
            conversation.calls().len(),
            known,
            "{surplus} bytes too many"
        );
        assert!(conversation.call("second").is_some());
    }
}

#[test]
fn only_as_many_long_calls_are_removed_as_necessary() {
    // Five of them fit.
    let content = "x".repeat(MAX_BYTES / 5 - 100);
    let long = |id| Full {
        content: &content,
        ..small(id)
    };
    let mut conversation = roomy();
    answered(
        &mut conversation,
        "",
        &[long("a"), long("b"), long("c"), long("d")],
    );
    let turn = answered(&mut conversation, "", &[long("e"), long("f"), long("g")]);
    conversation.end(turn, true);
    assert_eq!(ids(&conversation), ["c", "d", "e", "f", "g"]);
}

/// An answer whose client was gone before it ended.
fn lost(conversation: &mut Conversation, text: &str, id: &str) {
    let turn = answered(conversation, text, &[small(id)]);
    conversation.end(turn, false);
}

/// The history that follows a lost answer.
fn history(conversation: &mut Conversation) -> Vec<MessageView> {
    let begun = conversation.begin(&request(&[user("m1"), user("m2")]), 1.0);
    conversation.history(begun.turn).unwrap()
}

#[test]
fn an_answer_whose_calls_were_removed_is_not_put_back() {
    let mut conversation = roomy();
    lost(&mut conversation, "", "a");
    assert_eq!(
        short(&history(&mut conversation)),
        ["m0", "+answer-0[a]", "a=ok", "m1"]
    );
    many(&mut conversation, "b", MAX_CALLS);
    assert!(conversation.call("a").is_some());
    let given = |shown: &MessageView| matches!(shown, MessageView::Given { message_id, .. } if message_id == "answer-0");
    let history = history(&mut conversation);
    assert!(conversation.call("a").is_none());
    assert!(!history.iter().any(given));
}

#[test]
fn the_last_answers_that_a_client_lost_are_put_back_and_no_more() {
    let mut conversation = roomy();
    for count in 0..MAX_KEPT + 2 {
        lost(&mut conversation, "", &format!("s{count}"));
        let given = history(&mut conversation).into_iter();
        let given: Vec<_> = given
            .filter_map(|shown| match shown {
                MessageView::Given { message_id, .. } => Some(message_id),
                _ => None,
            })
            .collect();
        assert_eq!(given.len(), (count + 1).min(MAX_KEPT));
        let oldest = (count + 1).saturating_sub(MAX_KEPT);
        assert_eq!(given[0], format!("answer-{oldest}"));
    }
}

#[test]
fn the_beginning_of_an_answers_text_is_put_back_up_to_a_whole_character() {
    let odd = format!("a{}", "é".repeat(MAX_KEPT_TEXT));
    for (text, most) in [
        ("a".repeat(MAX_KEPT_TEXT - 1), MAX_KEPT_TEXT - 1),
        ("a".repeat(MAX_KEPT_TEXT), MAX_KEPT_TEXT),
        ("a".repeat(MAX_KEPT_TEXT + 1), MAX_KEPT_TEXT),
        (odd, MAX_KEPT_TEXT - 1),
        ("short".to_owned(), 5),
        (String::new(), 0),
    ] {
        let mut conversation = roomy();
        lost(&mut conversation, &text, "a");
        let history = history(&mut conversation);
        let MessageView::Given { text: put_back, .. } = &history[1] else {
            panic!("{history:?}");
        };
        assert!(*put_back == text[..most], "{most}");
    }
}

/// The size of a conversation that has one call with these texts.
fn weight(text: &str, arguments: &str, content: &str) -> usize {
    let mut conversation = roomy();
    let call = Full {
        arguments,
        content,
        ..small("a")
    };
    let turn = answered(&mut conversation, text, &[call]);
    conversation.end(turn, false);
    conversation.weight()
}

#[test]
fn the_weight_of_a_conversation_is_about_that_of_its_texts() {
    assert_eq!(roomy().weight(), 0);
    let (text, content) = ("t".repeat(30_000), "c".repeat(20_000));
    let arguments = format!(r#"{{"a":"{}"}}"#, "b".repeat(10_000));
    let bare = weight("", "{}", "");
    assert!((1..2_000).contains(&bare), "{bare}");
    assert_eq!(weight(&text, "{}", "") - bare, text.len());
    assert_eq!(weight("", &arguments, "") - bare, arguments.len() - 2);
    assert_eq!(weight("", "{}", &content) - bare, content.len());
    let all = text.len() + arguments.len() - 2 + content.len();
    assert_eq!(weight(&text, &arguments, &content) - bare, all);
}

#[test]
fn many_short_calls_weigh_more_than_their_texts() {
    let mut conversation = roomy();
    let turn = many(&mut conversation, "a", MAX_CALLS);
    conversation.end(turn, true);
    let texts = MAX_CALLS * ("{}".len() + "ok".len());
    assert!(conversation.weight() > 10 * texts);
    assert!(conversation.weight() < 1_000_000);
    // An answer that may have to be put back counts as well. Its call has replaced an older one.
    let before = conversation.weight();
    lost(&mut conversation, "", "b");
    conversation.begin(&request(&[user("m1"), user("m2")]), 0.0);
    assert_eq!(conversation.calls().len(), MAX_CALLS);
    assert!(conversation.weight() > before);
}
