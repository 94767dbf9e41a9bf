//! The driver's half in Rust: `Raw…` classes over the core, and nothing else. The one folder that names `wasm_bindgen`.
//!
//! Two rules keep it safe from re-entrancy. Methods take `&self`, and a borrow of the state inside ends before the
//! method returns; and no method calls JavaScript code of the page, so none can be called while another runs.

#![allow(
    clippy::missing_errors_doc,
    reason = "what a method throws stands in its summary"
)]
#![allow(
    clippy::float_cmp,
    reason = "wasm_bindgen's own code for an enum compares so"
)]

#[cfg(feature = "runtime")]
mod arguments;
#[cfg(feature = "runtime")]
mod errors;
#[cfg(feature = "runtime")]
mod input;
#[cfg(feature = "runtime")]
mod json;
#[cfg(feature = "runtime")]
mod manager;
mod panic;
#[cfg(feature = "runtime")]
mod registry;
#[cfg(feature = "engine")]
mod schema;
#[cfg(feature = "runtime")]
mod tool;

#[cfg(feature = "runtime")]
pub use arguments::{RawArguments, RawArgumentsState};
#[cfg(feature = "runtime")]
pub use errors::raw_categorize;
#[cfg(feature = "runtime")]
pub use input::reserve as raw_reserve_input;
#[cfg(feature = "runtime")]
pub use manager::{RawDirective, RawExecutionManager, RawReading, RawStatus};
pub use panic::message as raw_panic_message;
#[cfg(feature = "runtime")]
pub use registry::RawToolRegistry;
#[cfg(feature = "engine")]
pub use schema::{Findings, RawSchema, SchemaFaults};
#[cfg(feature = "runtime")]
pub use tool::RawTool;
