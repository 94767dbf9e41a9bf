use serde::Serialize;
use serde_json::Value;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::json::{BigIntegers, ReadOptions, read_arguments};
use crate::schema::{Schema, SchemaError, SchemaFault, SchemaOptions, ValidationIssue};

/// A compiled JSON Schema: the engine.
#[wasm_bindgen]
pub struct RawSchema(Schema);

/// What is wrong with a schema.
#[derive(Serialize, Tsify)]
pub struct SchemaFaults {
    /// Every fault.
    faults: Vec<SchemaFault>,
}

/// What is wrong with a value.
#[derive(Serialize, Tsify)]
pub struct Findings {
    /// The issues as one text: what the model reads.
    message: String,
    /// Each thing.
    issues: Vec<ValidationIssue>,
}

#[wasm_bindgen]
impl RawSchema {
    /// Checks a schema that is to validate; throws `SchemaFaults`.
    #[wasm_bindgen(constructor)]
    pub fn new(schema: &str, formats: bool) -> Result<RawSchema, JsValue> {
        let schema = value(schema)?;
        let compiled = Schema::compile_with(&schema, SchemaOptions { formats });
        compiled.map(Self).map_err(|error| thrown(&error))
    }

    /// Checks a schema that is only shown to a model; throws `SchemaFaults`.
    pub fn check(schema: &str) -> Result<(), JsValue> {
        Schema::check(&value(schema)?).map_err(|error| thrown(&error))
    }

    /// What is wrong with argument text that the runtime could read. Integers beyond a double's are as good as rounded to
    /// it.
    pub fn validate(
        &self,
        arguments: &str,
        max_depth: u32,
    ) -> Result<Option<Ts<Findings>>, JsError> {
        let options = ReadOptions {
            max_depth: max_depth as usize,
            big_integers: BigIntegers::Number,
        };
        let issues = self
            .0
            .validate(&read_arguments(arguments, options)?.value());
        let findings = (!issues.is_empty()).then(|| Findings {
            message: ValidationIssue::summary(&issues),
            issues,
        });
        Ok(findings.map(|findings| findings.into_ts()).transpose()?)
    }
}

fn value(schema: &str) -> Result<Value, JsError> {
    Ok(serde_json::from_str(schema)?)
}

fn thrown(error: &SchemaError) -> JsValue {
    let faults = error.faults.clone();
    SchemaFaults { faults }
        .into_ts()
        .map_or_else(|error| JsError::from(error).into(), JsValue::from)
}
