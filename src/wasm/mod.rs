//! The driver's half in Rust: `Raw…` classes over the core, and nothing else. The one folder that names `wasm_bindgen`.
//!
//! Two rules keep it safe from re-entrancy. Methods take `&self`, and a borrow of the state inside ends before the
//! method returns; and no method calls JavaScript, so none can be called while another runs. The page's globals are its
//! code too: a polyfill of `Number` may throw, or call the method that asked for it. So nothing is imported but what
//! wasm-bindgen needs for itself, and `tests/imports.rs` keeps it so.

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
mod panic;
mod registry;
mod schema;
mod tool;

pub use arguments::{RawArguments, RawArgumentsState};
pub use errors::raw_categorize;
pub use input::reserve as raw_reserve_input;
pub use manager::{RawDirective, RawExecutionManager, RawReading, RawStatus};
pub use panic::message as raw_panic_message;
pub use registry::RawToolRegistry;
pub use schema::RawSchema;
pub use tool::RawTool;
