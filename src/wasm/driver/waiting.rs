use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use futures_util::future::{AbortHandle, abortable};
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;

use crate::execution::ExecutionKey;

/// The timers of a manager's executions: for the end of a delay, or of an attempt's timeout. Each execution has at most one,
/// which is cancelled when it continues.
#[derive(Clone, Default)]
pub(super) struct Waiting(Rc<RefCell<HashMap<ExecutionKey, Wait>>>);

struct Wait {
    /// The key of the waiting execution, which may change.
    key: Rc<Cell<ExecutionKey>>,
    timer: AbortHandle,
}

/// The maximum of a timer in milliseconds: a longer one would end at once. It is 24.8 days, longer than a page lives.
const LONGEST: f64 = 2_147_483_647.0;

impl Waiting {
    /// Starts a timer, in milliseconds. It calls back with the key that waits by then. One function for all timers: a copy
    /// for each would be three times the size.
    pub(super) fn begin(
        &self,
        key: ExecutionKey,
        milliseconds: f64,
        elapsed: Box<dyn FnOnce(ExecutionKey)>,
    ) {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "cut as timers cut it, and within the bounds"
        )]
        let timer = TimeoutFuture::new(milliseconds.clamp(0.0, LONGEST) as u32);
        let (timer, handle) = abortable(timer);
        let key = Rc::new(Cell::new(key));
        self.end(key.get());
        let wait = Wait {
            key: Rc::clone(&key),
            timer: handle,
        };
        self.0.borrow_mut().insert(key.get(), wait);
        let waiting = self.clone();
        spawn_local(async move {
            if timer.await.is_ok() {
                waiting.0.borrow_mut().remove(&key.get());
                elapsed(key.get());
            }
        });
    }

    /// Transfers a timer to another execution.
    pub(super) fn pass_on(&self, key: ExecutionKey, successor: ExecutionKey) {
        let mut waits = self.0.borrow_mut();
        if let Some(wait) = waits.remove(&key) {
            wait.key.set(successor);
            waits.insert(successor, wait);
        }
    }

    /// Cancels a timer.
    pub(super) fn end(&self, key: ExecutionKey) {
        let wait = self.0.borrow_mut().remove(&key);
        if let Some(wait) = wait {
            wait.timer.abort();
        }
    }

    /// Cancels all timers.
    pub(super) fn end_all(&self) {
        let waits = std::mem::take(&mut *self.0.borrow_mut());
        for wait in waits.into_values() {
            wait.timer.abort();
        }
    }
}
