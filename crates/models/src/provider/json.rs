use std::fmt;

use indexmap::IndexMap;

use ag_ui_lit::json::{
    BigIntegers, Document, Kind, MOST_DEPTH, Node, ReadOptions, SyntaxError, number_text, read,
};

/// The members of an object, in the order of their text: a model writes arguments in the order of its schema.
pub type Object = IndexMap<String, Json>;

/// A JSON value that keeps the order of its members and every digit of its numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object. Equal objects may differ in their order.
    Object(Object),
}

impl Json {
    /// Reads a text. Integers that a double can't hold keep their digits.
    ///
    /// # Errors
    ///
    /// If the text is not JSON, or is nested too deep.
    pub fn read(text: &str) -> Result<Self, SyntaxError> {
        let options = ReadOptions {
            // Arguments of the maximum depth are nested in answers that are deeper.
            max_depth: MOST_DEPTH,
            big_integers: BigIntegers::Bigint,
        };
        Ok(Self::of(&read(text, options)?))
    }

    /// The value of a parsed document.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let mut big = document.big_integers.iter().peekable();
        let mut digits = |node: Node<'_>| {
            let next = big.next_if(|big| big.index() == node.index())?;
            Some(next.digits.clone())
        };
        document
            .tree
            .root()
            .map_or(Self::Null, |root| Self::of_node(root, &mut digits))
    }

    /// Recursive: the depth of a parsed text is bounded.
    fn of_node(node: Node<'_>, digits: &mut dyn FnMut(Node<'_>) -> Option<String>) -> Self {
        match node.kind() {
            Kind::Null => Self::Null,
            Kind::Bool(bool) => Self::Bool(bool),
            Kind::Integer(integer) => Self::Number(integer.to_string()),
            Kind::Float(float) => Self::Number(digits(node).unwrap_or_else(|| float_text(float))),
            Kind::String(text) => Self::String(text.to_owned()),
            Kind::Array(items) => {
                Self::Array(items.map(|item| Self::of_node(item, digits)).collect())
            }
            Kind::Object(members) => Self::Object(
                members
                    .map(|(key, member)| (key.to_owned(), Self::of_node(member, digits)))
                    .collect(),
            ),
        }
    }

    /// A member, if the value is an object that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        self.as_object()?.get(key)
    }

    /// Returns true if JavaScript numbers can hold all of its integers. Recursive: the depth of a parsed text is bounded.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        const MOST: u64 = 1 << 53;
        match self {
            Self::Number(number) if number.contains(['.', 'e', 'E']) => true,
            Self::Number(number) => number
                .parse::<i64>()
                .is_ok_and(|integer| integer.unsigned_abs() <= MOST),
            Self::Array(items) => items.iter().all(Self::is_exact),
            Self::Object(members) => members.values().all(Self::is_exact),
            _ => true,
        }
    }

    /// The members, if the value is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items, if the value is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text, if the value is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items; none if the value is not an array.
    pub fn items(&self) -> impl Iterator<Item = &Json> {
        self.as_array().unwrap_or_default().iter()
    }

    /// The value at a JSON pointer (RFC 6901).
    #[must_use]
    pub fn at(&self, pointer: &str) -> Option<&Json> {
        if pointer.is_empty() {
            return Some(self);
        }
        let steps = pointer.strip_prefix('/')?.split('/');
        steps
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .try_fold(self, |value, step| match value {
                Self::Object(members) => members.get(&step),
                Self::Array(items) => items.get(step.parse::<usize>().ok()?),
                _ => None,
            })
    }
}

/// A string.
pub(super) fn text(text: &str) -> Json {
    Json::String(text.to_owned())
}

/// An object with some members.
pub(super) fn object<'k>(members: impl IntoIterator<Item = (&'k str, Json)>) -> Json {
    let members = members.into_iter();
    Json::Object(
        members
            .map(|(key, value)| (key.to_owned(), value))
            .collect(),
    )
}

/// A pointer with one more step.
pub(super) fn step(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn float_text(float: f64) -> String {
    if float == 0.0 && float.is_sign_negative() {
        return "-0".to_owned();
    }
    number_text(float)
}

/// Writes JSON text. Recursive: the depth of a parsed or generated value is bounded.
impl fmt::Display for Json {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => to.write_str("null"),
            Self::Bool(bool) => write!(to, "{bool}"),
            Self::Number(number) => to.write_str(number),
            Self::String(text) => write_string(to, text),
            Self::Array(items) => {
                to.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(to, "{}{item}", comma(index))?;
                }
                to.write_str("]")
            }
            Self::Object(members) => {
                to.write_str("{")?;
                for (index, (key, member)) in members.iter().enumerate() {
                    to.write_str(comma(index))?;
                    write_string(to, key)?;
                    write!(to, ":{member}")?;
                }
                to.write_str("}")
            }
        }
    }
}

fn comma(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}

fn write_string(to: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    to.write_str(&serde_json::to_string(text).map_err(|_| fmt::Error)?)
}

/// The former place of a value, given moves (now, before). The nearest move that contains it counts.
pub fn place_before(moved: &[(String, String)], at: &str) -> String {
    let inside = |moved: &&(String, String)| {
        let rest = at.strip_prefix(moved.0.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let nearest = moved.iter().filter(inside).max_by_key(|(now, _)| now.len());
    nearest.map_or_else(
        || at.to_owned(),
        |(now, before)| format!("{before}{}", &at[now.len()..]),
    )
}
