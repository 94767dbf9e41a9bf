use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::output::ResultMetadata;

/// A result for persistence and telemetry. The assistant reads the text of [`ToolOutput`](super::ToolOutput) instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "tools", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct StructuredToolResult {
    /// The tool's name.
    pub tool_name: String,
    /// Whether it succeeded.
    pub success: bool,
    /// The error message, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The metadata, of the type that belongs to the tool's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        all(feature = "tools", target_arch = "wasm32"),
        tsify(type = "unknown", optional)
    )]
    pub metadata: Option<Value>,
    /// The time of the end: RFC 3339, in UTC.
    pub timestamp: String,
}

impl StructuredToolResult {
    /// The metadata as its type; `None` if it belongs to another tool, or to another version of the type.
    #[must_use]
    pub fn metadata_as<M: ResultMetadata + DeserializeOwned>(&self) -> Option<M> {
        if M::TOOL_TYPE != Some(self.tool_name.as_str()) {
            return None;
        }
        M::deserialize(self.metadata.as_ref()?).ok()
    }
}
