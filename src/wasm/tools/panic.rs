//! A panic is a bug. It stops the module, and with it whatever waits: each such call is told before the trap, and each later
//! one at once.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::panic::{set_hook, take_hook};

use js_sys::{Error, Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

thread_local! {
    static STOPPED: RefCell<Option<String>> = const { RefCell::new(None) };
    static WAITING: RefCell<BTreeMap<u32, Function>> = const { RefCell::new(BTreeMap::new()) };
    static LAST: Cell<u32> = const { Cell::new(0) };
    static IS_KEPT: Cell<bool> = const { Cell::new(false) };
}

/// A promise of what a future gives; it is rejected when the module stops.
pub(super) fn promise(work: impl Future<Output = Result<JsValue, JsValue>> + 'static) -> Promise {
    keep();
    if let Some(stopped) = STOPPED.with_borrow(Clone::clone) {
        return Promise::reject(&Error::new(&stopped));
    }
    let key = LAST.get().wrapping_add(1);
    LAST.set(key);
    let mut work = Some(work);
    Promise::new(&mut |resolve: Function, reject: Function| {
        let Some(work) = work.take() else { return };
        WAITING.with_borrow_mut(|waiting| waiting.insert(key, reject.clone()));
        spawn_local(async move {
            let outcome = work.await;
            WAITING.with_borrow_mut(|waiting| waiting.remove(&key));
            let _heard = match outcome {
                Ok(value) => resolve.call1(&JsValue::UNDEFINED, &value),
                Err(thrown) => reject.call1(&JsValue::UNDEFINED, &thrown),
            };
        });
    })
}

/// Hears of panics, besides whoever does already.
fn keep() {
    if IS_KEPT.replace(true) {
        return;
    }
    let other = take_hook();
    set_hook(Box::new(move |info| {
        other(info);
        stop(&format!(
            "The tools' WebAssembly module has stopped, which is a bug in it: {info}. Reload the page to use its tools again."
        ));
    }));
}

/// What can't be borrowed here was being changed when it happened: those calls are left.
fn stop(message: &str) {
    let _kept = STOPPED.try_with(|stopped| {
        if let Ok(mut stopped) = stopped.try_borrow_mut() {
            *stopped = Some(message.to_owned());
        }
    });
    let waiting = WAITING.try_with(|waiting| {
        waiting
            .try_borrow_mut()
            .ok()
            .map(|mut all| std::mem::take(&mut *all))
    });
    for reject in waiting
        .ok()
        .flatten()
        .into_iter()
        .flatten()
        .map(|(_, reject)| reject)
    {
        let _heard = reject.call1(&JsValue::UNDEFINED, &Error::new(message));
    }
}
