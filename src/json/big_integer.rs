use serde::Serialize;

use super::containers::Containers;
use super::tree::{Entry, Tree, text};

/// An integer that a double can't hold, and its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct BigInteger {
    /// Keys and indexes from the whole value to the integer.
    pub path: Vec<PathSegment>,
    /// Its digits, perhaps with a sign.
    pub digits: String,
    /// Its entry in the tree.
    #[serde(skip)]
    pub(super) entry: u32,
}

/// A step into a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub enum PathSegment {
    /// A step into an object.
    Key(String),
    /// A step into an array.
    Index(usize),
}

impl BigInteger {
    /// The number of its node in the tree, as [`Node::index`](super::Node::index).
    #[must_use]
    pub fn index(&self) -> u32 {
        self.entry
    }
}

/// The path of the entry that comes next, by the open containers and the source.
pub(super) fn path_to(tree: &Tree, open: &Containers, source: &str) -> Vec<PathSegment> {
    let inner = open.iter().skip(1).map(|container| container.at);
    open.iter()
        .zip(inner.chain([tree.len()]))
        .map(|(container, inner)| {
            if !container.is_object {
                return PathSegment::Index(container.len as usize);
            }
            match tree.entries[inner as usize - 1] {
                Entry::Key(span) => {
                    PathSegment::Key(text(span, source, &tree.unescaped).to_owned())
                }
                _ => PathSegment::Index(0),
            }
        })
        .collect()
}

/// The size of a path in bytes.
pub(super) fn size_of(path: &[PathSegment]) -> usize {
    let keys = path.iter().map(|segment| match segment {
        PathSegment::Key(key) => key.len(),
        PathSegment::Index(_) => 0,
    });
    keys.sum::<usize>() + std::mem::size_of_val(path)
}
