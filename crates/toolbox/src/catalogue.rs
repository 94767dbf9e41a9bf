//! What the page's half has to know of the tools before the module is loaded.

use std::rc::Rc;

use ag_ui_lit::tool::AnyTool;

use crate::agents::Thinking;
use crate::files::{FileEdit, FileMultiEdit, FileRead, FileWrite, MemoryFiles, Workspace};
use crate::search::{GlobTool, GrepTool};

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
    let workspace = Workspace::new(Rc::new(MemoryFiles::default()));
    vec![
        Group {
            name: "agentTools",
            tools: vec![Rc::new(Thinking)],
        },
        Group {
            name: "fileTools",
            tools: vec![
                Rc::new(FileRead(workspace.clone())),
                Rc::new(FileWrite(workspace.clone())),
                Rc::new(FileEdit(workspace.clone())),
                Rc::new(FileMultiEdit(workspace.clone())),
            ],
        },
        Group {
            name: "searchTools",
            tools: vec![
                Rc::new(GrepTool(workspace.clone())),
                Rc::new(GlobTool(workspace)),
            ],
        },
    ]
}
