//! Errors of tools, in a form that code can act on and a model can read.

mod categorize;
mod facts;
mod issue;
mod retry_after;
mod rules;

pub use categorize::categorize;
pub use facts::ThrownFacts;
pub use issue::ValidationIssue;
pub use retry_after::parse_retry_after;

use serde::{Deserialize, Serialize};

use crate::json::ArgumentsError;

/// The category of an error. It determines whether a retry can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolErrorCategory {
    /// The arguments do not match the tool's schema.
    Validation,
    /// The handler threw.
    Execution,
    /// A deadline passed.
    Timeout,
    /// A caller stopped the execution.
    Cancelled,
    /// A passing failure, such as a lost connection.
    Transient,
    /// A failure that would repeat.
    Permanent,
    /// No other category is known to fit.
    Unknown,
}

impl ToolErrorCategory {
    /// All categories, in the order in which they are listed to people.
    pub const ALL: [Self; 7] = [
        Self::Validation,
        Self::Execution,
        Self::Timeout,
        Self::Cancelled,
        Self::Transient,
        Self::Permanent,
        Self::Unknown,
    ];

    /// Returns true if an error of this category is retried by default.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        matches!(self, Self::Transient | Self::Timeout)
    }
}

/// A failure of a tool: a plain record, the same in Rust, in JavaScript and in an event's detail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct ToolError {
    /// The category.
    pub category: ToolErrorCategory,
    /// The cause and, where possible, the remedy; the model reads this.
    pub message: String,
    /// Whether a retry may help.
    pub retryable: bool,
    /// Milliseconds to wait before another attempt, if the failing side gave a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<f64>,
    /// A short stable name for the failure, for code that must distinguish failures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// For category `validation`: everything that is wrong with the arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_errors: Option<Vec<ValidationIssue>>,
}

impl ToolError {
    /// An error of a category, retryable by the category's default.
    #[must_use]
    pub fn new(category: ToolErrorCategory, message: impl Into<String>) -> Self {
        Self {
            category,
            message: message.into(),
            retryable: category.is_retryable(),
            retry_after: None,
            code: None,
            validation_errors: None,
        }
    }

    /// The error for arguments that violate the schema. The message lists every issue.
    #[must_use]
    pub fn validation(issues: Vec<ValidationIssue>) -> Self {
        let message = ValidationIssue::summary(&issues);
        Self {
            validation_errors: Some(issues),
            ..Self::new(ToolErrorCategory::Validation, message)
        }
    }

    /// The error for arguments that can't be read. Its issue has no path.
    #[must_use]
    pub fn unreadable_arguments(error: &ArgumentsError) -> Self {
        Self {
            validation_errors: Some(vec![ValidationIssue::of_text(error)]),
            ..Self::new(ToolErrorCategory::Validation, error.to_string())
        }
    }
}
