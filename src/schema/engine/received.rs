use std::io::{self, Write};

use serde_json::Value;

/// How many characters of a value a message or an issue quotes.
const LONGEST: usize = 80;

/// A value as an issue carries it: itself when short, else the start of its JSON text with a mark.
pub(super) fn excerpt(value: &Value) -> Value {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        Value::String(text) => Value::String(shortened(text)),
        Value::Array(_) | Value::Object(_) => {
            let text = json_start(value);
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
    shortened(&json_start(value))
}

/// Text of a schema or of arguments, shortened to what a sentence can carry.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn quoted(text: &str) -> String {
    Value::String(shortened(text)).to_string()
}

/// The start of a value's JSON text, longer than [`LONGEST`] when there is more: of five megabytes only this much
/// is ever written.
fn json_start(value: &Value) -> String {
    let mut start = Start(Vec::new());
    // Fails when the start is full: that is all it is for.
    let _ = serde_json::to_writer(&mut start, value);
    let Start(bytes) = start;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Takes so many bytes that they hold more than [`LONGEST`] characters, then refuses.
struct Start(Vec<u8>);

impl Write for Start {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let room = (LONGEST * 4 + 8).saturating_sub(self.0.len());
        if room == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        let taken = &text[..text.len().min(room)];
        self.0.extend_from_slice(taken);
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
