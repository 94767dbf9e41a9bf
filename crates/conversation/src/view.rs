use serde::Serialize;

use super::call::{Answer, Call};
use super::conversation::{Conversation, Given};

/// A message for the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum MessageView {
    /// A message of the client, unchanged.
    Message {
        /// Its index.
        index: usize,
    },
    /// A message of the client, with these calls.
    Assistant {
        /// Its index.
        index: usize,
        /// The calls.
        calls: Vec<CallView>,
    },
    /// An answer of the model that is not in the client's history.
    #[serde(rename_all = "camelCase")]
    Given {
        /// The id of the message.
        message_id: String,
        /// The beginning of the text.
        text: String,
        /// The calls.
        calls: Vec<CallView>,
    },
    /// The answer to a call.
    #[serde(rename_all = "camelCase")]
    Answer {
        /// The call's id.
        tool_call_id: String,
        /// The text for the model.
        content: String,
        /// Whether the content is the reason for the absence of a result.
        is_error: bool,
        /// Whether the client does not have the answer.
        is_new: bool,
    },
}

/// A call in the history for the model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CallView {
    /// The id, unique in the history.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments: a JSON object.
    pub arguments: String,
}

/// A part of a history.
#[derive(Debug)]
pub(super) enum Item {
    Message(usize),
    Assistant(usize, Vec<ItemCall>),
    Given(Given),
}

/// A call of a history.
#[derive(Debug)]
pub(super) enum ItemCall {
    /// A call that was issued here, and whether the client has its answer.
    Known(String, bool),
    /// A call from elsewhere.
    Foreign(CallView, Answer),
}

impl Conversation {
    /// The history for the model in a turn: the client's messages, then the model's answers. The answers to calls follow
    /// their message, in call order. `None` while a call has no answer, or if a newer turn has taken over.
    #[must_use]
    pub fn history(&self, turn: u32) -> Option<Vec<MessageView>> {
        let state = self.state.as_ref().filter(|_| turn == self.turn)?;
        let mut shown = Vec::new();
        for item in &state.view {
            match item {
                Item::Message(index) => shown.push(MessageView::Message { index: *index }),
                Item::Assistant(index, calls) => self.show(&mut shown, *index, calls)?,
                Item::Given(given) => self.show_given(&mut shown, given)?,
            }
        }
        for given in &state.given {
            self.show_given(&mut shown, given)?;
        }
        Some(shown)
    }

    fn show(&self, shown: &mut Vec<MessageView>, index: usize, calls: &[ItemCall]) -> Option<()> {
        let mut views = Vec::new();
        let mut answers = Vec::new();
        for call in calls {
            match call {
                ItemCall::Foreign(call, answer) => {
                    views.push(call.clone());
                    answers.push(answer_view(&call.id, answer, false));
                }
                ItemCall::Known(id, is_there) => {
                    let call = self.call(id)?;
                    views.push(call_view(call));
                    answers.push(answer_view(id, call.answer()?, !is_there));
                }
            }
        }
        shown.push(MessageView::Assistant {
            index,
            calls: views,
        });
        shown.extend(answers);
        Some(())
    }

    fn show_given(&self, shown: &mut Vec<MessageView>, given: &Given) -> Option<()> {
        let calls: Vec<_> = given.calls.iter().filter_map(|id| self.call(id)).collect();
        let answers = calls.iter().map(|call| {
            let answer = call.answer()?;
            Some(answer_view(&call.id, answer, false))
        });
        let answers: Vec<_> = answers.collect::<Option<_>>()?;
        shown.push(MessageView::Given {
            message_id: given.message_id.clone(),
            text: given.text.clone(),
            calls: calls.into_iter().map(call_view).collect(),
        });
        shown.extend(answers);
        Some(())
    }
}

fn call_view(call: &Call) -> CallView {
    CallView {
        id: call.id.clone(),
        name: call.name.clone(),
        arguments: call.arguments.clone(),
    }
}

fn answer_view(id: &str, answer: &Answer, is_new: bool) -> MessageView {
    MessageView::Answer {
        tool_call_id: id.to_owned(),
        content: answer.content.clone(),
        is_error: answer.is_error,
        is_new,
    }
}
