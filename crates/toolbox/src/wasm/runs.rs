use std::rc::Rc;

use ag_ui_lit::tool::{AnyTool, State, ToolFailure};
use ag_ui_lit::wasm::tools::{PageEnvironment, property};
use js_sys::{Array, Date};
use wasm_bindgen::prelude::*;

use super::agents::{crossing, size};
use super::definitions;
use super::page_function::{later, now, read};
use crate::runs::{
    BackgroundRun, Batch, BatchLimits, CallReport, CallRequest, Calls, ViewBackgroundProcesses,
    Watch,
};

/// `batch` and `view_background_processes`. The page's half passes the options, and has checked the page's own: see
/// `pkg-template/src/toolbox/runs/`.
pub fn run_tools(options: JsValue) -> Result<Array, JsError> {
    let state: Rc<dyn State> = Rc::new(PageEnvironment::of(property(&options, "environment")));
    let all = BatchLimits::default();
    let limits = BatchLimits {
        calls: size(&options, "maxCalls").unwrap_or(all.calls),
        concurrency: size(&options, "concurrency").unwrap_or(all.concurrency),
        each: size(&options, "maxResultLength").unwrap_or(all.each),
        total: size(&options, "maxTotalLength").unwrap_or(all.total),
    };
    let tools: Vec<Rc<dyn AnyTool>> = vec![
        Rc::new(Batch::new(PageCalls(options.clone()), limits)),
        Rc::new(ViewBackgroundProcesses::new(PageWatch(options))),
    ];
    definitions(tools, &state)
}

/// `{ call(request) }`
struct PageCalls(JsValue);

impl Calls for PageCalls {
    async fn call(&self, request: CallRequest) -> Result<CallReport, ToolFailure> {
        let arguments = Array::of1(&crossing(&request)?);
        read(later(&self.0, "call", &arguments).await?)
    }
}

/// `{ background() }`
struct PageWatch(JsValue);

impl Watch for PageWatch {
    fn now(&self) -> f64 {
        Date::now()
    }

    fn background(&self) -> Vec<BackgroundRun> {
        now(&self.0, "background")
    }
}
