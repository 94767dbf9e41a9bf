use super::call::Call;
use crate::provider::json::{Json, object, text};

/// An event of a call in a stream.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    /// A call begins.
    Start {
        /// Its id.
        id: String,
        /// The tool's own name.
        name: String,
    },
    /// More of its arguments.
    Args {
        /// Its id.
        id: String,
        /// The next piece of the text.
        delta: String,
    },
    /// It is complete, or will get no further.
    End(Call),
    /// Something that belongs to no call.
    Issue(String),
}

impl Told {
    /// As it crosses to JavaScript.
    #[must_use]
    pub fn to_json(&self) -> Json {
        match self {
            Self::Start { id, name } => object([
                ("type", text("start")),
                ("toolCallId", text(id)),
                ("toolCallName", text(name)),
            ]),
            Self::Args { id, delta } => object([
                ("type", text("args")),
                ("toolCallId", text(id)),
                ("delta", text(delta)),
            ]),
            Self::End(call) => {
                let mut members = indexmap::IndexMap::from([("type".to_owned(), text("end"))]);
                if let Json::Object(call) = call.to_json() {
                    members.extend(call);
                }
                Json::Object(members)
            }
            Self::Issue(message) => object([("type", text("issue")), ("message", text(message))]),
        }
    }
}
