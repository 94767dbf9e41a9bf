//! Calls as promises that always settle, even if the module is stopped.
//!
//! A panic is a bug, and stops the module: each waiting call is rejected before the trap, and each later one at once. An
//! exception of the page's code that passes through the module, or a trap without a panic, ends the one call in which it
//! happened. Either leaves borrows that never end, so the state here is always changed in one step, without running code of
//! the page.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::panic::{set_hook, take_hook};
use std::pin::pin;
use std::task::Poll;

use js_sys::{Error, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::failure::thrown;
use super::within::Within;
use crate::error::ToolErrorCategory;
use crate::tool::ToolFailure;

type Key = u32;

thread_local! {
    static STOPPED: RefCell<Option<String>> = const { RefCell::new(None) };
    /// The functions that reject pending calls.
    static WAITING: RefCell<BTreeMap<Key, Function>> = const { RefCell::new(BTreeMap::new()) };
    static LAST: Cell<Key> = const { Cell::new(0) };
    /// The current call. Calls never nest: each step runs in a microtask.
    static RUNNING: Cell<Option<Key>> = const { Cell::new(None) };
    static IS_WATCHING: Cell<bool> = const { Cell::new(false) };
}

/// A promise of a future's output. Each step of the future runs in the context of its own call.
pub(super) fn promise(
    within: Within,
    work: impl Future<Output = Result<JsValue, JsValue>> + 'static,
) -> Promise {
    watch_panics();
    if let Some(stopped) = stopped() {
        return Promise::reject(&failure(&stopped));
    }
    let key = LAST.get().wrapping_add(1);
    LAST.set(key);
    let mut work = Some((within, work));
    Promise::new(&mut |resolve: Function, reject: Function| {
        let Some((within, work)) = work.take() else {
            return;
        };
        WAITING.with_borrow_mut(|waiting| waiting.insert(key, reject.clone()));
        spawn_local(async move {
            let Some(outcome) = watched(key, within, work).await else {
                return;
            };
            WAITING.with_borrow_mut(|waiting| waiting.remove(&key));
            let _heard = match outcome {
                Ok(value) => resolve.call1(&JsValue::UNDEFINED, &value),
                Err(thrown) => reject.call1(&JsValue::UNDEFINED, &thrown),
            };
        });
    })
}

/// The message of the panic that has stopped the module.
pub(super) fn stopped() -> Option<String> {
    STOPPED.with_borrow(Clone::clone)
}

/// Runs the work of a call; `None` once the module has stopped, after which no step runs.
async fn watched<T>(key: Key, within: Within, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(move |context| {
        if stopped().is_some() {
            return Poll::Ready(None);
        }
        RUNNING.set(Some(key));
        spawn_local(async { reject_interrupted() });
        let polled = within.run(|| work.as_mut().poll(context));
        RUNNING.set(None);
        polled.map_or(Poll::Ready(None), |polled| polled.map(Some))
    })
    .await
}

/// Rejects the current call in the microtask after its step, if it did not reach the end of the step.
fn reject_interrupted() {
    let Some(key) = RUNNING.take() else { return };
    let reject = WAITING.with_borrow_mut(|waiting| waiting.remove(&key));
    if let Some(reject) = reject {
        let message = "An exception that the tool does not handle has ended the call. The browser's console shows it.";
        let _heard = reject.call1(&JsValue::UNDEFINED, &Error::new(message));
    }
}

/// Installs a panic hook that runs before existing ones: those may throw.
pub(super) fn watch_panics() {
    if IS_WATCHING.replace(true) {
        return;
    }
    let other = take_hook();
    set_hook(Box::new(move |info| {
        stop(&format!(
            "The tools' WebAssembly module has stopped, which is a bug in it: {info}. It is not known whether a call that was under way \
             took effect. Reload the page to use its tools again."
        ));
        other(info);
    }));
}

/// Rejects the waiting calls. State that can't be borrowed here was being changed at the time, so its calls are left out.
/// The first panic counts, since a later one may be its consequence.
fn stop(message: &str) {
    let _kept = STOPPED.try_with(|stopped| {
        if let Ok(mut stopped) = stopped.try_borrow_mut() {
            stopped.get_or_insert_with(|| message.to_owned());
        }
    });
    RUNNING.set(None);
    let failure = failure(message);
    for reject in take_waiting().into_values() {
        let _heard = reject.call1(&JsValue::UNDEFINED, &failure);
    }
}

/// The failure of a stopped module: not a fault of the arguments, and not to be retried.
fn failure(message: &str) -> JsValue {
    let failure = ToolFailure::new(message).category(ToolErrorCategory::Transient);
    thrown(&failure.retryable(false).code("module_stopped"))
}

fn take_waiting() -> BTreeMap<Key, Function> {
    let taken =
        WAITING.try_with(|waiting| Some(std::mem::take(&mut *waiting.try_borrow_mut().ok()?)));
    taken.ok().flatten().unwrap_or_default()
}
