use std::cell::RefCell;

use crate::{Asking, Conversation, ConversationSettings};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The calls of a conversation between a model, a server and a client.
#[wasm_bindgen]
pub struct RawConversation(RefCell<Conversation>);

#[wasm_bindgen]
impl RawConversation {
    /// One without calls, or with a snapshot the one that it was written of. Throws for a snapshot of anything else.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str, settings: &str, snapshot: Option<String>) -> Result<Self, JsError> {
        let settings: ConversationSettings = serde_json::from_str(settings)?;
        let conversation = match snapshot {
            None => Conversation::new(id, settings),
            Some(text) => Conversation::restore(id, settings, &text)?,
        };
        Ok(Self(RefCell::new(conversation)))
    }

    /// JSON: a request begins, and takes over from an older one.
    pub fn begin(&self, request: &str, now: f64) -> Result<String, JsError> {
        let request = serde_json::from_str(request)?;
        crossing(&self.0.borrow_mut().begin(&request, now))
    }

    /// JSON: what a model is shown; `undefined` while a call has no answer, and when a newer turn has taken over.
    pub fn history(&self, turn: u32) -> Result<Option<String>, JsError> {
        let shown = self.0.borrow().history(turn);
        shown.map(|shown| crossing(&shown)).transpose()
    }

    /// Counts this question to the model and returns the count; `0` at the limit, `-1` while a call has no answer, `-2` when the turn is over.
    pub fn ask(&self, turn: u32) -> i32 {
        match self.0.borrow_mut().ask(turn) {
            Asking::Ask(iteration) => i32::try_from(iteration).unwrap_or(i32::MAX),
            Asking::Limit => 0,
            Asking::Wait => -1,
            Asking::Over => -2,
        }
    }

    /// Id and name of a new call; `undefined` when a newer turn has taken over.
    pub fn issue(
        &self,
        turn: u32,
        id: Option<String>,
        fresh: &str,
        name: &str,
    ) -> Option<Vec<String>> {
        let issued = self
            .0
            .borrow_mut()
            .issue(turn, id.as_deref(), fresh, name)?;
        Some(vec![issued.0, issued.1])
    }

    /// JSON: what is done with a model's answer; `undefined` when a newer turn has taken over.
    pub fn answer(&self, turn: u32, answer: &str) -> Result<Option<String>, JsError> {
        let answer = serde_json::from_str(answer)?;
        let plan = self.0.borrow_mut().answer(turn, &answer);
        plan.map(|plan| crossing(&plan)).transpose()
    }

    /// Starts the server's part of a call. Returns true if it may begin.
    pub fn start(&self, turn: u32, id: &str) -> bool {
        self.0.borrow_mut().start(turn, id)
    }

    /// Starts an interrupted call again, if it may run; else it is given up. Returns true if it may begin.
    pub fn restart(
        &self,
        turn: u32,
        id: &str,
        #[wasm_bindgen(js_name = mayRun)] may_run: bool,
    ) -> bool {
        self.0.borrow_mut().restart(turn, id, may_run)
    }

    /// JSON: what the outcome of the server's part has changed.
    pub fn settle(&self, id: &str, outcome: &str, now: f64) -> Result<String, JsError> {
        let outcome = serde_json::from_str(outcome)?;
        crossing(&self.0.borrow_mut().settle(id, outcome, now))
    }

    /// JSON: what follows an answer.
    pub fn next(
        &self,
        turn: u32,
        #[wasm_bindgen(js_name = goesOn)] goes_on: bool,
    ) -> Result<String, JsError> {
        crossing(&self.0.borrow_mut().next(turn, goes_on))
    }

    /// A turn is over.
    pub fn end(&self, turn: u32, #[wasm_bindgen(js_name = isClean)] is_clean: bool) {
        self.0.borrow_mut().end(turn, is_clean);
    }

    /// JSON: a call in its present state; `undefined` for one that is not known.
    pub fn call(&self, id: &str) -> Result<Option<String>, JsError> {
        self.0.borrow().call(id).map(crossing).transpose()
    }

    /// The text that it is restored of.
    pub fn snapshot(&self) -> Result<String, JsError> {
        Ok(self.0.borrow().snapshot()?)
    }

    /// About how many bytes it holds.
    pub fn weight(&self) -> usize {
        self.0.borrow().weight()
    }
}

fn crossing(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}
