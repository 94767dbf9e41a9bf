use serde::{Deserialize, Serialize};

use crate::json::from_json::text_of;
use crate::json::to_json::ObjectWriter;
use crate::json::{FromJson, Node, ToJson};

/// One fault of a definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct DefinitionIssue {
    /// Where: `["name"]`, `["schema", "properties", "city", "type"]`.
    pub path: Vec<String>,
    /// What is wrong and how to mend it.
    pub message: String,
}

impl ToJson for DefinitionIssue {
    fn write_json(&self, text: &mut String) {
        ObjectWriter::begin(text)
            .member("path", &self.path)
            .member("message", &self.message)
            .end();
    }
}

impl FromJson for DefinitionIssue {
    fn from_json(value: Node<'_>) -> Option<Self> {
        Some(Self {
            path: Vec::from_json(value.get("path")?)?,
            message: text_of(value, "message")?,
        })
    }
}
