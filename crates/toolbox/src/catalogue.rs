//! The facts about the tools that the page's half needs before the module is loaded.

use std::rc::Rc;

use ag_ui_lit::tool::AnyTool;

use crate::agents::{
    ImageLimits, ImageRecognition, MemoryAgents, MemoryImages, Subagent, Thinking,
};
use crate::bash::{Bash, BashOptions, MemoryShell};
use crate::calendar::{ListEvents, google_messages};
use crate::files::{FileEdit, FileMultiEdit, FileRead, FileWrite, MemoryFiles, Workspace};
use crate::flights::{FlightLimits, SearchFlights, duffel_messages};
use crate::page::{Click, Consent, GetPage, Limits, MemoryPage, Navigate, Page, Screenshot, Type};
use crate::remote::{MemoryExchange, Service, ServiceMessages, Tokens};
use crate::runs::{Batch, BatchLimits, MemoryCalls, MemoryWatch, ViewBackgroundProcesses};
use crate::search::{GlobTool, GrepTool};
use crate::todo::{MemoryTodos, Notebook, TodoRead, TodoWrite};
use crate::web::{MemoryWeb, WebFetch, WebOptions};

/// A group of tools, as one function of the package returns them.
pub struct Group {
    /// The name of that function.
    pub name: &'static str,
    /// The tools. Their options do not matter here.
    pub tools: Vec<Rc<dyn AnyTool>>,
}

/// Every group, by name.
#[must_use]
pub fn groups() -> Vec<Group> {
    let group = |name, tools| Group { name, tools };
    vec![
        group("agentTools", agent_tools()),
        group("bashTool", bash_tool()),
        group("calendarTools", calendar_tools()),
        group("fileTools", file_tools()),
        group("flightTools", flight_tools()),
        group("pageTools", page_tools()),
        group("runTools", run_tools()),
        group("searchTools", search_tools()),
        group("todoTools", todo_tools()),
        group("webTools", web_tools()),
    ]
}

fn agent_tools() -> Vec<Rc<dyn AnyTool>> {
    vec![
        Rc::new(Thinking),
        Rc::new(Subagent::new(MemoryAgents::default(), 0)),
        Rc::new(ImageRecognition::new(
            MemoryImages::default(),
            ImageLimits::default(),
        )),
    ]
}

fn bash_tool() -> Vec<Rc<dyn AnyTool>> {
    let shell = Rc::new(MemoryShell::default());
    vec![Rc::new(Bash::new(shell, BashOptions::default()))]
}

fn calendar_tools() -> Vec<Rc<dyn AnyTool>> {
    vec![Rc::new(ListEvents(unreachable_service(google_messages())))]
}

fn file_tools() -> Vec<Rc<dyn AnyTool>> {
    let workspace = Workspace::new(Rc::new(MemoryFiles::default()));
    vec![
        Rc::new(FileRead(workspace.clone())),
        Rc::new(FileWrite(workspace.clone())),
        Rc::new(FileEdit(workspace.clone())),
        Rc::new(FileMultiEdit(workspace)),
    ]
}

fn flight_tools() -> Vec<Rc<dyn AnyTool>> {
    let service = unreachable_service(duffel_messages());
    vec![Rc::new(SearchFlights::new(
        service,
        FlightLimits::default(),
    ))]
}

fn unreachable_service(messages: ServiceMessages) -> Rc<Service<MemoryExchange>> {
    let exchange = Rc::new(MemoryExchange::default());
    Rc::new(Service::new(exchange, Tokens::default(), "", messages))
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

fn run_tools() -> Vec<Rc<dyn AnyTool>> {
    vec![
        Rc::new(Batch::new(MemoryCalls::default(), BatchLimits::default())),
        Rc::new(ViewBackgroundProcesses::new(MemoryWatch::default())),
    ]
}

fn search_tools() -> Vec<Rc<dyn AnyTool>> {
    let workspace = Workspace::new(Rc::new(MemoryFiles::default()));
    vec![
        Rc::new(GrepTool(workspace.clone())),
        Rc::new(GlobTool(workspace)),
    ]
}

fn todo_tools() -> Vec<Rc<dyn AnyTool>> {
    let notebook = Notebook::new(Rc::new(MemoryTodos::default()));
    vec![
        Rc::new(TodoRead::new(Rc::clone(&notebook))),
        Rc::new(TodoWrite::new(notebook)),
    ]
}

fn web_tools() -> Vec<Rc<dyn AnyTool>> {
    let web = Rc::new(MemoryWeb::default());
    vec![Rc::new(WebFetch::new(web, WebOptions::default()))]
}
