use serde::{Serialize, Serializer};
use serde_json::{Map, Number, Value};

use super::parts::{Items, Members, Rest};
use super::{Entry, Tree};

/// One value of a [`Tree`].
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{Kind, ReadOptions, read};
///
/// let document = read(r#"{"n": [1, 2]}"#, ReadOptions::default())?;
/// let root = document.tree.root().unwrap();
/// let Kind::Object(members) = root.kind() else { unreachable!() };
/// assert_eq!(members.get("n").unwrap().to_value(), serde_json::json!([1, 2]));
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Node<'t> {
    pub(in crate::json) tree: &'t Tree,
    pub(in crate::json) at: u32,
}

/// The kind of a value.
#[derive(Debug, Clone)]
pub enum Kind<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer that a double holds exactly, written without fraction and exponent.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A string; its text so far while it is being written.
    String(&'t str),
    /// An array.
    Array(Items<'t>),
    /// An object.
    Object(Members<'t>),
}

impl<'t> Node<'t> {
    /// The kind of the value.
    #[must_use]
    pub fn kind(self) -> Kind<'t> {
        let Self { tree, at } = self;
        match tree.entries[at as usize] {
            Entry::Null => Kind::Null,
            Entry::Bool(bool) => Kind::Bool(bool),
            Entry::Integer(integer) => Kind::Integer(integer),
            Entry::Float(float) => Kind::Float(float),
            Entry::String(span) | Entry::Key(span) | Entry::Shadowed(span) => {
                Kind::String(tree.text(span))
            }
            Entry::Array(extent) => Kind::Array(Items(Rest::inside(tree, at, extent))),
            Entry::Object(extent) => Kind::Object(Members(Rest::inside(tree, at, extent))),
        }
    }

    /// The number of the value in its tree, unique within that tree.
    #[must_use]
    pub fn index(self) -> u32 {
        self.at
    }

    /// Returns true if the value is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Null)
    }

    /// The text, if the value is a string.
    #[must_use]
    pub fn as_str(self) -> Option<&'t str> {
        match self.kind() {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    /// The members, if the value is an object.
    #[must_use]
    pub fn as_object(self) -> Option<Members<'t>> {
        match self.kind() {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items, if the value is an array.
    #[must_use]
    pub fn as_array(self) -> Option<Items<'t>> {
        match self.kind() {
            Kind::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The value, if it is true or false.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::Bool(bool) => Some(bool),
            _ => None,
        }
    }

    /// The value, if it is a number.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        match self.kind() {
            #[allow(
                clippy::cast_precision_loss,
                reason = "such an integer is one that a double holds"
            )]
            Kind::Integer(integer) => Some(integer as f64),
            Kind::Float(float) => Some(float),
            _ => None,
        }
    }

    /// The value, if it is a whole number that fits.
    #[must_use]
    pub fn as_u32(self) -> Option<u32> {
        match self.kind() {
            Kind::Integer(integer) => u32::try_from(integer).ok(),
            _ => None,
        }
    }

    /// The member with a key, if the value is an object that has it. Takes time in proportion to the number of members.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Node<'t>> {
        self.as_object()?.get(key)
    }

    /// The value, independent of the tree. Recursive: the depth of a parsed text is bounded.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self.kind() {
            Kind::Null => Value::Null,
            Kind::Bool(bool) => Value::Bool(bool),
            Kind::Integer(integer) => Value::Number(Number::from(integer)),
            Kind::Float(float) => Number::from_f64(float).map_or(Value::Null, Value::Number),
            Kind::String(text) => Value::String(text.to_owned()),
            Kind::Array(items) => Value::Array(items.map(Self::to_value).collect()),
            Kind::Object(members) => Value::Object(
                members
                    .map(|(key, member)| (key.to_owned(), member.to_value()))
                    .collect::<Map<_, _>>(),
            ),
        }
    }
}

/// Recursive, like [`Node::to_value`]; in the order of the text.
impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.kind() {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool(bool) => serializer.serialize_bool(bool),
            Kind::Integer(integer) => serializer.serialize_i64(integer),
            Kind::Float(float) => serializer.serialize_f64(float),
            Kind::String(text) => serializer.serialize_str(text),
            Kind::Array(items) => serializer.collect_seq(items),
            Kind::Object(members) => serializer.collect_map(members),
        }
    }
}
