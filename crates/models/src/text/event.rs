use serde::Serialize;

/// A finding in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// Text that is no marker, as it was written.
    Text(String),
    /// A tool is called.
    Call(MarkedCall),
    /// Text that began like a marker and is none: what is wrong with it, for whoever wrote it. The text itself came before.
    Broken(String),
}

/// A call that was written as a marker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MarkedCall {
    /// The tool's name, as it was written: whether there is such a tool is not known here.
    pub name: String,
    /// The arguments as they were written: a JSON object. `{}` when there were none.
    pub arguments: String,
    /// The arguments as `JSON.parse` must read them, where it would make something else of the above: an escaped lone
    /// surrogate is U+FFFD.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<String>,
}
