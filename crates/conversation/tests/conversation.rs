//! Tests of the ledger of a conversation.

mod bounds;
mod client;
mod histories;
mod lost_answers;
mod random;
mod seen;
mod snapshots;
mod turns;

use ag_ui_lit_conversation::{
    Answer, AnswerCall, Begun, CallMode, ClientCall, ClientHistory, ClientMessage, Conversation,
    ConversationSettings, ModelAnswer, Note, NoteCode, Plan, ServerOutcome,
};

/// A quarter of an hour and a bit, in milliseconds.
const TOO_LATE: f64 = 900_001.0;

/// A conversation whose client has sent a message.
fn conversation() -> Conversation {
    Conversation::new("c", ConversationSettings::default())
}

fn user(id: &str) -> ClientMessage {
    ClientMessage::Other { id: id.to_owned() }
}

fn assistant(id: &str, calls: &[(&str, &str)]) -> ClientMessage {
    let calls = calls.iter().map(|(id, name)| ClientCall {
        id: (*id).to_owned(),
        name: (*name).to_owned(),
        arguments: "{}".to_owned(),
    });
    ClientMessage::Assistant {
        id: id.to_owned(),
        calls: calls.collect(),
    }
}

fn result(id: &str, content: &str) -> ClientMessage {
    ClientMessage::Tool {
        tool_call_id: id.to_owned(),
        content: content.to_owned(),
        is_error: false,
    }
}

fn request(messages: &[ClientMessage]) -> ClientHistory {
    ClientHistory {
        messages: messages.to_vec(),
        tool_results: None,
    }
}

/// Starts a request, and asks its model.
fn asked(conversation: &mut Conversation, messages: &[ClientMessage], now: f64) -> Begun {
    let begun = conversation.begin(&request(messages), now);
    conversation.ask(begun.turn);
    begun
}

/// Answers as a model that calls tools by the names of their modes.
fn answers(
    conversation: &mut Conversation,
    turn: u32,
    message: &str,
    calls: &[(&str, &str)],
) -> Plan {
    let calls = calls.iter().map(|(id, name)| {
        let (id, name) = conversation.issue(turn, Some(id), "fresh", name).unwrap();
        let mode = match name.as_str() {
            "server" => Some(CallMode::Server),
            "preflight" => Some(CallMode::Preflight),
            "client" => Some(CallMode::Client),
            _ => None,
        };
        AnswerCall::new(&id, &name, "{}", mode)
    });
    let answer = ModelAnswer {
        message_id: message.to_owned(),
        calls: calls.collect(),
        offered: vec!["server".to_owned(), "client".to_owned()],
        ..ModelAnswer::default()
    };
    conversation.answer(turn, &answer).unwrap()
}

/// A conversation in which a call `a` of message `m2` was handed over to the client at 0 ms.
fn handed_over(mode: &str) -> Conversation {
    let mut conversation = conversation();
    let begun = asked(&mut conversation, &[user("m1")], 0.0);
    answers(&mut conversation, begun.turn, "m2", &[("a", mode)]);
    assert!(conversation.start(begun.turn, "a"));
    conversation.settle("a", ServerOutcome::hand_over(), 0.0);
    conversation.end(begun.turn, true);
    conversation
}

fn answer<'c>(conversation: &'c Conversation, id: &str) -> &'c Answer {
    let call = conversation
        .call(id)
        .unwrap_or_else(|| panic!("no call {id}"));
    call.answer()
        .unwrap_or_else(|| panic!("{id} has no answer"))
}

fn codes(notes: &[Note]) -> Vec<NoteCode> {
    notes.iter().map(|note| note.code).collect()
}
