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
    /// The maximum number of model requests for one client request.
    pub max_iterations: u32,
    /// The client's time for a call, in milliseconds.
    pub client_deadline: f64,
    /// The maximum number of calls in an answer.
    pub calls_per_answer: usize,
}

impl Default for ConversationSettings {
    /// Ten model requests, a quarter of an hour, a hundred calls.
    fn default() -> Self {
        Self {
            max_iterations: 10,
            client_deadline: 900_000.0,
            calls_per_answer: 100,
        }
    }
}

/// The calls of a conversation, and the current request: its turn. A newer turn takes over from an older one.
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
    /// Answers that the client may lack, and whose calls have started.
    pub(super) kept: Vec<Given>,
    /// The number of the newest turn; `0` before the first.
    pub(super) turn: u32,
    pub(super) state: Option<Turn>,
}

/// An answer of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Given {
    pub(super) message_id: String,
    pub(super) text: String,
    pub(super) calls: Vec<String>,
    /// The messages that it came after: the client's message, and earlier answers to it.
    pub(super) after: Vec<String>,
}

impl Given {
    /// The rest of the answer for a client that has some of its calls.
    pub(super) fn without(&self, named: &HashSet<&str>) -> Self {
        let mut given = self.clone();
        given.calls.retain(|id| !named.contains(id.as_str()));
        if given.calls.len() < self.calls.len() {
            given.text.clear();
        }
        given
    }
}

/// The current request.
#[derive(Debug, Default)]
pub(super) struct Turn {
    /// The client's history, completed.
    pub(super) view: Vec<Item>,
    /// The model's answers in this turn.
    pub(super) given: Vec<Given>,
    /// The id of the client's last message.
    pub(super) last: Option<String>,
    /// The id and the name of each call that the client may have received.
    pub(super) issued: Vec<(String, String)>,
    /// The ids that no new call may have.
    pub(super) taken: HashSet<String>,
    /// The number of model requests.
    pub(super) asked: u32,
}

impl Conversation {
    /// A conversation without calls.
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

    /// A call of this conversation.
    #[must_use]
    pub fn call(&self, id: &str) -> Option<&Call> {
        self.calls.find(id)
    }

    /// The calls, oldest first.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The calls whose server part is running, of any turn.
    #[must_use]
    pub fn running(&self) -> Vec<&str> {
        let calls = self.calls.iter();
        let running = calls.filter(|call| call.state == CallState::Running);
        running.map(|call| call.id.as_str()).collect()
    }

    pub(super) fn call_mut(&mut self, id: &str) -> Option<&mut Call> {
        self.calls.find_mut(id)
    }

    /// The state of a turn, if it is the current one.
    pub(super) fn current(&mut self, turn: u32) -> Option<&mut Turn> {
        if turn == self.turn {
            self.state.as_mut()
        } else {
            None
        }
    }
}
