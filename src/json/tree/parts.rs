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
pub struct Members<'t>(pub(super) Rest<'t>);

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
