use std::ops::Range;

use serde_json::{Map, Number, Value};

use super::canonical::canonical;
use super::containers::fingerprint;
use crate::sorting::sort;

/// A JSON value as a flat list of its parts, in the order of its text. Strings stay in the text, unless they have
/// escapes; so reading needs no allocation for a part. A value that is still being written is one whose last containers
/// are open.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    pub(super) entries: Vec<Entry>,
    /// The text that has been read.
    pub(super) source: String,
    /// The strings that had escapes, one after the other.
    pub(super) unescaped: String,
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

/// Where a string's characters are: bytes of the source, or with [`UNESCAPED`] in its start, of the unescaped strings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) start: u32,
    /// [`OPEN`] while the string is being written: it reaches to the end then.
    pub(super) end: u32,
}

/// Longer texts than this are not read.
pub(super) const UNESCAPED: u32 = 1 << 31;

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

    /// The part at an index that a node of this tree had.
    pub(crate) fn node(&self, at: u32) -> Node<'_> {
        Node { tree: self, at }
    }

    /// Forgets the value and keeps the memory of its parts for the next one.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.source = String::new();
        self.unescaped.clear();
    }

    pub(super) fn text(&self, span: Span) -> &str {
        text(span, &self.source, &self.unescaped)
    }

    fn bytes(&self, span: Span) -> &[u8] {
        let (holder, place) = place(span, &self.source, &self.unescaped);
        holder.as_bytes().get(place).unwrap_or_default()
    }

    /// The entry after a part and everything in it.
    fn after(&self, at: u32) -> u32 {
        match self.entries[at as usize] {
            Entry::Array(extent) | Entry::Object(extent) => self.end_of(extent),
            _ => at + 1,
        }
    }

    fn end_of(&self, container: Extent) -> u32 {
        if container.end == OPEN {
            self.len()
        } else {
            container.end
        }
    }

    /// Notes how much there is of an open container.
    pub(super) fn count(&mut self, container: u32, len: u32) {
        if let Entry::Array(extent) | Entry::Object(extent) = &mut self.entries[container as usize]
        {
            extent.len = len;
        }
    }

    /// A container has ended. The source is given, since the reader has it.
    pub(super) fn close(&mut self, container: u32, len: u32, may_repeat: bool, source: &str) {
        let end = self.len();
        let shadowed = if may_repeat {
            self.shadow(container, end, source)
        } else {
            0
        };
        if let Entry::Array(extent) | Entry::Object(extent) = &mut self.entries[container as usize]
        {
            extent.end = end;
            extent.len = len - shadowed;
        }
    }

    /// Marks the keys of an object that stand again later in it; returns how many there are.
    fn shadow(&mut self, container: u32, end: u32, source: &str) -> u32 {
        /// Up to how many keys are compared with each other: cheaper than a table.
        const FEW: usize = 12;
        let unescaped = &self.unescaped;
        let name = |entry: Entry| match entry {
            Entry::Key(span) => text(span, source, unescaped),
            _ => "",
        };
        let mut keys = [(0, 0); FEW];
        let mut count = 0;
        let mut at = container + 1;
        let mut shadowed = Vec::new();
        while at < end {
            let Some(place) = keys.get_mut(count) else {
                shadowed = self.shadowed_among_many(container + 1, end, source);
                break;
            };
            let this = name(self.entries[at as usize]);
            let mark = fingerprint(this.as_bytes());
            *place = (at, mark);
            for (earlier, its_mark) in &keys[..count] {
                if *its_mark == mark && name(self.entries[*earlier as usize]) == this {
                    shadowed.push(*earlier);
                }
            }
            count += 1;
            at = self.after(at + 1);
        }
        let mut count = 0;
        for key in shadowed {
            // One that stands three times was found twice.
            if let Entry::Key(span) = self.entries[key as usize] {
                self.entries[key as usize] = Entry::Shadowed(span);
                count += 1;
            }
        }
        count
    }

    fn shadowed_among_many(&self, mut at: u32, end: u32, source: &str) -> Vec<u32> {
        let name = |key: u32| match self.entries[key as usize] {
            Entry::Key(span) => text(span, source, &self.unescaped),
            _ => "",
        };
        let mut keys = Vec::new();
        while at < end {
            keys.push(at);
            at = self.after(at + 1);
        }
        sort(&mut keys, &|one, other| name(one).cmp(name(other)));
        let pairs = keys.windows(2);
        pairs
            .filter(|pair| name(pair[0]) == name(pair[1]))
            .map(|pair| pair[0])
            .collect()
    }

    pub(super) fn len(&self) -> u32 {
        // The reader's bound on the text keeps it below.
        u32::try_from(self.entries.len()).unwrap_or(OPEN)
    }
}

pub(super) fn text<'t>(span: Span, source: &'t str, unescaped: &'t str) -> &'t str {
    let (holder, place) = place(span, source, unescaped);
    // Whoever made the span saw to it. A slice that may panic would bring along what words the panic.
    holder.get(place).unwrap_or_default()
}

/// Where the characters of a string are.
fn place<'t>(span: Span, source: &'t str, unescaped: &'t str) -> (&'t str, Range<usize>) {
    let (holder, start) = if span.start & UNESCAPED == 0 {
        (source, span.start)
    } else {
        (unescaped, span.start & !UNESCAPED)
    };
    let end = if span.end == OPEN {
        holder.len()
    } else {
        span.end as usize
    };
    (holder, start as usize..end)
}

/// Trees are equal when their values are, however they were written.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.root().map(canonical) == other.root().map(canonical)
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
    /// A string; what there is of it while it is being written.
    String(&'t str),
    /// An array.
    Array(Items<'t>),
    /// An object.
    Object(Members<'t>),
}

/// What a value is, without what is in it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Make {
    Null,
    Bool,
    Integer,
    Float(f64),
    String,
    Array,
    Object,
}

impl<'t> Node<'t> {
    /// What it is.
    #[allow(
        clippy::inline_always,
        reason = "measured: a third of the time that judging takes in wasm"
    )]
    #[inline(always)]
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

    /// What it is, without what is in it.
    #[inline]
    pub(crate) fn make(self) -> Make {
        match self.tree.entries[self.at as usize] {
            Entry::Null => Make::Null,
            Entry::Bool(_) => Make::Bool,
            Entry::Integer(_) => Make::Integer,
            Entry::Float(float) => Make::Float(float),
            Entry::String(_) | Entry::Key(_) | Entry::Shadowed(_) => Make::String,
            Entry::Array(_) => Make::Array,
            Entry::Object(_) => Make::Object,
        }
    }

    /// The bytes of a string or a key; none of anything else.
    #[inline]
    pub(crate) fn bytes(self) -> &'t [u8] {
        match self.tree.entries[self.at as usize] {
            Entry::String(span) | Entry::Key(span) | Entry::Shadowed(span) => self.tree.bytes(span),
            _ => &[],
        }
    }

    /// The place of the value in its tree, by which it is told from others of that tree.
    #[must_use]
    pub fn index(self) -> u32 {
        self.at
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        matches!(self.kind(), Kind::Null)
    }

    /// Its text, if it is a string.
    #[must_use]
    pub fn as_str(self) -> Option<&'t str> {
        match self.kind() {
            Kind::String(text) => Some(text),
            _ => None,
        }
    }

    /// Its members, if it is an object.
    #[must_use]
    pub fn as_object(self) -> Option<Members<'t>> {
        match self.kind() {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// Its items, if it is an array.
    #[must_use]
    pub fn as_array(self) -> Option<Items<'t>> {
        match self.kind() {
            Kind::Array(items) => Some(items),
            _ => None,
        }
    }

    /// What it is, if it is true or false.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::Bool(bool) => Some(bool),
            _ => None,
        }
    }

    /// Its value, if it is a number.
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

    /// Its value, if it is a whole number that fits.
    #[must_use]
    pub fn as_u32(self) -> Option<u32> {
        match self.kind() {
            Kind::Integer(integer) => u32::try_from(integer).ok(),
            _ => None,
        }
    }

    /// The member with a key, if it is an object that has it. Takes time in proportion to the number of members.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Node<'t>> {
        self.as_object()?.get(key)
    }

    /// Its items, or its members without their keys.
    pub(crate) fn values(self) -> impl Iterator<Item = Node<'t>> {
        let items = self.as_array().into_iter().flatten();
        let members = self.as_object().into_iter().flatten();
        items.chain(members.map(|(_, member)| member))
    }

    /// The keys of its members, as strings.
    pub(crate) fn keys(self) -> impl Iterator<Item = Node<'t>> {
        self.as_object().into_iter().flat_map(Members::keys)
    }

    /// How many values it consists of at most, itself and its keys counted.
    pub(crate) fn parts(self) -> u32 {
        self.tree.after(self.at) - self.at
    }

    /// Bytes of the text it was read from, with all that stands around it.
    pub(crate) fn source_len(self) -> usize {
        self.tree.source.len()
    }

    /// Keys and indexes from this value to a part of it.
    pub(crate) fn path_to(self, part: u32) -> Vec<String> {
        let mut path = Vec::new();
        let mut at = self;
        while at.at < part {
            let holds = |node: &Node<'_>| node.at <= part && part < node.tree.after(node.at);
            let inner = match at.kind() {
                Kind::Array(items) => {
                    let mut numbered = items.enumerate();
                    numbered
                        .find(|(_, item)| holds(item))
                        .map(|(index, item)| (index.to_string(), item))
                }
                Kind::Object(mut members) => members
                    .find(|(_, member)| holds(member))
                    .map(|(key, member)| (key.to_owned(), member)),
                _ => None,
            };
            let Some((step, node)) = inner else { break };
            path.push(step);
            at = node;
        }
        path
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
    fn inside(tree: &'t Tree, at: u32, container: Extent) -> Self {
        Self {
            tree,
            at: at + 1,
            end: tree.end_of(container),
            len: container.len,
        }
    }
}

/// The items of an array, in order.
#[derive(Debug, Clone)]
pub struct Items<'t>(Rest<'t>);

impl Items<'_> {
    /// How many there are in all, counting those already taken.
    #[must_use]
    pub fn count_all(&self) -> u32 {
        self.0.len
    }
}

impl<'t> Iterator for Items<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let Rest { tree, at, end, .. } = self.0;
        if at >= end {
            return None;
        }
        self.0.at = tree.after(at);
        Some(Node { tree, at })
    }
}

/// The members of an object, in the order of the text, each key once.
#[derive(Debug, Clone)]
pub struct Members<'t>(Rest<'t>);

impl<'t> Members<'t> {
    /// How many there are in all, counting those already taken.
    #[must_use]
    pub fn count_all(&self) -> u32 {
        self.0.len
    }

    /// The member with a key. Takes time in proportion to the number of members.
    #[must_use]
    pub fn get(mut self, key: &str) -> Option<Node<'t>> {
        self.find(|(name, _)| *name == key)
            .map(|(_, member)| member)
    }
}

impl<'t> Members<'t> {
    /// The keys alone.
    pub(crate) fn keys(self) -> impl Iterator<Item = Node<'t>> {
        self.pairs().map(|(key, _)| key)
    }

    /// Keys and members. That a key is whole characters is not looked at, which is dearer than looking at it.
    pub(crate) fn pairs(mut self) -> impl Iterator<Item = (Node<'t>, Node<'t>)> {
        std::iter::from_fn(move || self.next_pair())
    }

    #[allow(
        clippy::inline_always,
        reason = "measured: a third of the time that judging takes in wasm"
    )]
    #[inline(always)]
    fn next_pair(&mut self) -> Option<(Node<'t>, Node<'t>)> {
        let Rest { tree, end, .. } = self.0;
        loop {
            let (key, member) = (self.0.at, self.0.at + 1);
            // A key whose member has not begun is none yet.
            if member >= end {
                return None;
            }
            self.0.at = tree.after(member);
            if let Entry::Key(_) = tree.entries[key as usize] {
                let node = |at| Node { tree, at };
                return Some((node(key), node(member)));
            }
        }
    }
}

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, Node<'t>);

    #[allow(clippy::inline_always, reason = "as `next_pair`")]
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (key, member) = self.next_pair()?;
        Some((key.as_str().unwrap_or_default(), member))
    }
}
