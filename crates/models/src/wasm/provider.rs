use std::cell::RefCell;

use crate::provider::{CallStream, Provider};
use wasm_bindgen::prelude::*;

/// One API: tools for it, its calls, their results.
#[wasm_bindgen]
pub struct RawProvider(RefCell<Provider>);

/// An answer that still arrives.
#[wasm_bindgen]
pub struct RawCallStream(RefCell<CallStream>);

#[wasm_bindgen]
impl RawProvider {
    /// Throws for a name that no target has, and for a strict mode that it has not.
    #[wasm_bindgen(constructor)]
    pub fn new(
        target: &str,
        #[wasm_bindgen(js_name = isStrict)] is_strict: bool,
    ) -> Result<Self, JsError> {
        let provider = Provider::new(target.parse()?, is_strict)?;
        Ok(Self(RefCell::new(provider)))
    }

    /// JSON: of a list of tools, what is sent of them and what gets lost.
    pub fn lower(&self, tools: &str) -> Result<String, JsError> {
        Ok(self.0.borrow_mut().lower(tools)?)
    }

    /// JSON: of a whole answer, its calls.
    pub fn lift(&self, answer: &str) -> Result<String, JsError> {
        Ok(self.0.borrow_mut().lift(answer)?)
    }

    /// An answer that still arrives.
    pub fn stream(&self) -> RawCallStream {
        RawCallStream(RefCell::new(self.0.borrow().stream()))
    }

    /// JSON: of the next event of an answer, what it says of calls.
    pub fn push(&self, stream: &RawCallStream, event: &str) -> Result<String, JsError> {
        Ok(self
            .0
            .borrow_mut()
            .push(&mut stream.0.borrow_mut(), event)?)
    }

    /// JSON: of an answer that has ended, what that says of calls.
    pub fn end(&self, stream: &RawCallStream) -> String {
        self.0.borrow().end(&mut stream.0.borrow_mut())
    }

    /// JSON: of calls and their outcomes, the API's messages.
    pub fn results(&self, results: &str) -> Result<String, JsError> {
        Ok(self.0.borrow_mut().results(results)?)
    }
}
