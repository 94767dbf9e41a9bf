use std::rc::Rc;

use serde::Deserialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::issue::{ValidationIssue, crossing};
use super::judge::RawJudge;
use crate::error::{DefinitionIssue, SchemaError};
use crate::schema::{Schema, SchemaOptions};

/// Options of validation.
#[derive(Deserialize, Tsify)]
pub struct JsonSchemaOptions {
    /// Whether `format` is checked.
    formats: bool,
}

/// A plain JSON Schema.
#[wasm_bindgen]
pub struct RawJsonSchema(Result<Rc<Schema>, SchemaError>);

#[wasm_bindgen]
impl RawJsonSchema {
    /// Checks the text of a schema. Faults are in `issues`; this function does not throw for them.
    pub fn compile(
        schema: &str,
        options: &Ts<JsonSchemaOptions>,
    ) -> Result<RawJsonSchema, JsError> {
        let JsonSchemaOptions { formats } = options.to_rust()?;
        let schema = Schema::read_with(schema, SchemaOptions { formats });
        Ok(Self(schema.map(Rc::new)))
    }

    /// Every fault of the schema; empty when it can be used.
    pub fn issues(&self) -> Result<Vec<Ts<DefinitionIssue>>, JsError> {
        let issues = self.0.as_ref().err().map(|error| &error.issues);
        let crossing = issues.into_iter().flatten().map(Tsify::into_ts);
        Ok(crossing.collect::<Result<_, _>>()?)
    }

    /// Returns true if every object matches, so that no validation is needed.
    #[wasm_bindgen(js_name = takesEveryObject)]
    pub fn takes_every_object(&self) -> bool {
        self.0
            .as_ref()
            .is_ok_and(|schema| schema.takes_every_object())
    }

    /// Every fault of arguments as text; empty if they match.
    pub fn validate(
        &self,
        #[wasm_bindgen(js_name = argsText)] arguments: &str,
        #[wasm_bindgen(js_name = maxDepth)] max_depth: u32,
    ) -> Result<Vec<Ts<ValidationIssue>>, JsError> {
        crossing(self.usable()?.validate(arguments, max_depth as usize))
    }

    /// The certain faults of a value, found with a bounded amount of work; empty if it matches, and if the work was not
    /// enough to decide.
    #[wasm_bindgen(js_name = sureIssues)]
    pub fn sure_issues(&self, value: &str) -> Result<Vec<Ts<ValidationIssue>>, JsError> {
        crossing(self.usable()?.sure_issues(value))
    }

    /// A judge of arguments that are still arriving.
    pub fn judge(
        &self,
        #[wasm_bindgen(js_name = maxDepth)] max_depth: u32,
    ) -> Result<RawJudge, JsError> {
        Ok(RawJudge::new(Rc::clone(self.usable()?), max_depth as usize))
    }

    fn usable(&self) -> Result<&Rc<Schema>, JsError> {
        Ok(self.0.as_ref()?)
    }
}
