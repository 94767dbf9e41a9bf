//! The driver: `Raw…` classes over the core, waiting, and signals.
//!
//! Two rules make it safe under re-entrancy. Methods take `&self`, and a borrow of the inner state ends before anything that
//! may run JavaScript: a conversion, a timer, the page's half. And the functions that are called while an execution is
//! pending take and return only numbers, text and `Raw…` objects, so that no JavaScript runs inside them: the page's globals
//! are its own code, and an exception of theirs would leave the called object borrowed forever. `crossing` converts those
//! objects to plain ones.

#![allow(
    clippy::missing_errors_doc,
    reason = "the summary of a method names what it throws"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "wasm_bindgen hands optional text and objects over by value"
)]
#![allow(
    clippy::float_cmp,
    reason = "wasm_bindgen's own code for an enum compares like this"
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
