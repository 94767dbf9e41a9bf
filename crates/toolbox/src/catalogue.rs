//! What the page's half has to know of the tools before the module is loaded.

use std::rc::Rc;

use ag_ui_lit::tool::AnyTool;

use crate::agents::{
    ImageLimits, ImageRecognition, MemoryAgents, MemoryImages, Subagent, Thinking,
};
use crate::runs::{Batch, BatchLimits, MemoryCalls, MemoryWatch, ViewBackgroundProcesses};

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
    vec![
        Group {
            name: "agentTools",
            tools: vec![
                Rc::new(Thinking),
                Rc::new(Subagent::new(MemoryAgents::default(), 0)),
                Rc::new(ImageRecognition::new(
                    MemoryImages::default(),
                    ImageLimits::default(),
                )),
            ],
        },
        Group {
            name: "runTools",
            tools: vec![
                Rc::new(Batch::new(MemoryCalls::default(), BatchLimits::default())),
                Rc::new(ViewBackgroundProcesses::new(MemoryWatch::default())),
            ],
        },
    ]
}
