use wasm_bindgen::prelude::*;

use crate::error::ToolError;
use crate::json::from_json::CROSSING;
use crate::json::{ToJson, read};
use crate::schema::Schema;

/// A JSON Schema by itself, for what is no tool's arguments.
#[wasm_bindgen]
pub struct RawSchema(Schema);

#[wasm_bindgen]
impl RawSchema {
    /// Compiles a schema; throws when it is none.
    #[wasm_bindgen(constructor)]
    pub fn new(schema: &str) -> Result<RawSchema, JsError> {
        Ok(Self(Schema::read(schema)?))
    }

    /// What is surely wrong with a value, if something is: see [`Schema::sure_issues`].
    #[wasm_bindgen(unchecked_return_type = "Json<ToolError> | undefined")]
    pub fn fault(&self, value: &str) -> Result<Option<String>, JsError> {
        let document = read(value, CROSSING)?;
        let root = document.tree.root();
        let issues = root.map_or(Vec::new(), |root| self.0.sure_issues(root));
        Ok((!issues.is_empty()).then(|| ToolError::validation(issues).to_json()))
    }
}
