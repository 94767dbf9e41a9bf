use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::crossing::object;
use crate::error::{ThrownFacts, ToolError, ToolErrorCategory, categorize};

/// Categorizes the facts that the driver read from a thrown value.
#[wasm_bindgen(js_name = rawCategorize)]
pub fn raw_categorize(
    facts: Ts<ThrownFacts>,
    default: Ts<ToolErrorCategory>,
) -> Result<Ts<ToolError>, JsError> {
    object(&categorize(&facts.to_rust()?, default.to_rust()?))
}
