use std::rc::Rc;

use ag_ui_lit::tool::{AnyTool, MemoryState, ToolContext, run_tool};
use ag_ui_lit_toolbox::agents::Thinking;
use serde_json::json;

#[test]
fn a_thought_is_noted() {
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(Thinking)];
    let context = ToolContext::of_call("thinking", "call-1", Rc::new(MemoryState::default()));
    let run = run_tool(&tools, &context, json!({ "thought": "First the list." }));
    let result = futures_executor::block_on(run);
    assert!(!result.is_error(), "{}", result.assistant_facing());
}
