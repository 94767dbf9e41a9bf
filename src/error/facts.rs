use serde::Deserialize;

use super::{ToolErrorCategory, ValidationIssue};

/// The facts that the driver read from a thrown value. A handler may throw anything, so everything is optional.
///
/// Only what the value says itself: what follows from it is [`categorize`](super::categorize)'s to know.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct ThrownFacts {
    /// The error's `name`, such as `"AbortError"`.
    pub name: Option<String>,
    /// The error's `message`, or the thrown value as text.
    pub message: Option<String>,
    /// A system's or library's code, such as `"ETIMEDOUT"`.
    pub code: Option<String>,
    /// An HTTP status the error carries, or that of a thrown `Response`.
    pub status: Option<u16>,
    /// Milliseconds to wait, as the error's `retryAfter` says.
    pub retry_after: Option<f64>,
    /// The text of the response's `retry-after-ms` field.
    pub retry_after_ms_field: Option<String>,
    /// The text of the response's `Retry-After` field (RFC 9110, section 10.2.3).
    pub retry_after_field: Option<String>,
    /// When it was thrown, in epoch milliseconds: a `Retry-After` that is a date counts from here.
    pub thrown_at: Option<f64>,
    /// The issues of a Standard Schema or zod error.
    pub issues: Option<Vec<ValidationIssue>>,
    /// The category that the author chose: of a `ToolFailure`, or of a `ToolError` that is thrown on.
    pub category: Option<ToolErrorCategory>,
    /// Whether another try may help, where the author said so.
    pub retryable: Option<bool>,
    /// The error's `cause`.
    pub cause: Option<Box<ThrownFacts>>,
    /// The errors of an `AggregateError`.
    pub errors: Vec<ThrownFacts>,
}
