use serde::Serialize;
use serde_json::Value;

use super::failure::ToolFailure;

/// The type of a tool's metadata in its structured results.
pub trait ResultMetadata: Serialize {
    /// What it is called, which is the tool's name as a rule; nothing for `()`.
    const TOOL_TYPE: Option<&'static str>;
}

impl ResultMetadata for () {
    const TOOL_TYPE: Option<&'static str> = None;
}

/// What a tool gives when it succeeds.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolOutput<M> {
    text: String,
    metadata: Option<M>,
}

impl<M> ToolOutput<M> {
    /// What the assistant reads, without metadata.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            metadata: None,
        }
    }

    /// Adds what persistence and telemetry get.
    #[must_use]
    pub fn with(mut self, metadata: M) -> Self {
        self.metadata = Some(metadata);
        self
    }

    /// What the assistant reads.
    #[must_use]
    pub fn assistant_facing(&self) -> &str {
        &self.text
    }

    /// What persistence and telemetry get.
    #[must_use]
    pub fn metadata(&self) -> Option<&M> {
        self.metadata.as_ref()
    }

    /// Text and metadata.
    #[must_use]
    pub fn into_parts(self) -> (String, Option<M>) {
        (self.text, self.metadata)
    }
}

impl<M: ResultMetadata> ToolOutput<M> {
    /// The same with metadata as JSON.
    pub(super) fn into_json(self) -> Result<ToolOutput<Value>, ToolFailure> {
        let written = self
            .metadata
            .filter(|_| M::TOOL_TYPE.is_some())
            .map(serde_json::to_value);
        let metadata = written.transpose().map_err(|error| {
            ToolFailure::permanent(format!("The result's metadata can't be written: {error}."))
        })?;
        Ok(ToolOutput {
            text: self.text,
            metadata,
        })
    }
}
