use std::rc::Rc;

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::ToolError;
use crate::json::{BigIntegers, ReadOptions};
use crate::tool::{Definition, DefinitionIssue, Examination, Tool};

/// A definition that was checked.
#[wasm_bindgen]
pub struct RawTool {
    tool: Rc<Tool>,
    issues: Vec<DefinitionIssue>,
}

/// What is wrong with a definition.
#[derive(Serialize, Tsify)]
pub struct DefinitionFaults {
    /// Every fault.
    issues: Vec<DefinitionIssue>,
}

#[wasm_bindgen]
impl RawTool {
    /// Checks a definition. The tool must not be used when there are `issues`.
    pub fn define(definition: &Ts<Definition>) -> Result<RawTool, JsError> {
        let Examination { tool, issues } = definition.to_rust()?.examine();
        Ok(Self {
            tool: Rc::new(tool),
            issues,
        })
    }

    /// Every fault of the definition.
    pub fn issues(&self) -> Result<Vec<Ts<DefinitionIssue>>, JsError> {
        let issues = self.issues.iter().map(Tsify::into_ts);
        Ok(issues.collect::<Result<_, _>>()?)
    }

    /// What is wrong with argument text outside an execution, if something is: that it can't be read, or does not match.
    pub fn fault(
        &self,
        arguments: &str,
        max_depth: u32,
    ) -> Result<Option<Ts<ToolError>>, JsError> {
        let options = ReadOptions {
            max_depth: max_depth as usize,
            big_integers: BigIntegers::Number,
        };
        let error = self.tool.fault(arguments, options);
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
