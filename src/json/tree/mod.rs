mod node;
mod parts;
mod shadow;

pub use node::{Kind, Node};
pub use parts::{Items, Members};

use super::canonical::canonical;

/// A JSON value as a flat list of its parts, in the order of its text. Strings without escapes stay in the text, so reading
/// needs no allocation for a part. The last containers of an incomplete value are open.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    pub(super) entries: Vec<Entry>,
    /// The text that was read.
    pub(super) source: String,
    /// The strings that had escapes, one after the other.
    pub(super) unescaped: String,
}

/// A part of a value. A key precedes its member.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Entry {
    Null,
    Bool(bool),
    /// An integer that a double holds exactly, written without fraction and exponent.
    Integer(i64),
    Float(f64),
    String(Span),
    Key(Span),
    /// A key that occurs again later in the same object: the last one of duplicate keys counts.
    Shadowed(Span),
    Array(Extent),
    Object(Extent),
}

/// The place of a string's characters: bytes of the source, or with [`UNESCAPED`] in its start, of the unescaped strings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) start: u32,
    /// The end; [`OPEN`] while the string is being written, which then ends with the text.
    pub(super) end: u32,
}

/// The flag of a place in the unescaped strings. No text is longer.
pub(super) const UNESCAPED: u32 = 1 << 31;

/// The contents of a container.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    /// The number of items, or of members without the shadowed ones.
    pub(super) len: u32,
    /// The entry after the last one; [`OPEN`] while the container is being written.
    pub(super) end: u32,
}

/// An end that has not been read.
pub(super) const OPEN: u32 = u32::MAX;

impl Tree {
    /// The whole value; `None` if nothing was read, or only part of a number or word.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        (!self.entries.is_empty()).then_some(Node { tree: self, at: 0 })
    }

    /// The part with an index that a node of this tree had.
    pub(crate) fn node(&self, at: u32) -> Node<'_> {
        Node { tree: self, at }
    }

    pub(super) fn text(&self, span: Span) -> &str {
        text(span, &self.source, &self.unescaped)
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

    /// Updates the length of an open container.
    pub(super) fn count(&mut self, container: u32, len: u32) {
        if let Entry::Array(extent) | Entry::Object(extent) = &mut self.entries[container as usize]
        {
            extent.len = len;
        }
    }

    /// Closes a container. The source is a parameter, since the reader owns it.
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

    pub(super) fn len(&self) -> u32 {
        // The reader's limit on the text keeps it smaller.
        u32::try_from(self.entries.len()).unwrap_or(OPEN)
    }
}

/// The characters of a string.
///
/// # Panics
///
/// If the span belongs to another text. The reader makes spans of the text that the tree holds, at the boundaries of tokens.
pub(super) fn text<'t>(span: Span, source: &'t str, unescaped: &'t str) -> &'t str {
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
    &holder[start as usize..end]
}

/// Trees are equal if their values are, however they were written.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.root().map(canonical) == other.root().map(canonical)
    }
}
