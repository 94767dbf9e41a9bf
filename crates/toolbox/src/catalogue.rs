//! What the page's half has to know of the tools before the module is loaded.

use std::rc::Rc;

use ag_ui_lit::tool::AnyTool;

use crate::agents::Thinking;

/// A group of tools, as one function of the package gives them.
pub struct Group {
    /// The name of that function.
    pub name: &'static str,
    /// Its tools, with options that do not matter here.
    pub tools: Vec<Rc<dyn AnyTool>>,
}

/// Every group, in the order of the guide.
#[must_use]
pub fn groups() -> Vec<Group> {
    vec![Group {
        name: "agentTools",
        tools: vec![Rc::new(Thinking)],
    }]
}
