use ag_ui_lit::wasm::tools::property;
use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::files::FilesError;

/// The result of a promise.
pub async fn settled(promise: Promise) -> Result<JsValue, JsValue> {
    JsFuture::from(promise).await
}

/// Returns true if a file is in place of a folder, or the other way round.
pub fn is_type_mismatch(thrown: &JsValue) -> bool {
    name_of(thrown) == "TypeMismatchError"
}

/// Returns true if there is no space left.
pub fn is_no_space(thrown: &JsValue) -> bool {
    name_of(thrown) == "QuotaExceededError"
}

/// Converts a browser's error (<https://fs.spec.whatwg.org>).
pub fn fault(thrown: &JsValue) -> FilesError {
    let message = property(thrown, "message").as_string().unwrap_or_default();
    match name_of(thrown).as_str() {
        "NotFoundError" => FilesError::NotFound,
        "TypeMismatchError" => FilesError::IsFolder,
        "NoModificationAllowedError" => FilesError::Busy,
        "NotReadableError" | "InvalidStateError" => FilesError::Changed,
        "QuotaExceededError" => FilesError::NoSpace { free: None },
        "NotAllowedError" | "SecurityError" => {
            FilesError::Denied(format!("the browser does not allow it ({message})."))
        }
        "TypeError" => FilesError::NameRefused(message),
        name => FilesError::Other(format!("{name}: {message}")),
    }
}

fn name_of(thrown: &JsValue) -> String {
    property(thrown, "name").as_string().unwrap_or_default()
}
