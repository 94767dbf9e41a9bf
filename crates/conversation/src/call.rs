use serde::{Deserialize, Serialize};

use super::messages;

/// The maximum number of times that an idempotent call begins, in different processes.
const MAX_BEGUN: u32 = 3;

/// The place where a tool runs, as its metadata says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum CallMode {
    /// All of it on the server.
    Server,
    /// The server prepares it, the client runs it.
    Preflight,
    /// All of it at the client.
    Client,
}

/// The source of a call's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum AnsweredBy {
    /// A tool of the server, or the server in its place: arguments were refused, there is no such tool.
    Server,
    /// The client.
    Client,
    /// Nobody: the call was not run, or what came of it will never be known.
    Nobody,
}

/// The answer to a call, as the model reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Its source.
    pub by: AnsweredBy,
    /// The result, or why there is none.
    pub content: String,
    /// Whether it says why there is none.
    pub is_error: bool,
}

/// The state of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum CallState {
    /// The server has its part to do, and has not begun.
    Asked,
    /// The server does its part.
    Running,
    /// The server's part began in a process that has stopped. Its tool is idempotent: it may run again.
    Interrupted,
    /// The client has its part to do.
    HandedOver {
        /// Since when, in milliseconds.
        since: f64,
    },
    /// It has its answer.
    Answered(Answer),
}

/// A call that was issued in a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "CallEntry", into = "CallEntry")]
pub struct Call {
    /// Unique in the conversation.
    pub id: String,
    /// The message of the model's that it stands in.
    pub message_id: String,
    /// The tool's name.
    pub name: String,
    /// As the model wrote them, where that is a JSON object; else `{}`, and the answer says what was wrong.
    pub arguments: String,
    /// The place where its tool runs; absent if there is no such tool.
    pub mode: Option<CallMode>,
    /// In which turn it was issued.
    pub turn: u32,
    /// Whether its tool may run again with the same idempotency key.
    pub is_idempotent: bool,
    /// The number of times that the server's part has begun.
    pub begun: u32,
    /// Its state.
    pub state: CallState,
}

impl Call {
    /// A call of an answer that broke off: it is never run.
    pub(super) fn broken_off(id: String, name: String, turn: u32) -> Self {
        let mut call = Self {
            id,
            message_id: String::new(),
            name,
            arguments: "{}".to_owned(),
            mode: None,
            turn,
            is_idempotent: false,
            begun: 0,
            state: CallState::Asked,
        };
        call.give_up(messages::BROKE_OFF);
        call
    }

    /// Its answer, if it has one.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        match &self.state {
            CallState::Answered(answer) => Some(answer),
            _ => None,
        }
    }

    /// Returns true if the server's part of it has begun, where it has one.
    pub(super) fn has_begun(&self) -> bool {
        let is_servers = matches!(self.mode, Some(CallMode::Server | CallMode::Preflight));
        is_servers
            && match &self.state {
                CallState::Running | CallState::Interrupted | CallState::HandedOver { .. } => true,
                CallState::Answered(answer) => answer.by != AnsweredBy::Nobody,
                CallState::Asked => false,
            }
    }

    pub(super) fn settle(&mut self, by: AnsweredBy, content: impl Into<String>, is_error: bool) {
        self.state = CallState::Answered(Answer {
            by,
            content: content.into(),
            is_error,
        });
    }

    /// The server's part begins, once more if it is an interrupted one.
    pub(super) fn start(&mut self) {
        self.state = CallState::Running;
        self.begun = self.begun.saturating_add(1);
    }

    /// The process that ran it has stopped. A call that has ended several processes is not begun in another.
    pub(super) fn interrupt(&mut self) {
        match self.mode {
            Some(CallMode::Client) => self.give_up(messages::NO_RESULT),
            Some(CallMode::Server) if self.is_idempotent && self.begun < MAX_BEGUN => {
                self.state = CallState::Interrupted;
            }
            _ => self.give_up(messages::INTERRUPTED),
        }
    }

    /// Answers it in nobody's name.
    pub(super) fn give_up(&mut self, why: &str) {
        self.settle(AnsweredBy::Nobody, why, true);
    }
}

/// A call as JSON has it. Flat: what serde makes of an enum with a tag is several times the code.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
struct CallEntry {
    id: String,
    message_id: String,
    name: String,
    arguments: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<CallMode>,
    turn: u32,
    /// Whether its tool may run again; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    is_idempotent: bool,
    /// The number of times that the server's part has begun; absent if never.
    #[serde(skip_serializing_if = "Option::is_none")]
    begun: Option<u32>,
    /// Its state. Earlier versions of a snapshot name it `standing`.
    #[serde(alias = "standing")]
    state: CallStage,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<AnsweredBy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_error: Option<bool>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
enum CallStage {
    Asked,
    Running,
    HandedOver,
    Answered,
}

impl From<Call> for CallEntry {
    fn from(call: Call) -> Self {
        let mut written = Self {
            id: call.id,
            message_id: call.message_id,
            name: call.name,
            arguments: call.arguments,
            mode: call.mode,
            turn: call.turn,
            is_idempotent: call.is_idempotent,
            begun: (call.begun > 0).then_some(call.begun),
            state: CallStage::Asked,
            since: None,
            by: None,
            content: None,
            is_error: None,
        };
        match call.state {
            CallState::Asked => {}
            // The next process finds it interrupted.
            CallState::Running | CallState::Interrupted => written.state = CallStage::Running,
            CallState::HandedOver { since } => {
                written.state = CallStage::HandedOver;
                written.since = Some(since);
            }
            CallState::Answered(answer) => {
                written.state = CallStage::Answered;
                written.by = Some(answer.by);
                written.content = Some(answer.content);
                written.is_error = Some(answer.is_error);
            }
        }
        written
    }
}

impl TryFrom<CallEntry> for Call {
    type Error = &'static str;

    fn try_from(written: CallEntry) -> Result<Self, Self::Error> {
        let state = match (written.state, written.since, written.by, written.content) {
            (CallStage::Asked, ..) => CallState::Asked,
            (CallStage::Running, ..) => CallState::Running,
            (CallStage::HandedOver, Some(since), ..) => CallState::HandedOver { since },
            (CallStage::Answered, _, Some(by), Some(content)) => CallState::Answered(Answer {
                by,
                content,
                is_error: written.is_error.unwrap_or_default(),
            }),
            _ => return Err("a call lacks what its state needs"),
        };
        Ok(Self {
            id: written.id,
            message_id: written.message_id,
            name: written.name,
            arguments: written.arguments,
            mode: written.mode,
            turn: written.turn,
            is_idempotent: written.is_idempotent,
            begun: written.begun.unwrap_or_default(),
            state,
        })
    }
}
