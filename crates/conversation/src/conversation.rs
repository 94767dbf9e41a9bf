use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::call::{Call, CallState};
use super::calls::Calls;
use super::view::Item;

/// Settings of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConversationSettings {
    /// The maximum number of times that a model is asked for one request.
    pub max_iterations: u32,
    /// The time that a client has for a call, in milliseconds.
    pub client_deadline: f64,
    /// The maximum number of calls in an answer.
    pub calls_per_answer: usize,
}

impl Default for ConversationSettings {
    /// Ten times, a quarter of an hour, a hundred calls.
    fn default() -> Self {
        Self {
            max_iterations: 10,
            client_deadline: 900_000.0,
            calls_per_answer: 100,
        }
    }
}

/// The calls of a conversation, and the request that is being answered: its turn. A newer turn takes over from an older
/// one.
///
/// # Examples
///
/// ```
/// use ag_ui_lit_conversation::{
///     AnswerCall, ClientMessage, Conversation, CallMode, ModelAnswer, Next, ServerOutcome, ClientHistory,
/// ConversationSettings, };
///
/// let mut conversation = Conversation::new("thread-1", ConversationSettings::default());
/// let question = ClientMessage::Other { id: "m1".into() };
/// let begun = conversation.begin(&ClientHistory { messages: vec![question], tool_results: None }, 0.0);
/// conversation.ask(begun.turn);
///
/// let (id, name) = conversation.issue(begun.turn, Some("call_0"), "fresh", "look_up").unwrap();
/// let call = AnswerCall::new(&id, &name, "{}", Some(CallMode::Server));
/// let answer = ModelAnswer { message_id: "m2".into(), calls: vec![call], ..ModelAnswer::default() };
/// let plan = conversation.answer(begun.turn, &answer).unwrap();
/// assert_eq!(plan.run, ["call_0"]);
///
/// assert!(conversation.start(begun.turn, "call_0"));
/// conversation.settle("call_0", ServerOutcome::result("42"), 0.0);
/// assert_eq!(conversation.next(begun.turn, false).next, Next::Ask);
/// ```
#[derive(Debug)]
pub struct Conversation {
    pub(super) id: String,
    pub(super) settings: ConversationSettings,
    pub(super) calls: Calls,
    /// Answers whose client may not have got them, and whose calls began.
    pub(super) kept: Vec<Given>,
    /// The newest turn's number; `0` before the first.
    pub(super) turn: u32,
    pub(super) state: Option<Turn>,
}

/// An answer of a model's, as it was given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Given {
    pub(super) message_id: String,
    pub(super) text: String,
    pub(super) calls: Vec<String>,
    /// Messages that it came after: that of the client's which it answers, and earlier answers to the same.
    pub(super) after: Vec<String>,
}

impl Given {
    /// The part of it that a client with some of its calls lacks.
    pub(super) fn without(&self, named: &HashSet<&str>) -> Self {
        let mut given = self.clone();
        given.calls.retain(|id| !named.contains(id.as_str()));
        if given.calls.len() < self.calls.len() {
            given.text.clear();
        }
        given
    }
}

/// The request that is being answered.
#[derive(Debug, Default)]
pub(super) struct Turn {
    /// The client's history, with what belongs into it.
    pub(super) view: Vec<Item>,
    /// The model's answers in this turn.
    pub(super) given: Vec<Given>,
    /// The id of the client's last message.
    pub(super) last: Option<String>,
    /// Id and name of each call that its client may have received.
    pub(super) issued: Vec<(String, String)>,
    /// Ids that no new call may have.
    pub(super) taken: HashSet<String>,
    /// The number of times that the model was asked.
    pub(super) asked: u32,
}

impl Conversation {
    /// One without calls.
    #[must_use]
    pub fn new(id: &str, settings: ConversationSettings) -> Self {
        Self {
            id: id.to_owned(),
            settings,
            calls: Calls::default(),
            kept: Vec::new(),
            turn: 0,
            state: None,
        }
    }

    /// A call that was issued in it.
    #[must_use]
    pub fn call(&self, id: &str) -> Option<&Call> {
        self.calls.find(id)
    }

    /// Its calls, oldest first.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The calls whose server's part is under way, of whatever turn.
    #[must_use]
    pub fn running(&self) -> Vec<&str> {
        let calls = self.calls.iter();
        let running = calls.filter(|call| call.state == CallState::Running);
        running.map(|call| call.id.as_str()).collect()
    }

    pub(super) fn call_mut(&mut self, id: &str) -> Option<&mut Call> {
        self.calls.find_mut(id)
    }

    /// The state of a turn that still counts.
    pub(super) fn current(&mut self, turn: u32) -> Option<&mut Turn> {
        if turn == self.turn {
            self.state.as_mut()
        } else {
            None
        }
    }
}
