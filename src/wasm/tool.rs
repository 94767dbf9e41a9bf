use std::rc::Rc;

use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::json::{ReadOptions, ToJson};
use crate::schema::Verdict;
use crate::tool::{self, DefinitionIssue, EngineTask, Examination, Tool};

/// A definition that was checked.
#[wasm_bindgen]
pub struct RawTool {
    tool: Rc<Tool>,
    issues: Vec<DefinitionIssue>,
    for_engine: Vec<EngineTask>,
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
    /// Checks a definition. The tool must not be used when there are `issues`, or when the engine finds some.
    pub fn define(
        #[wasm_bindgen(unchecked_param_type = "Json<Definition>")] definition: &str,
    ) -> Result<RawTool, JsError> {
        let Examination {
            tool,
            issues,
            for_engine,
        } = tool::Definition::read(definition)?.examine();
        Ok(Self {
            tool: Rc::new(tool),
            issues,
            for_engine,
        })
    }

    /// Every fault of the definition.
    #[wasm_bindgen(unchecked_return_type = "Json<DefinitionIssue[]>")]
    #[must_use]
    pub fn issues(&self) -> String {
        self.issues.to_json()
    }

    /// The schemas that the engine must judge.
    #[wasm_bindgen(js_name = forEngine, unchecked_return_type = "Json<EngineTask[]>")]
    #[must_use]
    pub fn for_engine(&self) -> String {
        self.for_engine.to_json()
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
    #[wasm_bindgen(unchecked_return_type = "Json<ToolError> | undefined")]
    #[must_use]
    pub fn unreadable(&self, arguments: &str) -> Option<String> {
        let judged = self.tool.judge(arguments, ReadOptions::default());
        judged.err().map(|error| error.to_json())
    }
}

impl RawTool {
    pub(super) fn shared(&self) -> Rc<Tool> {
        Rc::clone(&self.tool)
    }
}
