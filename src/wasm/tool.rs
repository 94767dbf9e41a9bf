use std::rc::Rc;

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::ToolError;
use crate::json::ReadOptions;
use crate::tool::{Definition, DefinitionIssue, Tool};

/// A definition that was checked, and its compiled schema.
#[wasm_bindgen]
pub struct RawTool(Rc<Tool>);

/// What is wrong with a definition.
#[derive(Serialize, Tsify)]
pub struct DefinitionFaults {
    /// Every fault.
    issues: Vec<DefinitionIssue>,
}

#[wasm_bindgen]
impl RawTool {
    /// Checks a definition; throws `DefinitionFaults`.
    pub fn define(definition: &Ts<Definition>) -> Result<RawTool, JsValue> {
        let definition = definition.to_rust().map_err(JsError::from)?;
        let tool = definition.check().map_err(DefinitionFaults::thrown)?;
        Ok(Self(Rc::new(tool)))
    }

    /// Validates argument text outside an execution; returns what is wrong.
    pub fn validate(&self, arguments: &str) -> Result<Option<Ts<ToolError>>, JsError> {
        let error = self.0.check(arguments, ReadOptions::default()).err();
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
        Rc::clone(&self.0)
    }
}
