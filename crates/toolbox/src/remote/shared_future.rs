use std::cell::RefCell;

use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared, WeakShared};

/// A shared future: work that is done once for all simultaneous callers. It continues as long as one of them waits.
pub(super) struct SharedFuture<K, T: Clone> {
    running: RefCell<Option<(K, WeakShared<LocalBoxFuture<'static, T>>)>>,
}

impl<K, T: Clone> Default for SharedFuture<K, T> {
    fn default() -> Self {
        Self {
            running: RefCell::new(None),
        }
    }
}

impl<K: PartialEq, T: Clone> SharedFuture<K, T> {
    /// The pending work for a key, or new work from `start`.
    pub fn run(
        &self,
        key: K,
        start: impl FnOnce() -> LocalBoxFuture<'static, T>,
    ) -> Shared<LocalBoxFuture<'static, T>> {
        if let Some(running) = self.running(&key) {
            return running;
        }
        let started = start().shared();
        *self.running.borrow_mut() = started.downgrade().map(|weak| (key, weak));
        started
    }

    fn running(&self, key: &K) -> Option<Shared<LocalBoxFuture<'static, T>>> {
        let running = self.running.borrow();
        let (of, weak) = running.as_ref()?;
        let shared = weak.upgrade().filter(|_| of == key)?;
        shared.peek().is_none().then_some(shared)
    }
}
