use wasm_bindgen::prelude::*;

use crate::error::{ThrownFacts, ToolErrorCategory, categorize};
use crate::json::{FromJson, NotAsDeclared, ToJson};

/// Gives what the driver read off a thrown value its category.
#[wasm_bindgen(js_name = rawCategorize, unchecked_return_type = "Json<ToolError>")]
pub fn raw_categorize(
    #[wasm_bindgen(unchecked_param_type = "Json<ThrownFacts>")] facts: &str,
    #[wasm_bindgen(unchecked_param_type = "ToolErrorCategory")] default: &str,
) -> Result<String, JsError> {
    let facts = ThrownFacts::parse_json(facts)?;
    let default = ToolErrorCategory::named(default).ok_or(NotAsDeclared)?;
    Ok(categorize(&facts, default).to_json())
}
