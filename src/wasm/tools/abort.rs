use std::future::Future;

use futures_util::future::{AbortHandle, Aborted, abortable};
use wasm_bindgen::prelude::*;
use web_sys::{AbortSignal, AddEventListenerOptions};

use crate::tool::AbortFlag;

/// Runs a future until it ends or the signal is aborted, which drops it.
pub(super) async fn unless_aborted<T>(
    signal: Option<AbortSignal>,
    flag: AbortFlag,
    work: impl Future<Output = T>,
) -> Result<T, Aborted> {
    let (work, handle) = abortable(work);
    let _listening = signal.map(|signal| Listening::new(signal, flag, handle));
    work.await
}

/// A listener that is there as long as this is.
struct Listening {
    signal: AbortSignal,
    listener: Closure<dyn FnMut()>,
}

impl Listening {
    fn new(signal: AbortSignal, flag: AbortFlag, handle: AbortHandle) -> Self {
        let aborted = signal.aborted();
        let give_up = move || {
            flag.set();
            handle.abort();
        };
        if aborted {
            give_up();
        }
        let listener = Closure::<dyn FnMut()>::new(give_up);
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
