use std::collections::HashSet;

use serde_json::{Map, Number, Value};

/// A JSON value in two flat lists: its parts in the order of the text, and all the characters of its strings. Reading
/// fills it without an allocation for each part, and a value that is still being written is one whose last containers
/// are open.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tree {
    pub(super) entries: Vec<Entry>,
    pub(super) text: String,
}

/// A part of a value. A key stands before its member.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Entry {
    Null,
    Bool(bool),
    /// An integer that a double holds exactly, written without fraction and exponent.
    Integer(i64),
    Float(f64),
    String(Span),
    Key(Span),
    /// A key that stands again later in the same object: of duplicate keys the last one counts.
    Shadowed(Span),
    Array(Extent),
    Object(Extent),
}

/// Where a string's characters are: bytes of the tree's text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) start: u32,
    /// [`OPEN`] while the string is being written: it reaches to the end then.
    pub(super) end: u32,
}

/// What a container holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    /// Its items, or its members without the shadowed ones.
    pub(super) len: u32,
    /// The entry after its last one; [`OPEN`] while it is being written.
    pub(super) end: u32,
}

/// An end that has not been read.
pub(super) const OPEN: u32 = u32::MAX;

impl Tree {
    /// The whole value; nothing when nothing was read, or only half a number or word.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        (!self.entries.is_empty()).then_some(Node { tree: self, at: 0 })
    }

    /// Forgets everything and keeps the memory for the next value.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.text.clear();
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.text.capacity()
    }

    pub(super) fn text(&self, span: Span) -> &str {
        let end = if span.end == OPEN {
            self.text.len()
        } else {
            span.end as usize
        };
        &self.text[span.start as usize..end]
    }

    /// The entry after a part and everything in it.
    fn after(&self, at: u32) -> u32 {
        match self.entries[at as usize] {
            Entry::Array(extent) | Entry::Object(extent) if extent.end == OPEN => self.len(),
            Entry::Array(extent) | Entry::Object(extent) => extent.end,
            _ => at + 1,
        }
    }

    /// Counts one more part of an open container.
    pub(super) fn grow(&mut self, container: u32) {
        if let Entry::Array(extent) | Entry::Object(extent) = &mut self.entries[container as usize]
        {
            extent.len += 1;
        }
    }

    /// A container has ended.
    pub(super) fn close(&mut self, container: u32, end: u32) {
        let mut shadowed = 0;
        if let Entry::Object(Extent { len: 2.., .. }) = self.entries[container as usize] {
            shadowed = self.shadow(container, end);
        }
        if let Entry::Array(extent) | Entry::Object(extent) = &mut self.entries[container as usize]
        {
            extent.end = end;
            extent.len -= shadowed;
        }
    }

    /// Marks the keys of an object that stand again later in it; returns how many there are.
    fn shadow(&mut self, container: u32, end: u32) -> u32 {
        /// Up to how many keys are compared with each other: cheaper than a table.
        const FEW: usize = 12;
        let mut keys = Vec::new();
        let mut at = container + 1;
        while at < end {
            keys.push(at);
            at = self.after(at + 1);
        }
        let name = |at: u32| match self.entries[at as usize] {
            Entry::Key(span) => self.text(span),
            _ => "",
        };
        let shadowed: Vec<u32> = if keys.len() <= FEW {
            let repeated = |(index, key): (usize, &u32)| {
                let later = &keys[index + 1..];
                later
                    .iter()
                    .any(|other| name(*other) == name(*key))
                    .then_some(*key)
            };
            keys.iter().enumerate().filter_map(repeated).collect()
        } else {
            let mut later = HashSet::with_capacity(keys.len());
            let seen = |key: &&u32| !later.insert(name(**key));
            keys.iter().rev().filter(seen).copied().collect()
        };
        for key in &shadowed {
            if let Entry::Key(span) = self.entries[*key as usize] {
                self.entries[*key as usize] = Entry::Shadowed(span);
            }
        }
        u32::try_from(shadowed.len()).unwrap_or(0)
    }

    pub(super) fn len(&self) -> u32 {
        // The reader's bound on the text keeps it below.
        u32::try_from(self.entries.len()).unwrap_or(OPEN)
    }
}

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
    pub(super) tree: &'t Tree,
    pub(super) at: u32,
}

/// What a value is.
#[derive(Debug, Clone, Copy)]
pub enum Kind<'t> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer that a double holds exactly, written without fraction and exponent.
    Integer(i64),
    /// Any other number.
    Float(f64),
    /// A string; what there is of it while it is being written.
    String(&'t str),
    /// An array.
    Array(Items<'t>),
    /// An object.
    Object(Members<'t>),
}

impl<'t> Node<'t> {
    /// What it is.
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
            Entry::Array(Extent { len, .. }) => Kind::Array(Items(Rest::inside(tree, at, len))),
            Entry::Object(Extent { len, .. }) => Kind::Object(Members(Rest::inside(tree, at, len))),
        }
    }

    /// The place of the value in its tree, by which it is told from others of that tree.
    #[must_use]
    pub fn index(self) -> u32 {
        self.at
    }

    /// A value of its own. Recursive: the depth of what was read is bounded.
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

/// The rest of a container.
#[derive(Debug, Clone, Copy)]
struct Rest<'t> {
    tree: &'t Tree,
    at: u32,
    end: u32,
    len: u32,
}

impl<'t> Rest<'t> {
    fn inside(tree: &'t Tree, container: u32, len: u32) -> Self {
        Self {
            tree,
            at: container + 1,
            end: tree.after(container),
            len,
        }
    }

    fn next(&mut self) -> Option<Node<'t>> {
        if self.at >= self.end {
            return None;
        }
        let node = Node {
            tree: self.tree,
            at: self.at,
        };
        self.at = self.tree.after(self.at);
        Some(node)
    }
}

/// The items of an array, in order.
#[derive(Debug, Clone, Copy)]
pub struct Items<'t>(Rest<'t>);

impl Items<'_> {
    /// How many there are in all, counting those already taken.
    #[must_use]
    pub fn count_all(self) -> u32 {
        self.0.len
    }
}

impl<'t> Iterator for Items<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        self.0.next()
    }
}

/// The members of an object, in the order of the text, each key once.
#[derive(Debug, Clone, Copy)]
pub struct Members<'t>(Rest<'t>);

impl<'t> Members<'t> {
    /// How many there are in all, counting those already taken.
    #[must_use]
    pub fn count_all(self) -> u32 {
        self.0.len
    }

    /// The member with a key. Takes time in proportion to the number of members.
    #[must_use]
    pub fn get(mut self, key: &str) -> Option<Node<'t>> {
        self.find(|(name, _)| *name == key)
            .map(|(_, member)| member)
    }
}

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, Node<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let key = self.0.next()?;
            // A key whose member has not begun is none yet.
            let member = self.0.next()?;
            if let Entry::Key(span) = key.tree.entries[key.at as usize] {
                return Some((key.tree.text(span), member));
            }
        }
    }
}
