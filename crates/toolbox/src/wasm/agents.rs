use std::rc::Rc;

use ag_ui_lit::tool::State;
use ag_ui_lit::wasm::tools::PageEnvironment;
use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::definitions;
use crate::agents::Thinking;

/// `thinking`.
#[wasm_bindgen(js_name = rawAgentTools, unchecked_return_type = "ToolDefinition[]")]
pub fn agent_tools(options: JsValue) -> Result<Array, JsError> {
    let state: Rc<dyn State> = Rc::new(PageEnvironment::of(options));
    definitions(vec![Rc::new(Thinking)], &state)
}
