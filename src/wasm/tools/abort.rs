use std::future::Future;

use futures_util::future::{AbortHandle, Aborted, abortable};
use wasm_bindgen::prelude::*;
use web_sys::{AbortSignal, AddEventListenerOptions};

use super::crossing::property;
use crate::tool::AbortFlag;

/// The signal of a call, of any realm: a signal of a frame is not an instance of this page's `AbortSignal`.
pub(super) struct CallSignal(AbortSignal);

impl CallSignal {
    /// The signal of a handler's context.
    pub(super) fn of(context: &JsValue) -> Option<Self> {
        let signal = property(context, "signal");
        let is_one = property(&signal, "aborted").as_bool().is_some();
        is_one.then(|| Self(signal.unchecked_into()))
    }

    fn is_aborted(&self) -> bool {
        property(&self.0, "aborted").is_truthy()
    }

    /// The reason of the abort.
    pub(super) fn reason(&self) -> JsValue {
        property(&self.0, "reason")
    }
}

/// Runs a future until it ends or the signal is aborted, which drops it.
pub(super) async fn unless_aborted<T>(
    signal: Option<&CallSignal>,
    flag: AbortFlag,
    work: impl Future<Output = T>,
) -> Result<T, Aborted> {
    let (work, handle) = abortable(work);
    let _listening = signal.map(|signal| Listening::new(signal, flag, handle));
    work.await
}

/// A listener that is removed when this value is dropped.
struct Listening {
    signal: AbortSignal,
    listener: Closure<dyn Fn()>,
}

impl Listening {
    fn new(signal: &CallSignal, flag: AbortFlag, handle: AbortHandle) -> Self {
        let give_up = move || {
            flag.set();
            handle.abort();
        };
        if signal.is_aborted() {
            give_up();
        }
        let signal = signal.0.clone();
        let listener = Closure::<dyn Fn()>::new(give_up);
        let options = AddEventListenerOptions::new();
        options.set_once(true);
        let _added = signal.add_event_listener_with_callback_and_add_event_listener_options(
            "abort",
            listener.as_ref().unchecked_ref(),
            &options,
        );
        Self { signal, listener }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let listener = self.listener.as_ref().unchecked_ref();
        let _removed = self
            .signal
            .remove_event_listener_with_callback("abort", listener);
    }
}
