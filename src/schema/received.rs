use serde_json::Value;

/// How many characters of a value a message or an issue quotes.
const LONGEST: usize = 80;

/// A value as an issue carries it: itself when short, else the start of its JSON text with a mark.
pub(super) fn excerpt(value: &Value) -> Value {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        Value::String(text) => Value::String(shortened(text)),
        Value::Array(_) | Value::Object(_) => {
            let text = value.to_string();
            if text.chars().count() <= LONGEST {
                value.clone()
            } else {
                Value::String(shortened(&text))
            }
        }
    }
}

/// A value as a sentence names it: "5", "\"red\"", "an array", "an object".
pub(super) fn named(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// JSON text, shortened to what a sentence can carry.
pub(super) fn quoted_json(value: &Value) -> String {
    shortened(&value.to_string())
}

fn quoted(text: &str) -> String {
    Value::String(shortened(text)).to_string()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
