//! What the page's half has to know of the tools before the module is loaded.

use std::rc::Rc;

use ag_ui_lit::tool::AnyTool;

use crate::agents::Thinking;
use crate::page::{Click, Consent, GetPage, Limits, MemoryPage, Navigate, Page, Screenshot, Type};

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
            tools: vec![Rc::new(Thinking)],
        },
        Group {
            name: "pageTools",
            tools: page_tools(),
        },
    ]
}

fn page_tools() -> Vec<Rc<dyn AnyTool>> {
    let page: Rc<dyn Page> = Rc::new(MemoryPage::default());
    let consent = Consent::default();
    vec![
        Rc::new(GetPage {
            page: Rc::clone(&page),
            limits: Limits::default(),
        }),
        Rc::new(Click {
            page: Rc::clone(&page),
            consent: consent.clone(),
        }),
        Rc::new(Type {
            page: Rc::clone(&page),
            consent: consent.clone(),
            passwords: false,
        }),
        Rc::new(Navigate {
            page: Rc::clone(&page),
            consent,
        }),
        Rc::new(Screenshot { page }),
    ]
}
