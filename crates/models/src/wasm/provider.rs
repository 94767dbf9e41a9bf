use std::cell::RefCell;

use crate::provider::{CallStream, Provider};
use wasm_bindgen::prelude::*;

/// One API: tools for it, its calls, their results.
#[wasm_bindgen]
pub struct RawProvider(RefCell<Provider>);

/// An answer that is still arriving.
#[wasm_bindgen]
pub struct RawCallStream(RefCell<CallStream>);

#[wasm_bindgen]
impl RawProvider {
    /// Throws for an unknown target, and for a strict mode that the target does not have.
    #[wasm_bindgen(constructor)]
    pub fn new(
        target: &str,
        #[wasm_bindgen(js_name = isStrict)] is_strict: bool,
    ) -> Result<Self, JsError> {
        let provider = Provider::new(target.parse()?, is_strict)?;
        Ok(Self(RefCell::new(provider)))
    }

    /// Encodes a list of tools, and returns the encoded tools and the losses as JSON.
    pub fn lower(&self, tools: &str) -> Result<String, JsError> {
        Ok(self.0.borrow_mut().lower(tools)?)
    }

    /// Decodes the calls of a whole answer, as JSON.
    pub fn lift(&self, answer: &str) -> Result<String, JsError> {
        Ok(self.0.borrow_mut().lift(answer)?)
    }

    /// A reader for an answer that is still arriving.
    pub fn stream(&self) -> RawCallStream {
        RawCallStream(RefCell::new(self.0.borrow().stream()))
    }

    /// Decodes the next event of an answer, and returns the findings as JSON.
    pub fn push(&self, stream: &RawCallStream, event: &str) -> Result<String, JsError> {
        Ok(self
            .0
            .borrow_mut()
            .push(&mut stream.0.borrow_mut(), event)?)
    }

    /// Ends an answer, and returns the last findings as JSON.
    pub fn end(&self, stream: &RawCallStream) -> String {
        self.0.borrow().end(&mut stream.0.borrow_mut())
    }

    /// Encodes calls with their outcomes as the API's messages, as JSON.
    pub fn results(&self, results: &str) -> Result<String, JsError> {
        Ok(self.0.borrow_mut().results(results)?)
    }
}
