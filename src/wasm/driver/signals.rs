//! The signals that handlers get. Functions without an object of the core: whoever hears of an abort may call anything,
//! also `free()` of the manager.

use wasm_bindgen::prelude::*;
use web_sys::{AbortController, DomException};

use crate::execution::Failure;

/// What an attempt's signal is aborted by: made when the handler looks at the signal for the first time.
#[wasm_bindgen(js_name = rawMakeController)]
pub fn make_controller() -> Result<AbortController, JsValue> {
    AbortController::new()
}

/// The execution was cancelled: its reason is an `AbortError`.
#[wasm_bindgen(js_name = rawAbortCancelled)]
pub fn abort_cancelled(controller: &AbortController, message: &str) -> Result<(), JsValue> {
    abort(controller, message, "AbortError")
}

/// The deadline passed, after so many milliseconds: its reason is a `TimeoutError` that says what the execution's error says.
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
