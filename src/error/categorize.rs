use serde::Deserialize;

use super::{ToolError, ToolErrorCategory};
use crate::schema::ValidationIssue;

/// What the driver read off a thrown value. A handler may throw anything, so everything is optional.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ThrownFacts {
    /// The error's `name`, such as `"AbortError"`.
    #[serde(default)]
    pub name: Option<String>,
    /// The error's `message`, or the thrown value as text.
    #[serde(default)]
    pub message: Option<String>,
    /// A system's or library's code, such as `"ETIMEDOUT"`.
    #[serde(default)]
    pub code: Option<String>,
    /// An HTTP status the error carries.
    #[serde(default)]
    pub status: Option<u16>,
    /// Milliseconds to wait, from the error or its response's `Retry-After`.
    #[serde(default)]
    pub retry_after: Option<f64>,
    /// The issues of a Standard Schema or zod error.
    #[serde(default)]
    pub issues: Option<Vec<ValidationIssue>>,
}

/// Gives a thrown value its category.
///
/// The first rule that fits decides: an aborted operation, a timeout, issues of a schema library, an HTTP status
/// (RFC 9110, section 15; 425 is RFC 8470, 429 is RFC 6585), a failed fetch, else the default.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::error::{ThrownFacts, ToolErrorCategory, categorize};
///
/// let facts = ThrownFacts { name: Some("AbortError".into()), ..ThrownFacts::default() };
/// let error = categorize(facts, ToolErrorCategory::Unknown);
/// assert_eq!(error.category, ToolErrorCategory::Cancelled);
/// assert!(!error.retryable);
/// ```
#[must_use]
pub fn categorize(facts: ThrownFacts, default: ToolErrorCategory) -> ToolError {
    let category = category_of(&facts, default);
    let message = facts
        .message
        .filter(|message| !message.trim().is_empty())
        .or_else(|| {
            facts
                .name
                .filter(|name| !name.is_empty() && name != "Error")
        })
        .unwrap_or_else(|| "The tool failed without saying why.".to_owned());
    let mut error = match facts.issues {
        Some(issues) if category == ToolErrorCategory::Validation => ToolError::validation(issues),
        _ => ToolError::new(category, message),
    };
    error.code = facts.code;
    error.retry_after = facts
        .retry_after
        .filter(|millis| millis.is_finite() && *millis >= 0.0);
    error
}

fn category_of(facts: &ThrownFacts, default: ToolErrorCategory) -> ToolErrorCategory {
    let name = facts.name.as_deref().unwrap_or_default();
    let code = facts.code.as_deref().unwrap_or_default();
    if name == "AbortError" || code == "ABORT_ERR" {
        return ToolErrorCategory::Cancelled;
    }
    if name == "TimeoutError" || code.ends_with("TIMEDOUT") || code.ends_with("_TIMEOUT") {
        return ToolErrorCategory::Timeout;
    }
    if facts.issues.is_some() {
        return ToolErrorCategory::Validation;
    }
    if let Some(category) = facts.status.and_then(category_of_status) {
        return category;
    }
    if name == "NetworkError" || is_failed_fetch(name, facts.message.as_deref().unwrap_or_default())
    {
        return ToolErrorCategory::Transient;
    }
    default
}

fn category_of_status(status: u16) -> Option<ToolErrorCategory> {
    match status {
        408 | 425 | 429 | 500..=599 => Some(ToolErrorCategory::Transient),
        400..=499 => Some(ToolErrorCategory::Permanent),
        _ => None,
    }
}

/// `fetch` rejects with a `TypeError` whose text is the only thing that tells it from a programming error.
/// Chromium, Firefox, Safari (two of them), and Node each have their own.
fn is_failed_fetch(name: &str, message: &str) -> bool {
    const MESSAGES: [&str; 5] = [
        "Failed to fetch",
        "NetworkError when attempting to fetch resource",
        "Load failed",
        "The network connection was lost",
        "fetch failed",
    ];
    name == "TypeError" && MESSAGES.iter().any(|known| message.starts_with(known))
}
