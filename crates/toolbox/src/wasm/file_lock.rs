use std::any::Any;

use ag_ui_lit::wasm::tools::{global, property};
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;
use web_sys::AbortController;

use super::file_faults::settled;
use super::page_files::object;
use crate::files::FilesError;

/// The maximum wait for another tab's write, in milliseconds.
const MAX_WAIT: u32 = 10_000;

#[wasm_bindgen]
extern "C" {
    /// `navigator.locks` (<https://w3c.github.io/web-locks>).
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(
        this: &LockManager,
        name: &str,
        options: &JsValue,
        granted: &JsValue,
    ) -> Result<Promise, JsValue>;
}

/// A lock, held or requested until this value is dropped.
struct Held {
    release: Function,
    waiting: AbortController,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.waiting.abort();
        let _released = self.release.call0(&JsValue::UNDEFINED);
    }
}

/// Holds the lock of a file, in all tabs. Without locks only the tracker guards the file.
pub async fn lock(key: &str) -> Result<Box<dyn Any>, FilesError> {
    let Some(locks) = locks() else {
        return Ok(Box::new(()));
    };
    let Ok(waiting) = AbortController::new() else {
        return Ok(Box::new(()));
    };
    let signal: JsValue = waiting.signal().into();
    let (until_released, release) = promise();
    let held = Held { release, waiting };
    let (is_granted, grant) = promise();
    let granted = Closure::once_into_js(move |_lock: JsValue| -> Promise {
        let _told = grant.call0(&JsValue::UNDEFINED);
        until_released
    });
    let options = object(&[("signal", signal)]);
    let name = format!("ag-ui-lit.file {key}");
    let Ok(request) = locks.request(&name, &options, &granted) else {
        return Ok(Box::new(()));
    };
    // The rejection is handled here, even if there is no caller anymore.
    let (is_refused, refuse) = promise();
    spawn_local(async move {
        if settled(request).await.is_err() {
            let _told = refuse.call0(&JsValue::UNDEFINED);
        }
    });
    let answer = select(Box::pin(settled(is_granted)), Box::pin(settled(is_refused)));
    match select(answer, TimeoutFuture::new(MAX_WAIT)).await {
        Either::Left((Either::Left(_), _)) => Ok(Box::new(held)),
        Either::Left((Either::Right(_), _)) => Ok(Box::new(())),
        Either::Right(_) => Err(FilesError::Busy),
    }
}

fn locks() -> Option<LockManager> {
    let locks = property(&property(&global(), "navigator"), "locks");
    property(&locks, "request")
        .is_function()
        .then(|| locks.unchecked_into())
}

/// A promise, and the function that resolves it.
fn promise() -> (Promise, Function) {
    let mut resolve = Function::default();
    let promise = Promise::new(&mut |give: Function, _reject: Function| resolve = give);
    (promise, resolve)
}
