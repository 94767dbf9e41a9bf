use serde::Serialize;

/// A finding in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// Text outside markers, unchanged.
    Text(String),
    /// A tool call.
    Call(MarkedCall),
    /// The fault of a broken marker, for its author. The marker's text precedes it as ordinary text.
    Broken(String),
}

/// A call written as a marker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MarkedCall {
    /// The tool's name as written. It may not belong to any tool.
    pub name: String,
    /// The arguments as written: a JSON object, `{}` if there are none.
    pub arguments: String,
    /// The arguments for `JSON.parse`, if it would read the written ones differently: an escaped lone surrogate becomes
    /// U+FFFD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
}
