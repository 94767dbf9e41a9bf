use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::output::ResultMetadata;

/// A result for persistence and telemetry. The assistant reads the other face.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "tools", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct StructuredToolResult {
    /// The tool's name.
    pub tool_name: String,
    /// Whether it succeeded.
    pub success: bool,
    /// Why not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The tool's own, of the type that its name stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        all(feature = "tools", target_arch = "wasm32"),
        tsify(type = "unknown", optional)
    )]
    pub metadata: Option<Value>,
    /// When it ended: RFC 3339, in UTC.
    pub timestamp: String,
}

impl StructuredToolResult {
    /// The metadata as its type; nothing when it is another tool's, or was not written by this version of it.
    #[must_use]
    pub fn metadata_as<M: ResultMetadata + DeserializeOwned>(&self) -> Option<M> {
        if M::TOOL_TYPE != Some(self.tool_name.as_str()) {
            return None;
        }
        M::deserialize(self.metadata.as_ref()?).ok()
    }
}
