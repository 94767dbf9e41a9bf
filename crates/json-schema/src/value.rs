//! Values of the core's reader, converted for the crate.

use ag_ui_lit::json::{BigInteger, BigIntegers, Kind, Node, ReadOptions};
use serde_json::{Map, Number, Value};

/// The integers that a double can't hold, which the core's tree only holds rounded.
#[derive(Clone, Copy, Default)]
pub(crate) struct Exact<'t>(pub(crate) &'t [BigInteger]);

/// Options for reading arguments: like the core, with all digits.
pub(crate) fn reading(max_depth: usize) -> ReadOptions {
    ReadOptions {
        max_depth,
        big_integers: BigIntegers::Bigint,
    }
}

impl<'t> Exact<'t> {
    /// The integers with more than 64 bits, which stay rounded.
    pub(crate) fn rounded(self) -> impl Iterator<Item = &'t BigInteger> {
        self.0
            .iter()
            .filter(|integer| bits_of(&integer.digits).is_none())
    }

    /// Returns true if there are such integers.
    pub(crate) fn any_rounded(self) -> bool {
        self.rounded().next().is_some()
    }

    /// The digits of the value at a place, if it is one of them.
    fn digits(self, node: Node<'_>) -> Option<&'t str> {
        // They are in the order of the text, like the places.
        let found = self
            .0
            .binary_search_by_key(&node.index(), BigInteger::index);
        found.ok().map(|at| self.0[at].digits.as_str())
    }
}

/// A value independent of the tree. `parts` counts its values. Recursive: the depth of a parsed text is bounded.
pub(crate) fn value_of(node: Node<'_>, exact: Exact<'_>, parts: &mut usize) -> Value {
    *parts += 1;
    match node.kind() {
        Kind::Null => Value::Null,
        Kind::Bool(bool) => Value::Bool(bool),
        Kind::Integer(integer) => Value::Number(Number::from(integer)),
        Kind::Float(float) => Value::Number(number(node, float, exact)),
        Kind::String(text) => Value::String(text.to_owned()),
        Kind::Array(items) => items.map(|item| value_of(item, exact, parts)).collect(),
        Kind::Object(members) => Value::Object(
            members
                .map(|(key, member)| (key.to_owned(), value_of(member, exact, parts)))
                .collect::<Map<_, _>>(),
        ),
    }
}

/// A value without its contents: the same number of items, and members of the same names.
pub(crate) fn outline_of(node: Node<'_>, exact: Exact<'_>, parts: &mut usize) -> Value {
    match node.kind() {
        Kind::Array(items) => {
            *parts += 1 + items.count_all() as usize;
            items.map(|_| Value::Null).collect()
        }
        Kind::Object(members) => {
            *parts += 1 + members.count_all() as usize;
            let members = members.map(|(key, _)| (key.to_owned(), Value::Null));
            Value::Object(members.collect())
        }
        _ => value_of(node, exact, parts),
    }
}

fn number(node: Node<'_>, rounded: f64, exact: Exact<'_>) -> Number {
    exact
        .digits(node)
        .and_then(bits_of)
        .or_else(|| Number::from_f64(rounded))
        // The reader refuses numbers that no double can hold.
        .unwrap_or_else(|| Number::from(0))
}

/// An integer of 64 bits.
fn bits_of(digits: &str) -> Option<Number> {
    let positive = digits.parse::<u64>().map(Number::from);
    positive
        .or_else(|_| digits.parse::<i64>().map(Number::from))
        .ok()
}
