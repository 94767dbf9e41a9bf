//! Values quoted in a sentence or an issue.

use std::io::{self, Write};

use serde_json::{Number, Value};

/// The maximum number of characters of a quoted value.
const LONGEST: usize = 80;

/// A value quoted in an issue, as JSON text: complete if short, otherwise its beginning with a mark.
pub(crate) fn excerpt(value: &Value) -> String {
    if let Value::String(text) = value {
        return quoted(text);
    }
    let text = json_start(value);
    if text.chars().count() <= LONGEST {
        text
    } else {
        quoted(&text)
    }
}

/// A value quoted in a sentence: "5", "\"red\"", "an array", "an object".
pub(crate) fn named(value: &Value) -> String {
    match value {
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => quoted(text),
        _ => json_start(value),
    }
}

/// JSON text, shortened for a sentence.
pub(crate) fn quoted_json(value: &Value) -> String {
    shortened(&json_start(value))
}

/// A text in quotes, shortened.
pub(crate) fn quoted(text: &str) -> String {
    Value::String(shortened(text)).to_string()
}

/// Text of a schema or of arguments, shortened for a sentence.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A number as in JavaScript: `5`, where Rust writes a whole double as `5.0`.
pub(crate) fn number(number: &Number) -> String {
    /// The smallest number that JavaScript writes with an exponent.
    const PLAIN: f64 = 1e21;
    match number.as_f64() {
        Some(double) if number.is_f64() && double.fract() == 0.0 && double.abs() < PLAIN => {
            format!("{double}")
        }
        _ => number.to_string(),
    }
}

/// The beginning of a value's JSON text, longer than [`LONGEST`] if there is more: even of five megabytes only this much is
/// written.
fn json_start(value: &Value) -> String {
    if let Value::Number(value) = value {
        return number(value);
    }
    let mut start = Start(Vec::new());
    // Fails once the beginning is complete, as intended.
    let _ = serde_json::to_writer(&mut start, value);
    let Start(bytes) = start;
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A writer that refuses more once it has more than [`LONGEST`] characters.
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
