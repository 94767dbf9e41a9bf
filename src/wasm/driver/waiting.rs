use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use futures_util::future::{AbortHandle, abortable};
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;

use crate::execution::ExecutionKey;

/// What the executions of a manager wait for: the end of a delay, or of the time that an attempt may take. One at a time; it
/// is given up when the execution goes on.
#[derive(Clone, Default)]
pub(super) struct Waiting(Rc<RefCell<HashMap<ExecutionKey, Wait>>>);

struct Wait {
    /// Who waits: it may be passed on.
    key: Rc<Cell<ExecutionKey>>,
    timer: AbortHandle,
}

/// What a timer takes at the most: a longer time would be over at once. It is 24.8 days, longer than pages live.
const LONGEST: f64 = 2_147_483_647.0;

impl Waiting {
    /// Waits for so many milliseconds, then calls back with the key of who waits by then. One function for all that is waited
    /// for: a copy for each would be thrice the size.
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

    /// Somebody else waits in its place.
    pub(super) fn pass_on(&self, key: ExecutionKey, successor: ExecutionKey) {
        let mut waits = self.0.borrow_mut();
        if let Some(wait) = waits.remove(&key) {
            wait.key.set(successor);
            waits.insert(successor, wait);
        }
    }

    /// Gives up waiting.
    pub(super) fn end(&self, key: ExecutionKey) {
        let wait = self.0.borrow_mut().remove(&key);
        if let Some(wait) = wait {
            wait.timer.abort();
        }
    }

    /// Gives up all waiting.
    pub(super) fn end_all(&self) {
        let waits = std::mem::take(&mut *self.0.borrow_mut());
        for wait in waits.into_values() {
            wait.timer.abort();
        }
    }
}
