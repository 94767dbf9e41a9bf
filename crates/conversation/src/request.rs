use serde::Deserialize;
use serde_json::Value;

/// A client's history, reduced to the parts that concern calls. None of it is trusted.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClientHistory {
    /// The conversation as the client has it.
    pub messages: Vec<ClientMessage>,
    /// Results beside it, as JSON: `[{ toolCallId, result }]` or `[{ toolCallId, error }]`.
    #[serde(default)]
    pub tool_results: Option<String>,
}

/// A message as the client has it. As JSON an object with a `role`: `tool`, `assistant`, or any other.
#[derive(Debug, Clone, Deserialize)]
// `Written` is read; the tag and the names are for the TypeScript type.
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
        /// The call's.
        tool_call_id: String,
        /// Its result.
        content: String,
        /// Whether it says why there is no result.
        is_error: bool,
    },
    /// An answer of a model's.
    Assistant {
        /// Its id.
        id: String,
        /// Its calls.
        calls: Vec<ClientCall>,
    },
    /// Any other message, which is shown as it is.
    Other {
        /// Its id.
        id: String,
    },
}

/// A message as JSON has it. Flat: what serde makes of an enum with a tag is several times the code.
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

/// A call as the client has it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClientCall {
    /// Its id.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments' text.
    pub arguments: String,
}

/// A result that came from a client.
#[derive(Debug, Clone)]
pub(super) struct ClientResult {
    pub(super) id: String,
    pub(super) content: String,
    pub(super) is_error: bool,
    /// The message that it came in; absent for one that came beside the history.
    pub(super) at: Option<usize>,
}

/// All results of a request, in order; `false` where some can't be read.
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
    let beside: Vec<_> = list.into_iter().filter_map(beside).collect();
    let is_readable = beside.len() == count;
    results.extend(beside);
    (results, is_readable)
}

fn beside(value: Value) -> Option<ClientResult> {
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
