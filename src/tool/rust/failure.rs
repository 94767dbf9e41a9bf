use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::error::{ToolErrorCategory, ValidationIssue};

/// The failure of a tool. The assistant reads the message: write what happened and what to do instead.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::error::ToolErrorCategory;
/// use ag_ui_lit::tool::ToolFailure;
///
/// let failure = ToolFailure::new("The file notes.txt does not exist. Call glob_tool to see which do.")
///     .category(ToolErrorCategory::Permanent)
///     .code("not_found");
/// assert_eq!(failure.assistant_facing(), "Error: The file notes.txt does not exist. Call glob_tool to see which do.");
/// ```
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{message}")]
pub struct ToolFailure {
    /// The message.
    pub message: String,
    /// The category; by default `validation` while arguments are checked, otherwise `execution`.
    pub category: Option<ToolErrorCategory>,
    /// Milliseconds to wait before another attempt.
    pub retry_after: Option<f64>,
    /// Whether a retry may help, regardless of the category.
    pub retryable: Option<bool>,
    /// A short stable name for code.
    pub code: Option<String>,
    /// The issues of the arguments, if validation failed.
    pub issues: Vec<ValidationIssue>,
    /// The details of the failure in a structured result.
    pub metadata: Option<Box<Value>>,
}

impl ToolFailure {
    /// A failure with a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            category: None,
            retry_after: None,
            retryable: None,
            code: None,
            issues: Vec::new(),
            metadata: None,
        }
    }

    /// A failure that would repeat: category `permanent`.
    pub fn permanent(message: impl Into<String>) -> Self {
        Self::new(message).category(ToolErrorCategory::Permanent)
    }

    /// A failure that may pass: category `transient`.
    pub fn transient(message: impl Into<String>) -> Self {
        Self::new(message).category(ToolErrorCategory::Transient)
    }

    /// Sets the category.
    #[must_use]
    pub fn category(mut self, category: ToolErrorCategory) -> Self {
        self.category = Some(category);
        self
    }

    /// Sets the time to wait before another attempt, in milliseconds. An invalid time is ignored.
    #[must_use]
    pub fn retry_after(mut self, milliseconds: f64) -> Self {
        self.retry_after = Some(milliseconds).filter(|time| time.is_finite() && *time >= 0.0);
        self
    }

    /// Sets whether a retry may help.
    #[must_use]
    pub fn retryable(mut self, retryable: bool) -> Self {
        self.retryable = Some(retryable);
        self
    }

    /// Sets a short stable name.
    #[must_use]
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Adds details for persistence and telemetry. Details that can't be serialized as JSON are ignored.
    #[must_use]
    pub fn metadata(mut self, metadata: &impl Serialize) -> Self {
        self.metadata = serde_json::to_value(metadata).ok().map(Box::new);
        self
    }

    /// The text for the assistant.
    #[must_use]
    pub fn assistant_facing(&self) -> String {
        format!("Error: {}", self.message)
    }
}
