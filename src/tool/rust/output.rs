use serde::Serialize;
use serde_json::Value;

/// The type of a tool's metadata in its structured results.
pub trait ResultMetadata: Serialize {
    /// The name of the type, usually the tool's name; `None` for `()`.
    const TOOL_TYPE: Option<&'static str>;
}

impl ResultMetadata for () {
    const TOOL_TYPE: Option<&'static str> = None;
}

/// The result of a successful tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolOutput<M> {
    text: String,
    metadata: Option<M>,
    fault: Option<String>,
}

impl<M> ToolOutput<M> {
    /// A result with a text for the assistant, without metadata.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            metadata: None,
            fault: None,
        }
    }

    /// Adds metadata for persistence and telemetry.
    #[must_use]
    pub fn with(mut self, metadata: M) -> Self {
        self.metadata = Some(metadata);
        self
    }

    /// The text for the assistant.
    #[must_use]
    pub fn assistant_facing(&self) -> &str {
        &self.text
    }

    /// The metadata for persistence and telemetry.
    #[must_use]
    pub fn metadata(&self) -> Option<&M> {
        self.metadata.as_ref()
    }

    /// The reason for which the metadata could not be serialized as JSON, if that failed. The call still succeeded, and its
    /// text counts.
    #[must_use]
    pub fn metadata_fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Splits the output into text and metadata.
    #[must_use]
    pub fn into_parts(self) -> (String, Option<M>) {
        (self.text, self.metadata)
    }
}

impl<M: ResultMetadata> ToolOutput<M> {
    /// The same with metadata as JSON. Metadata that can't be serialized does not fail the call, which has already been
    /// executed.
    pub(super) fn into_json(self) -> ToolOutput<Value> {
        let given = self.metadata.filter(|_| M::TOOL_TYPE.is_some());
        let written = given.map(serde_json::to_value).transpose();
        let (metadata, fault) = match written {
            Ok(metadata) => (metadata, self.fault),
            Err(error) => (None, Some(error.to_string())),
        };
        ToolOutput {
            text: self.text,
            metadata,
            fault,
        }
    }
}
