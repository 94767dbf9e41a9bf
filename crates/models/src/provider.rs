use ag_ui_lit::provider::Target;
use wasm_bindgen::prelude::*;

/// One API: tools for it, and its calls.
#[wasm_bindgen]
pub struct RawProvider(Target);

#[wasm_bindgen]
impl RawProvider {
    /// Throws for a name that no target has.
    #[wasm_bindgen(constructor)]
    pub fn new(target: &str) -> Result<Self, JsError> {
        Ok(Self(target.parse()?))
    }
}
