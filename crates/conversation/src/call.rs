use serde::{Deserialize, Serialize};

use super::messages;

/// The maximum number of starts of an idempotent call, in different processes.
const MAX_BEGUN: u32 = 3;

/// The place where a tool runs, from its metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum CallMode {
    /// On the server.
    Server,
    /// On the client, after the server has prepared it.
    Preflight,
    /// On the client.
    Client,
}

/// The source of a call's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum AnsweredBy {
    /// The server: a tool of the server, or the server itself for refused arguments or an unknown tool.
    Server,
    /// The client.
    Client,
    /// No side: the call was not run, or its outcome will never be known.
    Nobody,
}

/// The answer to a call, in the form that the model reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The source of the answer.
    pub by: AnsweredBy,
    /// The result, or the reason for its absence.
    pub content: String,
    /// Whether the content is the reason for the absence of a result.
    pub is_error: bool,
}

/// The state of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum CallState {
    /// The server has to run its part, which has not started.
    Asked,
    /// The server's part is running.
    Running,
    /// The server's part started in a process that has stopped. The tool is idempotent, so it may run again.
    Interrupted,
    /// The client has to run its part.
    HandedOver {
        /// The time of the handover, in milliseconds.
        since: f64,
    },
    /// The call has its answer.
    Answered(Answer),
}

/// A call that was issued in a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "CallEntry", into = "CallEntry")]
pub struct Call {
    /// Unique in the conversation.
    pub id: String,
    /// The id of the model's message that contains the call.
    pub message_id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as written by the model if they are a JSON object; otherwise `{}`, and the answer reports the fault.
    pub arguments: String,
    /// The place where its tool runs; absent if there is no such tool.
    pub mode: Option<CallMode>,
    /// The turn in which the call was issued.
    pub turn: u32,
    /// Whether the tool may run again with the same idempotency key.
    pub is_idempotent: bool,
    /// The number of starts of the server's part.
    pub begun: u32,
    /// Its state.
    pub state: CallState,
}

impl Call {
    /// A call of an answer that broke off. It is never run.
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

    /// The answer of the call, if it has one.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        match &self.state {
            CallState::Answered(answer) => Some(answer),
            _ => None,
        }
    }

    /// Returns true if the server's part has started, or there is none.
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

    /// Starts the server's part, again if it was interrupted.
    pub(super) fn start(&mut self) {
        self.state = CallState::Running;
        self.begun = self.begun.saturating_add(1);
    }

    /// Records that the process that ran the call has stopped. A call that has ended several processes is not started in
    /// another one.
    pub(super) fn interrupt(&mut self) {
        match self.mode {
            Some(CallMode::Client) => self.give_up(messages::NO_RESULT),
            Some(CallMode::Server) if self.is_idempotent && self.begun < MAX_BEGUN => {
                self.state = CallState::Interrupted;
            }
            _ => self.give_up(messages::INTERRUPTED),
        }
    }

    /// Answers the call from no side, with this reason.
    pub(super) fn give_up(&mut self, why: &str) {
        self.settle(AnsweredBy::Nobody, why, true);
    }
}

/// A call in JSON. Flat, since serde's code for a tagged enum is several times as large.
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
    /// Whether the tool may run again; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    is_idempotent: bool,
    /// The number of starts of the server's part; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    begun: Option<u32>,
    /// The state. Earlier versions of a snapshot name it `standing`.
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
            // The next process restores it as interrupted.
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
