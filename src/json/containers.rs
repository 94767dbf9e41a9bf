use super::tree::Tree;

/// The arrays and objects whose end has not been read, outermost first.
#[derive(Debug, Default)]
pub(super) struct Containers(Vec<Container>);

/// One of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Container {
    /// Its entry in the tree.
    pub(super) at: u32,
    pub(super) is_object: bool,
    /// Its items or members so far. The tree's own count is brought up to date now and then.
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

    /// Whether a key comes next in the innermost one, rather than an item.
    pub(super) fn is_in_object(&self) -> bool {
        self.0.last().is_some_and(|container| container.is_object)
    }

    /// One more begins.
    pub(super) fn enter(&mut self, at: u32, is_object: bool, tree: &mut Tree) {
        self.count(tree);
        self.0.push(Container {
            at,
            is_object,
            len: 0,
            keys: Keys::default(),
        });
    }

    /// The innermost one ends.
    pub(super) fn leave(&mut self, tree: &mut Tree, source: &str) {
        if let Some(ended) = self.0.pop() {
            tree.close(ended.at, ended.len, ended.keys.may_repeat, source);
        }
    }

    /// The innermost one, if there is one, has one more item or member. Says whether it is an object.
    pub(super) fn grow(&mut self) -> Option<bool> {
        let container = self.0.last_mut()?;
        container.len += 1;
        Some(container.is_object)
    }

    /// Takes a key of the innermost one.
    pub(super) fn key(&mut self, key: &[u8]) {
        if let Some(container) = self.0.last_mut() {
            container.keys.take(key);
        }
    }

    /// Tells the tree how much there is in the innermost one.
    pub(super) fn count(&self, tree: &mut Tree) {
        if let Some(container) = self.0.last() {
            tree.count(container.at, container.len);
        }
    }
}

/// What is remembered of an object's keys, so that only those that may stand there twice are compared with each other.
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

/// Differs for most keys of one object, and costs less to compare than they do.
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
