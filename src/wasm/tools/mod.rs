//! Definitions of tools written in Rust, as `register()` takes them.
//!
//! ```ignore
//! use std::rc::Rc;
//! use ag_ui_lit::wasm::tools::{PageEnvironment, define};
//! use wasm_bindgen::prelude::*;
//!
//! #[wasm_bindgen(js_name = countWords, unchecked_return_type = "ToolDefinition<CountWordsArguments>")]
//! pub fn count_words() -> Result<JsValue, JsError> {
//!     define(Rc::new(CountWords), Rc::new(PageEnvironment::empty()))
//! }
//! ```

mod abort;
mod calls;
mod crossing;
mod definition;
mod environment;
mod failure;
mod handler;

pub use crossing::{from_js, json_of, property, set, to_js};
pub use definition::define;
pub use environment::PageEnvironment;
pub use failure::thrown;
