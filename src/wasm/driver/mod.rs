//! The driver: `Raw…` classes over the core, waiting, and signals.
//!
//! Two rules keep it safe from re-entrancy. Methods take `&self`, and a borrow of the state inside ends before anything that
//! may run JavaScript: a conversion, a timer, the page's half. And what is called while an execution is under way takes and
//! returns numbers, text and `Raw…` objects only, so that no JavaScript runs inside of it: the page's globals are its code,
//! and what they throw would leave the object that was called borrowed for ever. `crossing` turns those into plain objects.

#![allow(
    clippy::missing_errors_doc,
    reason = "what a method throws stands in its summary"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "wasm_bindgen hands optional text and objects over by value"
)]
#![allow(
    clippy::float_cmp,
    reason = "wasm_bindgen's own code for an enum compares so"
)]

mod arguments;
mod crossing;
mod directive;
mod driven;
mod errors;
mod manager;
mod registry;
mod signals;
mod tool;
mod waiting;

pub use arguments::RawArguments;
pub use crossing::{RawBigIntegers, RawRecord, RawToolError};
pub use directive::{RawDirective, RawReading, RawStatus};
pub use errors::raw_categorize;
pub use manager::RawExecutionManager;
pub use registry::RawToolRegistry;
pub use signals::{
    abort_cancelled as raw_abort_cancelled, abort_timed_out as raw_abort_timed_out,
    make_controller as raw_make_controller,
};
pub use tool::RawTool;

use wasm_bindgen::prelude::*;

/// Runs when the module is instantiated.
#[wasm_bindgen(start)]
fn start() {
    super::panic::keep();
}
