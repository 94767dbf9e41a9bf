//! A function for each group, from the options of the page's half to definitions. The modules `crates/toolbox-light`,
//! `toolbox-files`, `toolbox-web`, `toolbox-page` and `toolbox-bash` export them. This crate exports nothing itself, since
//! every module would contain it.

#![allow(
    clippy::needless_pass_by_value,
    clippy::missing_errors_doc,
    reason = "wasm_bindgen hands objects over by value; the only error is an invalid option"
)]

mod agents;
mod bash;
mod file_faults;
mod file_lock;
mod file_write;
mod files;
mod page;
mod page_files;
mod page_function;
mod remote;
mod runs;
mod storage;
mod todo;
mod travel;
mod web;

pub use agents::agent_tools;
pub use bash::bash_tool;
pub use files::{file_tools, search_tools};
pub use page::page_tools;
pub use runs::run_tools;
pub use todo::todo_tools;
pub use travel::{calendar_tools, flight_tools};
pub use web::web_tools;

use std::rc::Rc;

use ag_ui_lit::tool::{AnyTool, State};
use ag_ui_lit::wasm::tools::{define, property};
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of a group.
fn definitions(tools: Vec<Rc<dyn AnyTool>>, state: &Rc<dyn State>) -> Result<Array, JsError> {
    tools
        .into_iter()
        .map(|tool| define(tool, Rc::clone(state)))
        .collect()
}

/// An option that is a count. Values below 1 fall back to the default.
fn count(options: &JsValue, name: &str, otherwise: usize) -> usize {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate"
    )]
    property(options, name)
        .as_f64()
        .filter(|given| *given >= 1.0)
        .map_or(otherwise, |given| given as usize)
}
