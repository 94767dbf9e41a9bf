use serde::{Deserialize, Serialize};

use super::words;

/// Where a tool runs, by its own word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// All of it on the server.
    Server,
    /// The server prepares it, the client runs it.
    Preflight,
    /// All of it at the client.
    Client,
}

/// Who gave a call its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnsweredBy {
    /// A tool of the server, or the server in its place: arguments were refused, there is no such tool.
    Server,
    /// The client.
    Client,
    /// Nobody: the call was not run, or what came of it will never be known.
    Nobody,
}

/// What the model reads of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Who gave it.
    pub by: AnsweredBy,
    /// The result, or why there is none.
    pub content: String,
    /// Whether it says why there is none.
    pub is_error: bool,
}

/// How a call stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Standing {
    /// The server has its part to do, and has not begun.
    Asked,
    /// The server does its part.
    Running,
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
#[serde(try_from = "Written", into = "Written")]
pub struct Call {
    /// Unique in the conversation.
    pub id: String,
    /// The message of the model's that it stands in.
    pub message_id: String,
    /// The tool's name.
    pub name: String,
    /// As the model wrote them, where that is a JSON object; else `{}`, and the answer says what was wrong.
    pub arguments: String,
    /// Where its tool runs; absent where there is no such tool.
    pub mode: Option<Mode>,
    /// In which turn it was issued.
    pub turn: u32,
    /// How it stands.
    pub standing: Standing,
}

impl Call {
    /// One of an answer that was not heard to its end: it is never run.
    pub(super) fn broken_off(id: String, name: String, turn: u32) -> Self {
        let mut call = Self {
            id,
            message_id: String::new(),
            name,
            arguments: "{}".to_owned(),
            mode: None,
            turn,
            standing: Standing::Asked,
        };
        call.give_up(words::BROKE_OFF);
        call
    }

    /// Its answer, if it has one.
    #[must_use]
    pub fn answer(&self) -> Option<&Answer> {
        match &self.standing {
            Standing::Answered(answer) => Some(answer),
            _ => None,
        }
    }

    /// Whether the server's part of it has begun, where it has one.
    pub(super) fn has_begun(&self) -> bool {
        let is_servers = matches!(self.mode, Some(Mode::Server | Mode::Preflight));
        is_servers
            && match &self.standing {
                Standing::Running | Standing::HandedOver { .. } => true,
                Standing::Answered(answer) => answer.by != AnsweredBy::Nobody,
                Standing::Asked => false,
            }
    }

    pub(super) fn settle(&mut self, by: AnsweredBy, content: impl Into<String>, is_error: bool) {
        self.standing = Standing::Answered(Answer {
            by,
            content: content.into(),
            is_error,
        });
    }

    /// Answers it in nobody's name.
    pub(super) fn give_up(&mut self, why: &str) {
        self.settle(AnsweredBy::Nobody, why, true);
    }
}

/// A call as JSON has it. Flat: what serde makes of an enum with a tag is several times the code.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    id: String,
    message_id: String,
    name: String,
    arguments: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<Mode>,
    turn: u32,
    standing: Stage,
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
enum Stage {
    Asked,
    Running,
    HandedOver,
    Answered,
}

impl From<Call> for Written {
    fn from(call: Call) -> Self {
        let mut written = Self {
            id: call.id,
            message_id: call.message_id,
            name: call.name,
            arguments: call.arguments,
            mode: call.mode,
            turn: call.turn,
            standing: Stage::Asked,
            since: None,
            by: None,
            content: None,
            is_error: None,
        };
        match call.standing {
            Standing::Asked => {}
            Standing::Running => written.standing = Stage::Running,
            Standing::HandedOver { since } => {
                written.standing = Stage::HandedOver;
                written.since = Some(since);
            }
            Standing::Answered(answer) => {
                written.standing = Stage::Answered;
                written.by = Some(answer.by);
                written.content = Some(answer.content);
                written.is_error = Some(answer.is_error);
            }
        }
        written
    }
}

impl TryFrom<Written> for Call {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let standing = match (written.standing, written.since, written.by, written.content) {
            (Stage::Asked, ..) => Standing::Asked,
            (Stage::Running, ..) => Standing::Running,
            (Stage::HandedOver, Some(since), ..) => Standing::HandedOver { since },
            (Stage::Answered, _, Some(by), Some(content)) => Standing::Answered(Answer {
                by,
                content,
                is_error: written.is_error.unwrap_or_default(),
            }),
            _ => return Err("a call lacks what its standing needs"),
        };
        Ok(Self {
            id: written.id,
            message_id: written.message_id,
            name: written.name,
            arguments: written.arguments,
            mode: written.mode,
            turn: written.turn,
            standing,
        })
    }
}
