//! What went wrong with a tool, in a form that code can act on and a model can read.

mod categorize;
mod facts;
mod retry_after;
mod rules;

pub use categorize::categorize;
pub use facts::ThrownFacts;
pub use retry_after::parse_retry_after;

use serde::{Deserialize, Serialize};

use crate::json::from_json::{flag_of, number_of, text_of};
use crate::json::to_json::ObjectWriter;
use crate::json::{FromJson, Node, ToJson};
use crate::schema::ValidationIssue;

/// What kind of failure an error is. It decides whether trying again can help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolErrorCategory {
    /// The arguments are not what the tool asks for.
    Validation,
    /// The handler threw.
    Execution,
    /// A deadline passed.
    Timeout,
    /// Somebody stopped it.
    Cancelled,
    /// A passing fault, such as a lost connection.
    Transient,
    /// It will fail again.
    Permanent,
    /// None of the others is known to fit.
    Unknown,
}

impl ToolErrorCategory {
    /// All of them, in order, each with its name in JSON.
    const NAMED: [(&'static str, Self); 7] = [
        ("validation", Self::Validation),
        ("execution", Self::Execution),
        ("timeout", Self::Timeout),
        ("cancelled", Self::Cancelled),
        ("transient", Self::Transient),
        ("permanent", Self::Permanent),
        ("unknown", Self::Unknown),
    ];

    /// The category with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let known = Self::NAMED.iter().find(|(known, _)| *known == name);
        known.map(|(_, category)| *category)
    }

    /// Whether an error of this category is worth another try, as long as nothing says otherwise.
    #[must_use]
    pub fn is_retryable(self) -> bool {
        matches!(self, Self::Transient | Self::Timeout)
    }
}

impl ToJson for ToolErrorCategory {
    fn write_json(&self, text: &mut String) {
        Self::NAMED[*self as usize].0.write_json(text);
    }
}

impl FromJson for ToolErrorCategory {
    fn from_json(value: Node<'_>) -> Option<Self> {
        Self::named(value.as_str()?)
    }
}

/// A failure of a tool: a plain record, the same in Rust, in JavaScript and in an event's detail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct ToolError {
    /// What kind of failure.
    pub category: ToolErrorCategory,
    /// What happened and, where it helps, what to do; the model reads this.
    pub message: String,
    /// Whether another try may help.
    pub retryable: bool,
    /// Milliseconds to wait before another try, where the failing side said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<f64>,
    /// A short stable name for the failure, for code that must tell failures apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// With category `validation`: everything that is wrong with the arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation_errors: Option<Vec<ValidationIssue>>,
}

impl ToolError {
    /// An error of a category, retryable as the category says.
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

    /// The error for arguments that break the schema. The message lists every issue.
    #[must_use]
    pub fn validation(issues: Vec<ValidationIssue>) -> Self {
        let message = ValidationIssue::summary(&issues);
        Self {
            validation_errors: Some(issues),
            ..Self::new(ToolErrorCategory::Validation, message)
        }
    }

    /// The error for arguments that can't be read at all: no issue has a path.
    #[must_use]
    pub fn unreadable_arguments(message: String) -> Self {
        let issue = ValidationIssue {
            path: Vec::new(),
            message: message.clone(),
            received: None,
        };
        Self {
            validation_errors: Some(vec![issue]),
            ..Self::new(ToolErrorCategory::Validation, message)
        }
    }
}

impl ToJson for ToolError {
    fn write_json(&self, text: &mut String) {
        ObjectWriter::begin(text)
            .member("category", &self.category)
            .member("message", &self.message)
            .member("retryable", &self.retryable)
            .optional("retryAfter", self.retry_after.as_ref())
            .optional("code", self.code.as_ref())
            .optional("validationErrors", self.validation_errors.as_ref())
            .end();
    }
}

impl FromJson for ToolError {
    fn from_json(value: Node<'_>) -> Option<Self> {
        Some(Self {
            category: ToolErrorCategory::from_json(value.get("category")?)?,
            message: text_of(value, "message")?,
            retryable: flag_of(value, "retryable")?,
            retry_after: number_of(value, "retryAfter"),
            code: text_of(value, "code"),
            validation_errors: value.get("validationErrors").and_then(Vec::from_json),
        })
    }
}
