use serde::Deserialize;

use super::{ToolErrorCategory, ValidationIssue};

/// The facts that the driver read from a thrown value. A handler may throw anything, so every fact is optional.
///
/// The facts are the value's own. [`categorize`](super::categorize) draws the conclusions.
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
    /// The HTTP status of the error, or of a thrown `Response`.
    pub status: Option<u16>,
    /// Milliseconds to wait, from the error's `retryAfter`.
    pub retry_after: Option<f64>,
    /// The text of the response's `retry-after-ms` field.
    pub retry_after_ms_field: Option<String>,
    /// The text of the response's `Retry-After` field (RFC 9110, section 10.2.3).
    pub retry_after_field: Option<String>,
    /// The time of the throw, in epoch milliseconds. A `Retry-After` date is relative to it.
    pub thrown_at: Option<f64>,
    /// The issues of a Standard Schema or zod error.
    pub issues: Option<Vec<ValidationIssue>>,
    /// The category that the author chose, from a `ToolFailure` or from a `ToolError` that is thrown again.
    pub category: Option<ToolErrorCategory>,
    /// Whether another attempt may help, if the author decided that.
    pub retryable: Option<bool>,
    /// The error's `cause`.
    pub cause: Option<Box<ThrownFacts>>,
    /// The errors of an `AggregateError`.
    pub errors: Vec<ThrownFacts>,
}
