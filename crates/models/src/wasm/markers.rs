use std::cell::RefCell;

use crate::text::{Event, ToolCallMarkers};
use ag_ui_lit::json::BigIntegers;
use wasm_bindgen::prelude::*;

/// The calls in a model's text while it arrives.
#[wasm_bindgen]
pub struct RawMarkers(RefCell<ToolCallMarkers>);

#[wasm_bindgen]
impl RawMarkers {
    /// `rounds` accepts integers that a double can't hold, which a later reader rounds. `thoughts` accepts calls in a
    /// model's thoughts.
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

    /// Reads the next piece of the text, and returns its events as a JSON array.
    pub fn push(&self, delta: &str) -> Result<String, JsError> {
        let events = self.0.borrow_mut().push(delta);
        crossing(&events)
    }

    /// Ends the text, and returns its last events as a JSON array.
    pub fn end(&self) -> Result<String, JsError> {
        let events = self.0.borrow_mut().end();
        crossing(&events)
    }
}

fn crossing(events: &[Event]) -> Result<String, JsError> {
    Ok(serde_json::to_string(events)?)
}
