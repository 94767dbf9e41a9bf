use serde::Serialize;
use thiserror::Error;

/// The reason for which a JSON Schema can't be used: every fault that was found.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", lines(.issues))]
pub struct SchemaError {
    /// The faults, at least one.
    pub issues: Vec<DefinitionIssue>,
}

/// One fault of a schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DefinitionIssue {
    /// The place in the schema, as property names and indexes; empty for the schema as a whole.
    pub path: Vec<String>,
    /// The fault at that place.
    pub message: String,
}

impl SchemaError {
    /// A fault of the schema as a whole.
    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Self::at(Vec::new(), message)
    }

    pub(crate) fn at(path: Vec<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        Self {
            issues: vec![DefinitionIssue { path, message }],
        }
    }
}

fn lines(issues: &[DefinitionIssue]) -> String {
    let lines: Vec<String> = issues
        .iter()
        .map(|DefinitionIssue { path, message }| {
            if path.is_empty() {
                message.clone()
            } else {
                format!("{}: {message}", path.join("."))
            }
        })
        .collect();
    lines.join("\n")
}
