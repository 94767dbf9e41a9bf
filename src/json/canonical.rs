use std::collections::BTreeMap;

use serde_json::{Number, Value};

use super::tree::{Kind, Node};

/// One text for all equivalent values: keys in order, no spaces, and one spelling for a number, whether it was written `1`,
/// `1.0` or `10e-1`. Based on RFC 8785 (JCS). The texts are only compared with each other, so numbers are spelt as in Rust,
/// and keys are in the order of their UTF-8 bytes.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, canonical, read};
///
/// let document = read(r#"{ "b": 1.0, "a": -0 }"#, ReadOptions::default())?;
/// assert_eq!(canonical(document.tree.root().unwrap()), r#"{"a":0.0,"b":1.0}"#);
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
#[must_use]
pub fn canonical(value: Node<'_>) -> String {
    let mut text = String::new();
    write_value(&mut text, value);
    text
}

/// Recursive: the depth of a parsed text is bounded.
fn write_value(text: &mut String, value: Node<'_>) {
    match value.kind() {
        Kind::Null => text.push_str("null"),
        Kind::Bool(bool) => text.push_str(if bool { "true" } else { "false" }),
        Kind::Integer(_) | Kind::Float(_) => {
            // A parsed number is a double or an integer that a double holds; -0 is 0.
            let number = value
                .as_f64()
                .and_then(|double| Number::from_f64(double + 0.0));
            text.push_str(&number.map_or_else(String::new, |number| number.to_string()));
        }
        Kind::String(string) => write_string(text, string),
        Kind::Array(items) => {
            text.push('[');
            for (index, item) in items.enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_value(text, item);
            }
            text.push(']');
        }
        Kind::Object(members) => {
            // One insertion after another: `collect` would sort first, with code that is 3 % of the module.
            let mut in_order = BTreeMap::new();
            for (key, node) in members {
                in_order.insert(key, node.index());
            }
            text.push('{');
            for (index, (key, at)) in in_order.into_iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_string(text, key);
                text.push(':');
                write_value(text, value.tree.node(at));
            }
            text.push('}');
        }
    }
}

fn write_string(text: &mut String, string: &str) {
    text.push_str(&Value::from(string).to_string());
}
