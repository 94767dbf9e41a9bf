use super::tree::{Entry, Node, OPEN, Tree};

/// A step through a tree in the order of the text.
#[derive(Debug, Clone, Copy)]
pub enum Step<'t> {
    /// The key of the next member. It may still occur again later.
    Key(&'t str),
    /// A string, number, boolean or null, complete.
    Leaf(Node<'t>),
    /// An array or object starts. Its contents follow.
    Enter(Node<'t>),
    /// The container entered last has ended.
    Leave(Node<'t>),
}

/// Walks through a tree that may still grow: proceeds as far as everything is complete, and continues from there later. Each
/// step is taken once.
#[derive(Debug, Clone, Default)]
pub struct Walk {
    at: u32,
    open: Vec<u32>,
}

impl Walk {
    /// The next step; `None` until more is read.
    pub fn next<'t>(&mut self, tree: &'t Tree) -> Option<Step<'t>> {
        let node = |at| tree.node(at);
        if let Some(container) = self.open.last().copied() {
            let (Entry::Array(extent) | Entry::Object(extent)) = tree.entries[container as usize]
            else {
                return None;
            };
            if extent.end != OPEN && extent.end <= self.at {
                self.open.pop();
                return Some(Step::Leave(node(container)));
            }
        }
        let at = self.at;
        let step = match tree.entries.get(at as usize)? {
            Entry::String(span) | Entry::Key(span) | Entry::Shadowed(span) if span.end == OPEN => {
                return None;
            }
            Entry::Key(span) | Entry::Shadowed(span) => Step::Key(tree.text(*span)),
            Entry::Array(_) | Entry::Object(_) => {
                self.open.push(at);
                Step::Enter(node(at))
            }
            _ => Step::Leaf(node(at)),
        };
        self.at += 1;
        Some(step)
    }

    /// The text so far of the string that is being written, if the walk has reached it.
    #[must_use]
    pub fn open_string<'t>(&self, tree: &'t Tree) -> Option<&'t str> {
        match tree.entries.get(self.at as usize)? {
            Entry::String(span) if span.end == OPEN => Some(tree.text(*span)),
            _ => None,
        }
    }
}
