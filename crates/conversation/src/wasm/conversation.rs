use std::cell::RefCell;

use crate::{Asking, Conversation, ConversationSettings};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// The calls of a conversation between a model, a server and a client.
#[wasm_bindgen]
pub struct RawConversation(RefCell<Conversation>);

#[wasm_bindgen]
impl RawConversation {
    /// A conversation without calls, or restored from a snapshot. Throws for an invalid snapshot.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str, settings: &str, snapshot: Option<String>) -> Result<Self, JsError> {
        let settings: ConversationSettings = serde_json::from_str(settings)?;
        let conversation = match snapshot {
            None => Conversation::new(id, settings),
            Some(text) => Conversation::restore(id, settings, &text)?,
        };
        Ok(Self(RefCell::new(conversation)))
    }

    /// Starts a request, which takes over from an older one. JSON.
    pub fn begin(&self, request: &str, now: f64) -> Result<String, JsError> {
        let request = serde_json::from_str(request)?;
        crossing(&self.0.borrow_mut().begin(&request, now))
    }

    /// The history for the model as JSON; `undefined` while a call has no answer, and if a newer turn has taken over.
    pub fn history(&self, turn: u32) -> Result<Option<String>, JsError> {
        let shown = self.0.borrow().history(turn);
        shown.map(|shown| crossing(&shown)).transpose()
    }

    /// Counts a request to the model and returns the count; `0` at the limit, `-1` while a call has no answer, `-2` after
    /// the turn.
    pub fn ask(&self, turn: u32) -> i32 {
        match self.0.borrow_mut().ask(turn) {
            Asking::Ask(iteration) => i32::try_from(iteration).unwrap_or(i32::MAX),
            Asking::Limit => 0,
            Asking::Wait => -1,
            Asking::Over => -2,
        }
    }

    /// The id and the name for a new call; `undefined` if a newer turn has taken over.
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

    /// Plans the calls of a model's answer, as JSON; `undefined` if a newer turn has taken over.
    pub fn answer(&self, turn: u32, answer: &str) -> Result<Option<String>, JsError> {
        let answer = serde_json::from_str(answer)?;
        let plan = self.0.borrow_mut().answer(turn, &answer);
        plan.map(|plan| crossing(&plan)).transpose()
    }

    /// Starts the server's part of a call. Returns true if it may run.
    pub fn start(&self, turn: u32, id: &str) -> bool {
        self.0.borrow_mut().start(turn, id)
    }

    /// Starts an interrupted call again, if it may run; otherwise it is given up. Returns true if it may run.
    pub fn restart(
        &self,
        turn: u32,
        id: &str,
        #[wasm_bindgen(js_name = mayRun)] may_run: bool,
    ) -> bool {
        self.0.borrow_mut().restart(turn, id, may_run)
    }

    /// Records the outcome of the server's part, and returns its effect as JSON.
    pub fn settle(&self, id: &str, outcome: &str, now: f64) -> Result<String, JsError> {
        let outcome = serde_json::from_str(outcome)?;
        crossing(&self.0.borrow_mut().settle(id, outcome, now))
    }

    /// The next step after an answer, as JSON.
    pub fn next(
        &self,
        turn: u32,
        #[wasm_bindgen(js_name = goesOn)] goes_on: bool,
    ) -> Result<String, JsError> {
        crossing(&self.0.borrow_mut().next(turn, goes_on))
    }

    /// Ends a turn.
    pub fn end(&self, turn: u32, #[wasm_bindgen(js_name = isClean)] is_clean: bool) {
        self.0.borrow_mut().end(turn, is_clean);
    }

    /// A call in its present state as JSON; `undefined` for an unknown call.
    pub fn call(&self, id: &str) -> Result<Option<String>, JsError> {
        self.0.borrow().call(id).map(crossing).transpose()
    }

    /// A snapshot for restoring the conversation.
    pub fn snapshot(&self) -> Result<String, JsError> {
        Ok(self.0.borrow().snapshot()?)
    }

    /// The approximate size in bytes.
    pub fn weight(&self) -> usize {
        self.0.borrow().weight()
    }
}

fn crossing(value: &impl Serialize) -> Result<String, JsError> {
    Ok(serde_json::to_string(value)?)
}
