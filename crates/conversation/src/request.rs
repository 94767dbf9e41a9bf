use serde::Deserialize;
use serde_json::Value;

/// A client's history, reduced to the parts that concern calls. It is not trusted.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClientHistory {
    /// The conversation in the client's version.
    pub messages: Vec<ClientMessage>,
    /// Results in addition to it, as JSON: `[{ toolCallId, result }]` or `[{ toolCallId, error }]`.
    #[serde(default)]
    pub tool_results: Option<String>,
}

/// A message of the client. In JSON an object with a `role`: `tool`, `assistant`, or any other.
#[derive(Debug, Clone, Deserialize)]
// serde reads `Written`; the tag and the names are for the TypeScript type.
#[serde(
    from = "Written",
    tag = "role",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ClientMessage {
    /// A result.
    Tool {
        /// The id of the call.
        tool_call_id: String,
        /// The result.
        content: String,
        /// Whether the content is the reason for the absence of a result.
        is_error: bool,
    },
    /// An answer of a model.
    Assistant {
        /// The id of the message.
        id: String,
        /// The calls.
        calls: Vec<ClientCall>,
    },
    /// Any other message, shown unchanged.
    Other {
        /// The id of the message.
        id: String,
    },
}

/// A message in JSON. Flat, since serde's code for a tagged enum is several times as large.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Written {
    role: String,
    id: String,
    calls: Vec<ClientCall>,
    tool_call_id: String,
    content: String,
    is_error: bool,
}

impl From<Written> for ClientMessage {
    fn from(written: Written) -> Self {
        match written.role.as_str() {
            "tool" => Self::Tool {
                tool_call_id: written.tool_call_id,
                content: written.content,
                is_error: written.is_error,
            },
            "assistant" => Self::Assistant {
                id: written.id,
                calls: written.calls,
            },
            _ => Self::Other { id: written.id },
        }
    }
}

/// A call in the client's version.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClientCall {
    /// The id.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments' text.
    pub arguments: String,
}

/// A result from a client.
#[derive(Debug, Clone)]
pub(super) struct ClientResult {
    pub(super) id: String,
    pub(super) content: String,
    pub(super) is_error: bool,
    /// The index of its message; absent for a result outside the history.
    pub(super) at: Option<usize>,
}

/// All results of a request, in order, and `false` if some can't be read.
pub(super) fn results_of(request: &ClientHistory) -> (Vec<ClientResult>, bool) {
    let mut results: Vec<_> = request
        .messages
        .iter()
        .enumerate()
        .filter_map(|(at, message)| match message {
            ClientMessage::Tool {
                tool_call_id,
                content,
                is_error,
            } => Some(ClientResult {
                id: tool_call_id.clone(),
                content: super::bounds::cut(content),
                is_error: *is_error,
                at: Some(at),
            }),
            _ => None,
        })
        .collect();
    let Some(text) = &request.tool_results else {
        return (results, true);
    };
    let Ok(Value::Array(list)) = serde_json::from_str(text) else {
        return (results, false);
    };
    let count = list.len();
    let outside_history: Vec<_> = list.into_iter().filter_map(result_outside).collect();
    let is_readable = outside_history.len() == count;
    results.extend(outside_history);
    (results, is_readable)
}

fn result_outside(value: Value) -> Option<ClientResult> {
    let Value::Object(mut members) = value else {
        return None;
    };
    let Some(Value::String(id)) = members.remove("toolCallId") else {
        return None;
    };
    let (content, is_error) = match (members.remove("error"), members.remove("result")) {
        (Some(Value::String(error)), _) => (error, true),
        (None | Some(Value::Null), Some(Value::String(result))) => (result, false),
        (None | Some(Value::Null), Some(result)) => (result.to_string(), false),
        _ => return None,
    };
    Some(ClientResult {
        id,
        content: super::bounds::cut(&content),
        is_error,
        at: None,
    })
}
