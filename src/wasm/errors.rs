use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::{ThrownFacts, ToolError, ToolErrorCategory, categorize};

/// Gives what the driver read off a thrown value its category. `default` is one of the categories' names.
#[wasm_bindgen(js_name = rawCategorize)]
pub fn raw_categorize(
    facts: &Ts<ThrownFacts>,
    default: &Ts<ToolErrorCategory>,
) -> Result<Ts<ToolError>, JsError> {
    let error = categorize(&facts.to_rust()?, default.to_rust()?);
    Ok(error.into_ts()?)
}
