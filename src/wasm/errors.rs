use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::error::{ThrownFacts, ToolError, ToolErrorCategory, categorize};

/// Gives what the driver read off a thrown value its category.
#[wasm_bindgen(js_name = rawCategorize)]
pub fn raw_categorize(
    facts: Ts<ThrownFacts>,
    default: Ts<ToolErrorCategory>,
) -> Result<Ts<ToolError>, JsError> {
    Ok(categorize(&facts.to_rust()?, default.to_rust()?).into_ts()?)
}
