use super::{Entry, Extent, Node, Tree};

/// The rest of a container.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest<'t> {
    tree: &'t Tree,
    at: u32,
    end: u32,
    len: u32,
}

impl<'t> Rest<'t> {
    pub(super) fn inside(tree: &'t Tree, at: u32, container: Extent) -> Self {
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
pub struct Items<'t>(pub(super) Rest<'t>);

impl Items<'_> {
    /// The total number of items, including those already taken.
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
pub struct Members<'t>(pub(super) Rest<'t>);

impl<'t> Members<'t> {
    /// The total number of members, including those already taken.
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

impl<'t> Iterator for Members<'t> {
    type Item = (&'t str, Node<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        let Rest { tree, end, .. } = self.0;
        loop {
            let (key, member) = (self.0.at, self.0.at + 1);
            // A key whose member has not begun does not count yet.
            if member >= end {
                return None;
            }
            self.0.at = tree.after(member);
            if let Entry::Key(span) = tree.entries[key as usize] {
                return Some((tree.text(span), Node { tree, at: member }));
            }
        }
    }
}
