//! The signals of handlers. These are functions without an object of the core: a listener of an abort may call anything,
//! including `free()` of the manager.

use wasm_bindgen::prelude::*;
use web_sys::{AbortController, DomException};

use crate::execution::Failure;

/// Makes the controller of an attempt's signal, when the handler first reads the signal.
#[wasm_bindgen(js_name = rawMakeController)]
pub fn make_controller() -> Result<AbortController, JsValue> {
    AbortController::new()
}

/// Aborts the signal of a cancelled execution, with an `AbortError` as the reason.
#[wasm_bindgen(js_name = rawAbortCancelled)]
pub fn abort_cancelled(controller: &AbortController, message: &str) -> Result<(), JsValue> {
    abort(controller, message, "AbortError")
}

/// Aborts the signal at the deadline, in milliseconds. The reason is a `TimeoutError` with the message of the execution's
/// error.
#[wasm_bindgen(js_name = rawAbortTimedOut)]
pub fn abort_timed_out(
    controller: &AbortController,
    attempt: u32,
    timeout: f64,
) -> Result<(), JsValue> {
    let Failure { error, .. } = Failure::timed_out(attempt, timeout);
    abort(controller, &error.message, "TimeoutError")
}

fn abort(controller: &AbortController, message: &str, name: &str) -> Result<(), JsValue> {
    let reason = DomException::new_with_message_and_name(message, name)?;
    controller.abort_with_reason(&reason);
    Ok(())
}
