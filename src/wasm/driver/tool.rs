use std::rc::Rc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::crossing::listed;
use crate::tool::{CheckedTool, Definition};

/// A tool whose definition follows the rules.
#[wasm_bindgen]
pub struct RawTool(Rc<CheckedTool>);

#[wasm_bindgen]
impl RawTool {
    /// Checks a definition; throws every fault of it, a `DefinitionIssue[]`.
    pub fn define(definition: Ts<Definition>) -> Result<RawTool, JsValue> {
        let definition = definition.to_rust().map_err(JsError::from)?;
        match definition.check() {
            Ok(tool) => Ok(Self(Rc::new(tool))),
            Err(issues) => Err(listed(&issues)?.into()),
        }
    }
}

impl RawTool {
    pub(super) fn shared(&self) -> Rc<CheckedTool> {
        Rc::clone(&self.0)
    }
}
