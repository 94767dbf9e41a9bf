use serde_json::Value;

use crate::json::{Kind, Node};

/// Whether a value that was read is the one a schema names. Numbers are compared by what they are worth.
pub(super) fn equals(node: Node<'_>, expected: &Value) -> bool {
    match (node.kind(), expected) {
        (Kind::Null, Value::Null) => true,
        (Kind::Bool(bool), Value::Bool(expected)) => bool == *expected,
        (Kind::Integer(integer), Value::Number(expected)) => match expected.as_i64() {
            Some(expected) => integer == expected,
            #[allow(
                clippy::cast_precision_loss,
                reason = "what is read as an integer fits a double"
            )]
            None => expected.as_f64() == Some(integer as f64),
        },
        // An integer beyond 2^53 that is read as a double is the double exactly.
        (Kind::Float(float), Value::Number(expected)) => expected.as_f64() == Some(float),
        (Kind::String(text), Value::String(expected)) => text == expected,
        (Kind::Array(items), Value::Array(expected)) => {
            items.count_all() as usize == expected.len()
                && items
                    .zip(expected)
                    .all(|(item, expected)| equals(item, expected))
        }
        (Kind::Object(mut members), Value::Object(expected)) => {
            members.count_all() as usize == expected.len()
                && members.all(|(key, member)| {
                    expected
                        .get(key)
                        .is_some_and(|expected| equals(member, expected))
                })
        }
        _ => false,
    }
}
