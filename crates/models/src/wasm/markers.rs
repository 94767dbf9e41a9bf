use std::cell::RefCell;

use crate::text::{Event, ToolCallMarkers};
use ag_ui_lit::json::BigIntegers;
use wasm_bindgen::prelude::*;

/// The calls in a model's text, as it arrives.
#[wasm_bindgen]
pub struct RawMarkers(RefCell<ToolCallMarkers>);

#[wasm_bindgen]
impl RawMarkers {
    /// `rounds` is whether an integer that a double can't hold is taken, and rounded by whoever reads it; `thoughts` whether calls
    /// in what the model thinks are calls.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(rounds: bool, thoughts: bool) -> Self {
        let big_integers = if rounds {
            BigIntegers::Number
        } else {
            BigIntegers::Error
        };
        let markers = ToolCallMarkers::new(big_integers);
        Self(RefCell::new(if thoughts {
            markers.with_thoughts()
        } else {
            markers
        }))
    }

    /// The next piece of the text: what is known now, as a JSON array.
    pub fn push(&self, delta: &str) -> Result<String, JsError> {
        let events = self.0.borrow_mut().push(delta);
        crossing(&events)
    }

    /// The text has ended: what is left of it, as a JSON array.
    pub fn end(&self) -> Result<String, JsError> {
        let events = self.0.borrow_mut().end();
        crossing(&events)
    }
}

fn crossing(events: &[Event]) -> Result<String, JsError> {
    Ok(serde_json::to_string(events)?)
}
