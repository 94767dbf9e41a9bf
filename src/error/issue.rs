use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::json::ArgumentsError;

/// One fault of a value, and its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    all(feature = "driver", target_arch = "wasm32"),
    derive(tsify::Tsify),
    tsify(hashmap_as_object)
)]
pub struct ValidationIssue {
    /// Property names and array indexes from the arguments to the faulty value; empty for the arguments themselves.
    pub path: Vec<String>,
    /// The expected and the received value, as text.
    pub message: String,
    /// The violated rule: a keyword of JSON Schema (`required`), one of [`ArgumentsError::code`], or `invalid` from a
    /// validator that names none. `docs/errors-and-results.md` lists all of them.
    pub code: String,
    /// The expected value as JSON text: the keyword's value, such as a limit or the allowed values. JavaScript and JSON get
    /// the value itself.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json_text")]
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown", optional)
    )]
    pub expected: Option<String>,
    /// The faulty value as JSON text, shortened when it is large. Absent when the value itself is. JavaScript and JSON get
    /// the value itself.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json_text")]
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown", optional)
    )]
    pub received: Option<String>,
}

impl ValidationIssue {
    /// The code of an issue whose rule is not named.
    pub const INVALID: &str = "invalid";

    /// An issue without the expected and the received value.
    #[must_use]
    pub fn new(code: &str, path: Vec<String>, message: impl Into<String>) -> Self {
        Self {
            path,
            message: message.into(),
            code: code.to_owned(),
            expected: None,
            received: None,
        }
    }

    /// The issue of a text that can't be read as arguments.
    #[must_use]
    pub fn of_text(error: &ArgumentsError) -> Self {
        Self {
            expected: error.expected(),
            ..Self::new(error.code(), Vec::new(), error.to_string())
        }
    }

    /// The issues as one text for the model.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::error::ValidationIssue;
    ///
    /// let issue = ValidationIssue {
    ///     expected: Some(r#""string""#.into()),
    ///     received: Some("5".into()),
    ///     ..ValidationIssue::new("type", vec!["items".into(), "0".into()], "expected a string, received 5")
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

    /// A sentence, followed by the first 20 issues. There may be none, since a validator may refuse without an issue.
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

/// Serializes JSON text as the value that it contains.
mod json_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
    use serde_json::Value;

    use crate::json::{BigIntegers, MAX_DEPTH, ReadOptions, read};

    /// Numbers as in JavaScript: the reader only keeps integers that a double can hold.
    const AS_DOUBLES: ReadOptions = ReadOptions {
        max_depth: MAX_DEPTH,
        big_integers: BigIntegers::Number,
    };

    #[allow(clippy::ref_option, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(
        text: &Option<String>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = text.as_deref();
        let value = text.and_then(|text| Some(read(text, AS_DOUBLES).ok()?.value()));
        value.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        let value = Value::deserialize(deserializer).map_err(de::Error::custom)?;
        Ok(Some(value.to_string()))
    }
}
