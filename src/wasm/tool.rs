use std::rc::Rc;

use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::tool::{Definition, DefinitionIssue, Tool};

/// A tool whose definition keeps the rules.
#[wasm_bindgen]
pub struct RawTool(Rc<Tool>);

#[wasm_bindgen]
impl RawTool {
    /// Checks a definition; throws every fault of it, a `DefinitionIssue[]`.
    ///
    /// The definition is JSON of a `Definition`: it was written as JSON to know that it can be, and another copy of the
    /// package, perhaps of another version, hands it over as text.
    pub fn define(definition: &str) -> Result<RawTool, JsValue> {
        let definition: Definition = serde_json::from_str(definition).map_err(JsError::from)?;
        match definition.check() {
            Ok(tool) => Ok(Self(Rc::new(tool))),
            Err(issues) => Err(thrown(&issues)?),
        }
    }
}

fn thrown(issues: &[DefinitionIssue]) -> Result<JsValue, JsError> {
    let issues = issues.iter().map(Tsify::into_js);
    let issues: Result<js_sys::Array, _> = issues
        .map(|issue| issue.map(JsValue::from))
        .collect::<Result<Vec<_>, _>>()
        .map(|issues| issues.into_iter().collect());
    Ok(issues?.into())
}

impl RawTool {
    pub(super) fn shared(&self) -> Rc<Tool> {
        Rc::clone(&self.0)
    }
}
