//! The driver's half in Rust: `Raw…` classes over the core, and nothing else. The one folder that names `wasm_bindgen`.
//!
//! Two rules keep it safe from re-entrancy. Methods take `&self`, and a borrow of the state inside ends before the
//! method returns; and no method calls JavaScript code of the page, so none can be called while another runs.

mod errors;
mod manager;
mod panic;
mod registry;
mod tool;
