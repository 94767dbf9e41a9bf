use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::ToolFailure;
use ag_ui_lit::wasm::tools::{from_js, property};
use js_sys::{Array, Function, Promise, Reflect};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// An error of the page's half, returned instead of thrown.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Thrown {
    message: String,
    category: ToolErrorCategory,
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    retry_after: Option<f64>,
    #[serde(default)]
    retryable: Option<bool>,
}

/// Calls a method of an object of the page's half, and waits for its result: `{ value }`, or `{ error }` as from
/// `categorizeError`.
pub(super) async fn later(
    owner: &JsValue,
    name: &str,
    arguments: &Array,
) -> Result<JsValue, ToolFailure> {
    let given = call(owner, name, arguments).map_err(|thrown| unexpected(&thrown))?;
    // Independent of its class: zone.js replaces `Promise`, and an async function returns the language's own.
    let given = JsFuture::from(Promise::resolve(&given))
        .await
        .map_err(|thrown| unexpected(&thrown))?;
    let error = property(&given, "error");
    if error.is_object() {
        return Err(failure(error));
    }
    Ok(property(&given, "value"))
}

/// The immediate result of a method, as a value; the default if it can't be read.
pub(super) fn now<T: DeserializeOwned + Default>(owner: &JsValue, name: &str) -> T {
    let given = call(owner, name, &Array::new());
    given
        .ok()
        .and_then(|given| from_js(given).ok())
        .unwrap_or_default()
}

/// Converts a value of the page's half.
pub(super) fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, ToolFailure> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| ToolFailure::new(format!("The page's answer can't be read: {error}.")))
}

fn call(owner: &JsValue, name: &str, arguments: &Array) -> Result<JsValue, JsValue> {
    let function = property(owner, name).dyn_into::<Function>()?;
    Reflect::apply(&function, owner, arguments)
}

fn failure(error: JsValue) -> ToolFailure {
    let Ok(thrown) = from_js::<Thrown>(error.clone()) else {
        return unexpected(&error);
    };
    let mut failure = ToolFailure::new(thrown.message).category(thrown.category);
    failure.code = thrown.code;
    failure.retryable = thrown.retryable;
    match thrown.retry_after {
        Some(time) => failure.retry_after(time),
        None => failure,
    }
}

fn unexpected(thrown: &JsValue) -> ToolFailure {
    let message = property(thrown, "message").as_string();
    ToolFailure::new(message.unwrap_or_else(|| "The page's function failed.".to_owned()))
}
