//! What the page's half has to know of the tools before the module is loaded.

use std::rc::Rc;

use ag_ui_lit::tool::AnyTool;

use crate::agents::Thinking;
use crate::bash::{Bash, BashOptions, MemoryShell};
use crate::todo::{MemoryTodos, Notebook, TodoRead, TodoWrite};
use crate::web::{MemoryWeb, WebFetch, WebOptions};

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
    let notebook = Notebook::new(Rc::new(MemoryTodos::default()));
    vec![
        Group {
            name: "agentTools",
            tools: vec![Rc::new(Thinking)],
        },
        Group {
            name: "bashTool",
            tools: vec![Rc::new(Bash::new(Rc::new(MemoryShell::default()), BashOptions::default()))],
        },
        Group {
            name: "todoTools",
            tools: vec![
                Rc::new(TodoRead::new(Rc::clone(&notebook))),
                Rc::new(TodoWrite::new(notebook)),
            ],
        },
        Group {
            name: "webTools",
            tools: vec![Rc::new(WebFetch::new(
                Rc::new(MemoryWeb::default()),
                WebOptions::default(),
            ))],
        },
    ]
}
