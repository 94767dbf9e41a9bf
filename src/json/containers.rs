use super::tree::Tree;

/// The open arrays and objects, outermost first.
#[derive(Debug, Default)]
pub(super) struct Containers(Vec<Container>);

/// An open array or object.
#[derive(Debug, Clone, Copy)]
pub(super) struct Container {
    /// The entry in the tree.
    pub(super) at: u32,
    pub(super) is_object: bool,
    /// The number of items or members so far. The tree's own count is updated now and then.
    pub(super) len: u32,
    keys: Keys,
}

impl Containers {
    pub(super) fn depth(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Container> {
        self.0.iter()
    }

    /// Returns true if the innermost container is an object, so that a key comes next.
    pub(super) fn is_in_object(&self) -> bool {
        self.0.last().is_some_and(|container| container.is_object)
    }

    /// Opens a container.
    pub(super) fn enter(&mut self, at: u32, is_object: bool, tree: &mut Tree) {
        self.count(tree);
        self.0.push(Container {
            at,
            is_object,
            len: 0,
            keys: Keys::default(),
        });
    }

    /// Closes the innermost container.
    pub(super) fn leave(&mut self, tree: &mut Tree, source: &str) {
        if let Some(ended) = self.0.pop() {
            tree.close(ended.at, ended.len, ended.keys.may_repeat, source);
        }
    }

    /// Counts an item or member of the innermost container. Returns true if it is an object; `None` without a container.
    pub(super) fn grow(&mut self) -> Option<bool> {
        let container = self.0.last_mut()?;
        container.len += 1;
        Some(container.is_object)
    }

    /// Records a key of the innermost container.
    pub(super) fn key(&mut self, key: &[u8]) {
        if let Some(container) = self.0.last_mut() {
            container.keys.take(key);
        }
    }

    /// Updates the tree's count of the innermost container.
    pub(super) fn count(&self, tree: &mut Tree) {
        if let Some(container) = self.0.last() {
            tree.count(container.at, container.len);
        }
    }
}

/// A summary of an object's keys, so that only possible duplicates are compared with each other.
#[derive(Debug, Clone, Copy, Default)]
struct Keys {
    /// Two bits for each key, by its fingerprint.
    seen: [u64; 2],
    may_repeat: bool,
}

impl Keys {
    fn take(&mut self, key: &[u8]) {
        let mark = fingerprint(key).wrapping_mul(0x9E37_79B9);
        let bits = [1 << (mark >> 26), 1 << (mark >> 20 & 63)];
        self.may_repeat |= self.seen[0] & bits[0] != 0 && self.seen[1] & bits[1] != 0;
        self.seen[0] |= bits[0];
        self.seen[1] |= bits[1];
    }
}

/// Differs for most keys of one object, and is cheaper to compare than they are.
pub(super) fn fingerprint(key: &[u8]) -> u32 {
    let byte = |at: usize| key.get(at).copied().unwrap_or_default();
    let last = key.len().wrapping_sub(1);
    #[allow(
        clippy::cast_possible_truncation,
        reason = "of longer keys the length need not be exact"
    )]
    let length = key.len() as u8;
    u32::from_le_bytes([length, byte(0), byte(key.len() / 2), byte(last)])
}
