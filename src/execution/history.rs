use std::collections::{BinaryHeap, HashMap, VecDeque};

/// The number of an execution within its manager. Never 0 and never reused.
pub type ExecutionKey = u32;

/// The running executions, and a bounded number of finished ones. The oldest finished one is removed first.
#[derive(Debug)]
pub(super) struct History<T> {
    entries: HashMap<ExecutionKey, T>,
    finished: VecDeque<ExecutionKey>,
    last_key: ExecutionKey,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self {
            entries: HashMap::default(),
            finished: VecDeque::new(),
            last_key: 0,
        }
    }
}

impl<T> History<T> {
    pub(super) fn add(&mut self, entry: T) -> ExecutionKey {
        self.last_key += 1;
        self.entries.insert(self.last_key, entry);
        self.last_key
    }

    pub(super) fn get(&self, key: ExecutionKey) -> Option<&T> {
        self.entries.get(&key)
    }

    pub(super) fn get_mut(&mut self, key: ExecutionKey) -> Option<&mut T> {
        self.entries.get_mut(&key)
    }

    /// The keys of the entries that match, oldest first.
    pub(super) fn keys_where(&self, is_asked: impl Fn(&T) -> bool) -> Vec<ExecutionKey> {
        let entries = self.entries.iter();
        let keys: BinaryHeap<_> = entries
            .filter(|(_, entry)| is_asked(entry))
            .map(|(key, _)| *key)
            .collect();
        keys.into_sorted_vec()
    }

    /// Counts an entry as finished. Returns the key of the entry that is removed in turn.
    pub(super) fn retire(&mut self, key: ExecutionKey, most: usize) -> Option<ExecutionKey> {
        self.finished.push_back(key);
        if self.finished.len() <= most {
            return None;
        }
        let oldest = self.finished.pop_front()?;
        self.entries.remove(&oldest);
        Some(oldest)
    }
}
