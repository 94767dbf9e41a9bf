use serde::Serialize;
use thiserror::Error;

/// Why a JSON Schema can't be used: every fault that was found.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", lines(.faults))]
pub struct SchemaError {
    /// What is wrong, at least one thing.
    pub faults: Vec<SchemaFault>,
}

/// One fault of a schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct SchemaFault {
    /// Where in the schema, as property names and indexes; empty for the schema as a whole.
    pub path: Vec<String>,
    /// What is wrong there.
    pub message: String,
}

impl SchemaError {
    /// A fault of the schema as a whole.
    pub(super) fn whole(message: impl Into<String>) -> Self {
        let (path, message) = (Vec::new(), message.into());
        Self {
            faults: vec![SchemaFault { path, message }],
        }
    }
}

fn lines(faults: &[SchemaFault]) -> String {
    let lines: Vec<String> = faults
        .iter()
        .map(|SchemaFault { path, message }| {
            if path.is_empty() {
                message.clone()
            } else {
                format!("{}: {message}", path.join("."))
            }
        })
        .collect();
    lines.join("\n")
}
