//! Writing JSON text: what crosses to JavaScript as one string, and what a sentence quotes.

use std::fmt::Write as _;

use super::decimal::push_double;
use super::tree::{Kind, Node};

/// Adds a string in quotes, with the escapes that RFC 8259 asks for and no others.
pub(crate) fn push_string(text: &mut String, string: &str) {
    text.push('"');
    let mut written = 0;
    for (at, byte) in string.bytes().enumerate() {
        let short = match byte {
            b'"' | b'\\' => char::from(byte),
            b'\n' => 'n',
            b'\r' => 'r',
            b'\t' => 't',
            0x8 => 'b',
            0xC => 'f',
            0..=0x1F => 'u',
            _ => continue,
        };
        text.push_str(string.get(written..at).unwrap_or_default());
        written = at + 1;
        text.push('\\');
        text.push(short);
        if short == 'u' {
            let _ = write!(text, "{byte:04x}");
        }
    }
    text.push_str(string.get(written..).unwrap_or_default());
    text.push('"');
}

/// Adds a number as JavaScript reads it; `null` for what JSON has no number for.
pub(crate) fn push_number(text: &mut String, number: f64) {
    if number.is_finite() {
        push_double(text, number);
    } else {
        text.push_str("null");
    }
}

/// A number as JavaScript writes it, for a sentence.
pub(crate) fn number_text(number: f64) -> String {
    let mut text = String::new();
    push_number(&mut text, number);
    text
}

/// Adds a value, without spaces. Stops soon after the text is longer than `most` bytes: what is written then is a start.
///
/// Recursive: the depth of what was read is bounded.
pub(crate) fn push_value(text: &mut String, value: Node<'_>, most: usize) {
    match value.kind() {
        Kind::Null => text.push_str("null"),
        Kind::Bool(bool) => text.push_str(if bool { "true" } else { "false" }),
        Kind::Integer(integer) => {
            let _ = write!(text, "{integer}");
        }
        Kind::Float(float) => push_number(text, float),
        Kind::String(string) => push_string(text, start(string, most)),
        Kind::Array(items) => {
            text.push('[');
            for (index, item) in items.enumerate() {
                if text.len() > most {
                    return;
                }
                if index > 0 {
                    text.push(',');
                }
                push_value(text, item, most);
            }
            text.push(']');
        }
        Kind::Object(members) => {
            text.push('{');
            for (index, (key, member)) in members.enumerate() {
                if text.len() > most {
                    return;
                }
                if index > 0 {
                    text.push(',');
                }
                push_string(text, start(key, most));
                text.push(':');
                push_value(text, member, most);
            }
            text.push('}');
        }
    }
}

/// A text, or so much of its start that it is still longer than `most`.
fn start(text: &str, most: usize) -> &str {
    match text.char_indices().nth(most) {
        Some((end, character)) => text.get(..end + character.len_utf8()).unwrap_or(text),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{push_number, push_string, push_value};
    use crate::json::{ReadOptions, read};

    fn written(text: &str, most: usize) -> String {
        let document = read(text, ReadOptions::default()).expect("JSON");
        let mut written = String::new();
        push_value(&mut written, document.tree.root().expect("a value"), most);
        written
    }

    #[test]
    fn strings_and_numbers_are_written_as_serde_json_writes_them() {
        let every: String = ('\0'..='\u{ff}').chain(['\u{2028}', '😀']).collect();
        let mut text = String::new();
        push_string(&mut text, &every);
        assert_eq!(text, serde_json::Value::from(every).to_string());
        for (number, expected) in [(1.5, "1.5"), (-0.0, "-0"), (f64::NAN, "null")] {
            let mut text = String::new();
            push_number(&mut text, number);
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn a_value_is_written_without_spaces() {
        let text = r#"{ "a" : [1, 2.5, null, true], "b": {"c": "\n\u0001"} }"#;
        let expected = r#"{"a":[1,2.5,null,true],"b":{"c":"\n\u0001"}}"#;
        assert_eq!(written(text, usize::MAX), expected);
    }

    #[test]
    fn a_long_value_is_written_only_at_its_start() {
        let long = format!("[{}]", vec!["1"; 10_000].join(","));
        assert!(written(&long, 40).len() < 60);
        let long = format!("\"{}\"", "é".repeat(10_000));
        assert!(written(&long, 40).len() < 120);
    }
}
