use std::fmt::Write as _;

use super::tree::{Kind, Node};
use super::write::{push_number, push_string};
use crate::sorting::sorted;

/// One text for all values that mean the same: keys in order, no spaces, and a number as JavaScript has it, whether it
/// was written `1`, `1.0` or `10e-1`. After the idea of RFC 8785 (JCS); the order of keys is that of their UTF-8 bytes,
/// since the texts are only compared with each other.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, canonical, read};
///
/// let document = read(r#"{ "b": 1.0, "a": -0 }"#, ReadOptions::default())?;
/// assert_eq!(canonical(document.tree.root().unwrap()), r#"{"a":0,"b":1}"#);
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
#[must_use]
pub fn canonical(value: Node<'_>) -> String {
    let mut text = String::new();
    write_value(&mut text, value);
    text
}

/// Recursive: the depth of what was read is bounded.
fn write_value(text: &mut String, value: Node<'_>) {
    match value.kind() {
        Kind::Null => text.push_str("null"),
        Kind::Bool(bool) => text.push_str(if bool { "true" } else { "false" }),
        Kind::Integer(integer) => {
            let _ = write!(text, "{integer}");
        }
        // Whatever is read is a double or an integer that a double holds.
        Kind::Float(float) => push_number(text, if float == 0.0 { 0.0 } else { float }),
        Kind::String(string) => push_string(text, string),
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
            let members: Vec<_> = members.collect();
            let order = sorted(members.len(), &|one, other| {
                members[one].0.cmp(members[other].0)
            });
            text.push('{');
            for (place, index) in order.into_iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                let (key, member) = members[index as usize];
                push_string(text, key);
                text.push(':');
                write_value(text, member);
            }
            text.push('}');
        }
    }
}
