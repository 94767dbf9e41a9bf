use serde::{Deserialize, Serialize};

/// One fault of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct DefinitionIssue {
    /// The place of the fault: `["name"]`, `["schema", "properties", "city", "type"]`.
    pub path: Vec<String>,
    /// The error and how to fix it.
    pub message: String,
}
