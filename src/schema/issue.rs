use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::json::from_json::text_of;
use crate::json::to_json::{Json, ObjectWriter};
use crate::json::write::push_value;
use crate::json::{FromJson, Node, ToJson};

/// One thing that is wrong with a value, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct ValidationIssue {
    /// Property names and array indexes from the arguments to the faulty value; empty for the arguments themselves.
    pub path: Vec<String>,
    /// What was expected and what came, in words.
    pub message: String,
    /// The faulty value as JSON text, shortened when it is large. Absent when the value itself is. In JSON it is a value.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json_text")]
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "unknown", optional)
    )]
    pub received: Option<String>,
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
    ///     received: Some("5".into()),
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

impl ToJson for ValidationIssue {
    fn write_json(&self, text: &mut String) {
        let received = self.received.as_deref().map(Json);
        ObjectWriter::begin(text)
            .member("path", &self.path)
            .member("message", &self.message)
            .optional("received", received.as_ref())
            .end();
    }
}

impl FromJson for ValidationIssue {
    fn from_json(value: Node<'_>) -> Option<Self> {
        Some(Self {
            path: Vec::from_json(value.get("path")?)?,
            message: text_of(value, "message")?,
            received: value.get("received").map(|received| {
                let mut text = String::new();
                push_value(&mut text, received, usize::MAX);
                text
            }),
        })
    }
}

/// JSON text as the value that it is, for serde.
mod json_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
    use serde_json::Value;

    #[allow(clippy::ref_option, reason = "serde asks for it")]
    pub(super) fn serialize<S: Serializer>(
        text: &Option<String>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let value = text.as_deref().map(serde_json::from_str::<Value>);
        value
            .transpose()
            .map_err(ser::Error::custom)?
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<String>, D::Error> {
        let value = Value::deserialize(deserializer).map_err(de::Error::custom)?;
        Ok(Some(value.to_string()))
    }
}
