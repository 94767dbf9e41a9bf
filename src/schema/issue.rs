use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that is wrong with a value, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ValidationIssue {
    /// Property names and array indexes from the arguments to the faulty value; empty for the arguments themselves.
    pub path: Vec<String>,
    /// What was expected and what came, in words.
    pub message: String,
    /// The faulty value, shortened when it is large. Absent when the value itself is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "unknown", optional))]
    pub received: Option<Value>,
}

impl ValidationIssue {
    /// The issues as one text: what the model reads.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::schema::ValidationIssue;
    ///
    /// let issue = ValidationIssue {
    ///     path: vec!["items".into(), "0".into()],
    ///     message: "expected a string, received 5".into(),
    ///     received: Some(5.into()),
    /// };
    /// assert_eq!(
    ///     ValidationIssue::summary(&[issue]),
    ///     "The arguments don't match the tool's schema:\n- items.0: expected a string, received 5"
    /// );
    /// ```
    #[must_use]
    pub fn summary(issues: &[Self]) -> String {
        Self::listed("The arguments don't match the tool's schema", issues)
    }

    /// A sentence, and under it the first 20 of the issues. A validator may also refuse without an issue.
    pub(crate) fn listed(sentence: &str, issues: &[Self]) -> String {
        const MOST: usize = 20;
        if issues.is_empty() {
            return format!("{sentence}.");
        }
        let mut text = format!("{sentence}:");
        for issue in issues.iter().take(MOST) {
            text.push_str("\n- ");
            if !issue.path.is_empty() {
                text.push_str(&issue.path.join("."));
                text.push_str(": ");
            }
            text.push_str(&issue.message);
        }
        if issues.len() > MOST {
            let _ = write!(text, "\n- and {} more", issues.len() - MOST);
        }
        text
    }
}
