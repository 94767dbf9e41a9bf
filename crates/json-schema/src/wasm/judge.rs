use std::cell::RefCell;
use std::rc::Rc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::issue::{ValidationIssue, crossing};
use crate::judge::Judge;
use crate::schema::Schema;

/// Arguments that still arrive.
#[wasm_bindgen]
pub struct RawJudge(RefCell<Judge>);

#[wasm_bindgen]
impl RawJudge {
    /// The next piece of the text. False when it can't match the schema any more.
    pub fn push(&self, delta: &str) -> bool {
        self.0.borrow_mut().push(delta)
    }

    /// There is no more: what `validate` says of the whole text. Only what was not judged is still judged.
    pub fn end(&self) -> Result<Vec<Ts<ValidationIssue>>, JsError> {
        let issues = self.0.borrow_mut().end();
        crossing(issues)
    }
}

impl RawJudge {
    pub(super) fn new(schema: Rc<Schema>, max_depth: usize) -> Self {
        Self(RefCell::new(Judge::new(schema, max_depth)))
    }
}
