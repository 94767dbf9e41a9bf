//! The driver's half in Rust: `Raw…` classes over the core, and nothing else. The one folder that names `wasm_bindgen`.
//!
//! Two rules keep it safe from re-entrancy. Methods take `&self`, and a borrow of the state inside ends before the
//! method returns; and no method calls JavaScript code of the page, so none can be called while another runs. What is
//! imported is the language's (`numbers`), or our own over it (`unicode`): how numbers are written, what Unicode says.

#![allow(
    clippy::missing_errors_doc,
    reason = "what a method throws stands in its summary"
)]
#![allow(
    clippy::float_cmp,
    reason = "wasm_bindgen's own code for an enum compares so"
)]

mod arguments;
mod errors;
mod input;
mod json;
mod manager;
pub(crate) mod numbers;
mod panic;
mod registry;
mod schema;
mod tool;
pub(crate) mod unicode;

pub use arguments::{RawArguments, RawArgumentsState};
pub use errors::raw_categorize;
pub use input::reserve as raw_reserve_input;
pub use manager::{RawDirective, RawExecutionManager, RawReading, RawStatus};
pub use panic::message as raw_panic_message;
pub use registry::RawToolRegistry;
pub use schema::RawSchema;
pub use tool::RawTool;
pub use unicode::{UnicodeSource, set as raw_set_unicode};
