use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::ToolError;
use crate::json::{BigIntegers, ReadOptions, read};
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

    /// What is wrong with a value, if something is.
    pub fn fault(&self, value: &str) -> Result<Option<Ts<ToolError>>, JsError> {
        let options = ReadOptions {
            big_integers: BigIntegers::Number,
            ..ReadOptions::default()
        };
        let document = read(value, options)?;
        let root = document.tree.root();
        let issues = root.map_or(Vec::new(), |root| self.0.issues(root));
        let error = (!issues.is_empty()).then(|| ToolError::validation(issues));
        Ok(error.map(|error| error.into_ts()).transpose()?)
    }
}
