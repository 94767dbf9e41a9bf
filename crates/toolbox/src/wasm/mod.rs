//! What the page's half calls: for each group a function from its options to definitions.

mod agents;
mod file_faults;
mod file_lock;
mod file_write;
mod files;
mod page;
mod page_files;
mod page_function;
mod runs;
mod storage;

use std::rc::Rc;

use ag_ui_lit::tool::{AnyTool, State};
use ag_ui_lit::wasm::tools::define;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of a group.
fn definitions(tools: Vec<Rc<dyn AnyTool>>, state: &Rc<dyn State>) -> Result<Array, JsError> {
    tools
        .into_iter()
        .map(|tool| define(tool, Rc::clone(state)))
        .collect()
}
