use std::fmt::Write as _;

use serde_json::{Number, Value};

/// One text for all values that mean the same: keys in order, no spaces, and a number as JavaScript has it, whether it
/// was written `1`, `1.0` or `10e-1`. After the idea of RFC 8785 (JCS); the order of keys is that of their UTF-8 bytes,
/// since the texts are only compared with each other.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::canonical;
/// use serde_json::json;
///
/// assert_eq!(canonical(&json!({ "b": 1.0, "a": -0.0 })), r#"{"a":0,"b":1}"#);
/// ```
#[must_use]
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value);
    text
}

/// Recursive: the depth of what was read is bounded.
fn write_value(text: &mut String, value: &Value) {
    match value {
        Value::Number(number) => write_number(text, number),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_value(text, item);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by_key(|(key, _)| *key);
            text.push('{');
            for (index, (key, member)) in sorted.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                let _ = write!(text, "{}:", Value::from(key.as_str()));
                write_value(text, member);
            }
            text.push('}');
        }
        other => {
            let _ = write!(text, "{other}");
        }
    }
}

fn write_number(text: &mut String, number: &Number) {
    // Whatever is read is a double or an integer that a double holds, so `f64` loses nothing.
    let value = number.as_f64().unwrap_or(f64::NAN);
    let _ = write!(text, "{}", if value == 0.0 { 0.0 } else { value });
}
