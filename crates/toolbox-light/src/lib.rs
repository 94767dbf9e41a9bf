//! The wasm module of the toolbox's tools for to-do lists, agents, runs, calendars and flights: a function for each group,
//! from its options to definitions. The tools are in `crates/toolbox`.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::missing_errors_doc,
    reason = "the only error is an invalid option"
)]

use ag_ui_lit_toolbox::wasm;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// The definitions of `agentTools()`.
#[wasm_bindgen(js_name = rawAgentTools, unchecked_return_type = "ToolDefinition[]")]
pub fn agent_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::agent_tools(options)
}

/// The definitions of `calendarTools()`.
#[wasm_bindgen(js_name = rawCalendarTools, unchecked_return_type = "ToolDefinition[]")]
pub fn calendar_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::calendar_tools(options)
}

/// The definitions of `flightTools()`.
#[wasm_bindgen(js_name = rawFlightTools, unchecked_return_type = "ToolDefinition[]")]
pub fn flight_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::flight_tools(options)
}

/// The definitions of `runTools()`.
#[wasm_bindgen(js_name = rawRunTools, unchecked_return_type = "ToolDefinition[]")]
pub fn run_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::run_tools(options)
}

/// The definitions of `todoTools()`.
#[wasm_bindgen(js_name = rawTodoTools, unchecked_return_type = "ToolDefinition[]")]
pub fn todo_tools(options: JsValue) -> Result<Array, JsError> {
    wasm::todo_tools(options)
}
