use std::rc::Rc;

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::ToolError;
use crate::json::ReadOptions;
use crate::schema::Verdict;
use crate::tool::{Definition, DefinitionIssue, EngineTask, Examination, Tool};

/// A definition that was checked.
#[wasm_bindgen]
pub struct RawTool {
    tool: Rc<Tool>,
    issues: Vec<DefinitionIssue>,
    for_engine: Vec<EngineTask>,
}

/// What is wrong with a definition.
#[derive(Serialize, Tsify)]
pub struct DefinitionFaults {
    /// Every fault.
    issues: Vec<DefinitionIssue>,
}

#[wasm_bindgen]
impl RawTool {
    /// Checks a definition. The tool must not be used when there are `issues`, or when the engine finds some.
    pub fn define(definition: &Ts<Definition>) -> Result<RawTool, JsError> {
        let Examination {
            tool,
            issues,
            for_engine,
        } = definition.to_rust()?.examine();
        Ok(Self {
            tool: Rc::new(tool),
            issues,
            for_engine,
        })
    }

    /// Every fault of the definition.
    pub fn issues(&self) -> Result<Vec<Ts<DefinitionIssue>>, JsError> {
        let issues = self.issues.iter().map(Tsify::into_ts);
        Ok(issues.collect::<Result<_, _>>()?)
    }

    /// The schemas that the engine must judge.
    #[wasm_bindgen(js_name = forEngine)]
    pub fn for_engine(&self) -> Result<Vec<Ts<EngineTask>>, JsError> {
        let tasks = self.for_engine.iter().map(Tsify::into_ts);
        Ok(tasks.collect::<Result<_, _>>()?)
    }

    /// Whether formats are checked.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn formats(&self) -> bool {
        self.tool.formats()
    }

    /// Whether argument text matches outside an execution; when not, the engine may still accept it, unless it is
    /// `unreadable`.
    #[must_use]
    pub fn accepts(&self, arguments: &str) -> bool {
        let verdict = self.tool.judge(arguments, ReadOptions::default());
        verdict == Ok(Verdict::Valid)
    }

    /// Why argument text can't be read.
    pub fn unreadable(&self, arguments: &str) -> Result<Option<Ts<ToolError>>, JsError> {
        let error = self.tool.judge(arguments, ReadOptions::default()).err();
        Ok(error.map(|error| error.into_ts()).transpose()?)
    }
}

impl DefinitionFaults {
    /// The faults as the value that is thrown.
    pub(super) fn thrown(issues: Vec<DefinitionIssue>) -> JsValue {
        Self { issues }
            .into_ts()
            .map_or_else(|error| JsError::from(error).into(), JsValue::from)
    }
}

impl RawTool {
    pub(super) fn shared(&self) -> Rc<Tool> {
        Rc::clone(&self.tool)
    }
}
