//! The history for the model, for comparisons.

use ag_ui_lit_conversation::{ClientMessage, Conversation, MessageView, NoteCode};

use super::{codes, request};

/// A history in short: `m0` is a message of the client, `m1[a b]` one with calls, `+id[a]` an answer that was put back,
/// `a=text` the answer to a call.
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

/// A request that has started, as its model sees it.
pub(super) struct Seen {
    pub(super) turn: u32,
    /// Pending calls of older turns.
    pub(super) wait: Vec<String>,
    pub(super) notes: Vec<NoteCode>,
    /// The history in short; `None` while a call has no answer.
    pub(super) history: Option<Vec<String>>,
}

impl Seen {
    pub(super) fn history(&self) -> &[String] {
        self.history.as_deref().expect("every call has its answer")
    }

    /// The history without answers.
    pub(super) fn messages(&self) -> Vec<&str> {
        let lines = self.history().iter().map(String::as_str);
        lines.filter(|line| !line.contains('=')).collect()
    }
}

/// Starts a request with these messages.
pub(super) fn see(conversation: &mut Conversation, messages: &[ClientMessage], now: f64) -> Seen {
    let begun = conversation.begin(&request(messages), now);
    let history = conversation.history(begun.turn);
    Seen {
        turn: begun.turn,
        wait: begun.wait,
        notes: codes(&begun.notes),
        history: history.map(|history| short(&history)),
    }
}

/// The history of a request with these messages.
pub(super) fn history_of(
    conversation: &mut Conversation,
    messages: &[ClientMessage],
    now: f64,
) -> Vec<MessageView> {
    let begun = conversation.begin(&request(messages), now);
    conversation.history(begun.turn).unwrap()
}
