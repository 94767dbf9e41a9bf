//! Definitions of tools written in Rust, as `register()` takes them. `examples/rust-tool` is a crate that uses them, and
//! `docs/rust-tools.md` its guide:
//!
//! ```ignore
//! #[wasm_bindgen(js_name = countWords, unchecked_return_type = "ToolDefinition<CountWordsArguments>")]
//! pub fn count_words() -> Result<JsValue, JsError> {
//!     define(Rc::new(CountWords), Rc::new(PageEnvironment::empty()))
//! }
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `definition` | the parts of a definition |
//! | `handler` | one call: its context, its outcome |
//! | `calls` | promises that settle, even if the module is stopped |
//! | `abort` | the call's signal |
//! | `crossing`, `failure` | values and failures on their way in and out |
//! | `within` | the context of the call, in which each of its steps runs |
//! | `environment` | the state that a page provides |

mod abort;
mod calls;
mod crossing;
mod definition;
mod environment;
mod failure;
mod handler;
mod within;

pub use crossing::{from_js, global, json_of, property, set, to_js};
pub use definition::define;
pub use environment::PageEnvironment;
pub use failure::thrown;
