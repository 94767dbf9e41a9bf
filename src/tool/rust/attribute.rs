use serde::Serialize;

/// A key and value of a trace, within OpenTelemetry's rules for attributes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Attribute {
    /// Its name, in dotted lower case: `file.path`.
    pub key: String,
    /// Its value.
    pub value: AttributeValue,
}

/// The value of an [`Attribute`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AttributeValue {
    /// Text.
    Text(String),
    /// A number.
    Number(f64),
    /// A flag.
    Flag(bool),
    /// Several texts.
    Texts(Vec<String>),
}

impl Attribute {
    /// A key with its value.
    pub fn new(key: impl Into<String>, value: impl Into<AttributeValue>) -> Self {
        Self {
            key: key.into(),
            value: value.into(),
        }
    }
}

impl From<&str> for AttributeValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for AttributeValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for AttributeValue {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for AttributeValue {
    fn from(number: u32) -> Self {
        Self::Number(f64::from(number))
    }
}

impl From<bool> for AttributeValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<Vec<String>> for AttributeValue {
    fn from(texts: Vec<String>) -> Self {
        Self::Texts(texts)
    }
}
