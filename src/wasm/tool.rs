use std::rc::Rc;

use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::json::from_json::CROSSING;
use crate::json::{ReadOptions, ToJson};
use crate::tool::{self, DefinitionIssue, Examination, Tool};

/// A definition that was checked.
#[wasm_bindgen]
pub struct RawTool {
    tool: Rc<Tool>,
    issues: Vec<DefinitionIssue>,
}

/// A tool definition, as [`crate::tool::Definition`] reads it: here only for its TypeScript declaration.
#[derive(Tsify)]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "nobody makes one: it crosses as text")]
struct Definition {
    /// What the author gave as name.
    #[tsify(type = "unknown", optional)]
    name: (),
    /// What the author gave as description.
    #[tsify(type = "unknown", optional)]
    description: (),
    /// The `typeof` of the handler.
    handler: String,
    /// The JSON Schema that validates arguments, unless the definition brings its own validator.
    #[tsify(type = "unknown", optional)]
    schema: (),
    /// The JSON Schema that the model is shown, where it differs from `schema`.
    #[tsify(type = "unknown", optional)]
    parameters: (),
    /// The definition's `schema` is a Standard Schema, which validates by itself.
    validates_itself: bool,
    /// What the author gave as metadata.
    #[tsify(type = "unknown", optional)]
    metadata: (),
    /// Faults that the driver found while it turned the definition into this form.
    issues: Vec<DefinitionIssue>,
}

#[wasm_bindgen]
impl RawTool {
    /// Checks a definition. The tool must not be used when there are `issues`.
    pub fn define(
        #[wasm_bindgen(unchecked_param_type = "Json<Definition>")] definition: &str,
    ) -> Result<RawTool, JsError> {
        let Examination { tool, issues } = tool::Definition::read(definition)?.examine();
        Ok(Self {
            tool: Rc::new(tool),
            issues,
        })
    }

    /// Every fault of the definition.
    #[wasm_bindgen(unchecked_return_type = "Json<DefinitionIssue[]>")]
    #[must_use]
    pub fn issues(&self) -> String {
        self.issues.to_json()
    }

    /// What is wrong with argument text outside an execution, if something is: that it can't be read, or does not match.
    #[wasm_bindgen(unchecked_return_type = "Json<ToolError> | undefined")]
    #[must_use]
    pub fn fault(&self, arguments: &str, max_depth: u32) -> Option<String> {
        let options = ReadOptions {
            max_depth: max_depth as usize,
            ..CROSSING
        };
        let fault = self.tool.fault(arguments, options);
        fault.map(|error| error.to_json())
    }
}

impl RawTool {
    pub(super) fn shared(&self) -> Rc<Tool> {
        Rc::clone(&self.tool)
    }
}
