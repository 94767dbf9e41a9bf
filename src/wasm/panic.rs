//! The message of the panic that stopped a module, for later callers.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message of a panic. To be called when a module is instantiated. The caller of the trap only gets a bare
/// `RuntimeError: unreachable`, which the TypeScript half replaces by this text.
pub fn keep() {
    std::panic::set_hook(Box::new(|info| {
        LAST.with(|last| {
            if let Ok(mut last) = last.try_borrow_mut() {
                *last = Some(info.to_string());
            }
        });
    }));
}

/// The message of the panic that stopped the module, if one did.
#[wasm_bindgen(js_name = rawPanicMessage)]
#[must_use]
pub fn message() -> Option<String> {
    LAST.with(|last| last.borrow().clone())
}
