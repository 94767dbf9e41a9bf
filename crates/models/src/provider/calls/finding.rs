use super::call::Call;
use crate::provider::json::{Json, object, text};

/// A finding about a call in a stream.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// A call starts.
    Start {
        /// The id of the call.
        id: String,
        /// The tool's own name.
        name: String,
    },
    /// More arguments arrive.
    Args {
        /// The id of the call.
        id: String,
        /// The next piece of the text.
        delta: String,
    },
    /// The call is complete, or will not continue.
    End(Call),
    /// A problem that does not belong to any call.
    Issue(String),
}

impl Finding {
    /// The finding as it crosses to JavaScript.
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
