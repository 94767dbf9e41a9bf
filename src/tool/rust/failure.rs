use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

use crate::error::{ToolErrorCategory, ValidationIssue};

/// Why a tool failed. The assistant reads the message: say what happened and what to do instead.
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
    /// The category; by default `validation` while arguments are checked, else `execution`.
    pub category: Option<ToolErrorCategory>,
    /// Milliseconds to wait before another try.
    pub retry_after: Option<f64>,
    /// Whether a retry may help, regardless of the category.
    pub retryable: Option<bool>,
    /// A short stable name, for code.
    pub code: Option<String>,
    /// The issues of the arguments, for a failed validation.
    pub issues: Vec<ValidationIssue>,
    /// The failure in a structured result.
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

    /// One that will happen again: category `permanent`.
    pub fn permanent(message: impl Into<String>) -> Self {
        Self::new(message).category(ToolErrorCategory::Permanent)
    }

    /// One that may pass: category `transient`.
    pub fn transient(message: impl Into<String>) -> Self {
        Self::new(message).category(ToolErrorCategory::Transient)
    }

    /// Says what kind it is.
    #[must_use]
    pub fn category(mut self, category: ToolErrorCategory) -> Self {
        self.category = Some(category);
        self
    }

    /// Says how long to wait before another try, in milliseconds; what is no such time is not said.
    #[must_use]
    pub fn retry_after(mut self, milliseconds: f64) -> Self {
        self.retry_after = Some(milliseconds).filter(|time| time.is_finite() && *time >= 0.0);
        self
    }

    /// Says whether another try may help.
    #[must_use]
    pub fn retryable(mut self, retryable: bool) -> Self {
        self.retryable = Some(retryable);
        self
    }

    /// Gives it a short stable name.
    #[must_use]
    pub fn code(mut self, code: impl Into<String>) -> Self {
        self.code = Some(code.into());
        self
    }

    /// Says more to persistence and telemetry. What can't be written as JSON is not said.
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
