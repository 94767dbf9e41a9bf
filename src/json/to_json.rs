use std::fmt::Write as _;

use super::write::{push_number, push_string};

/// What crosses to JavaScript as JSON text.
///
/// Written by hand, since `serde_json` would be a tenth of the module that a page waits for. A test holds it against what
/// serde makes of the same types, from which their TypeScript declarations are generated.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::error::{ToolError, ToolErrorCategory};
/// use ag_ui_lit::json::ToJson;
///
/// let error = ToolError::new(ToolErrorCategory::Timeout, "too late");
/// assert_eq!(error.to_json(), r#"{"category":"timeout","message":"too late","retryable":true}"#);
/// ```
pub trait ToJson {
    /// Adds it to a text.
    fn write_json(&self, text: &mut String);

    /// It as a text of its own.
    #[must_use]
    fn to_json(&self) -> String {
        let mut text = String::new();
        self.write_json(&mut text);
        text
    }
}

/// Writes an object member by member. Not generic, so that it is compiled once.
pub(crate) struct ObjectWriter<'t> {
    text: &'t mut String,
    is_empty: bool,
}

impl<'t> ObjectWriter<'t> {
    pub(crate) fn begin(text: &'t mut String) -> Self {
        text.push('{');
        Self {
            text,
            is_empty: true,
        }
    }

    /// Adds a member. The key needs no escapes.
    pub(crate) fn member(mut self, key: &'static str, value: &dyn ToJson) -> Self {
        self.text.push_str(if self.is_empty { "\"" } else { ",\"" });
        self.is_empty = false;
        self.text.push_str(key);
        self.text.push_str("\":");
        value.write_json(self.text);
        self
    }

    /// Adds a member that is left out when it is absent.
    pub(crate) fn optional<T: ToJson>(self, key: &'static str, value: Option<&T>) -> Self {
        match value {
            Some(value) => self.member(key, value),
            None => self,
        }
    }

    pub(crate) fn end(self) {
        self.text.push('}');
    }
}

/// JSON text, which is written as it is.
pub(crate) struct Json<'t>(pub(crate) &'t str);

impl ToJson for Json<'_> {
    fn write_json(&self, text: &mut String) {
        text.push_str(self.0);
    }
}

impl ToJson for bool {
    fn write_json(&self, text: &mut String) {
        text.push_str(if *self { "true" } else { "false" });
    }
}

impl ToJson for u32 {
    fn write_json(&self, text: &mut String) {
        let _ = write!(text, "{self}");
    }
}

impl ToJson for f64 {
    fn write_json(&self, text: &mut String) {
        push_number(text, *self);
    }
}

impl ToJson for &str {
    fn write_json(&self, text: &mut String) {
        push_string(text, self);
    }
}

impl ToJson for String {
    fn write_json(&self, text: &mut String) {
        push_string(text, self);
    }
}

impl<T: ToJson> ToJson for [T] {
    fn write_json(&self, text: &mut String) {
        text.push('[');
        for (index, item) in self.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            item.write_json(text);
        }
        text.push(']');
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn write_json(&self, text: &mut String) {
        self.as_slice().write_json(text);
    }
}
