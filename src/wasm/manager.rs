use std::cell::RefCell;

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::tool::RawTool;
use crate::error::ToolError;
use crate::execution::{Directive, ExecutionRecord, Input, Ledger, Order, Reading};

/// The executions of one manager. Keys name them; every method that moves one on returns what to do next.
#[wasm_bindgen]
#[derive(Default)]
pub struct RawExecutionManager(RefCell<Ledger>);

/// What the driver does next.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawDirective {
    /// Nothing: the input came too late.
    Ignore,
    /// Announce the validation, then call `validate`.
    Validate,
    /// Ask the tool's own validator, then call `accept` or `reject`.
    AskTool,
    /// Announce the attempt, then call the handler.
    Execute,
    /// Announce success.
    Succeed,
    /// Announce failure.
    Fail,
    /// Announce the cancellation and abort the handler's signal.
    Cancel,
}

/// How the argument text was read.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawReading {
    /// `JSON.parse` makes the same of it.
    Faithful,
    /// Parse `rewritten` in its place.
    Rewritten,
    /// It is no JSON object; validation will say why.
    Unreadable,
}

impl From<Directive> for RawDirective {
    fn from(directive: Directive) -> Self {
        match directive {
            Directive::Ignore => Self::Ignore,
            Directive::Validate => Self::Validate,
            Directive::Execute => Self::Execute,
            Directive::Succeed => Self::Succeed,
            Directive::Fail => Self::Fail,
            Directive::Cancel => Self::Cancel,
        }
    }
}

#[wasm_bindgen]
impl RawExecutionManager {
    /// A manager without executions.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Accepts an execution and returns its key. Times are milliseconds since 1970.
    #[must_use]
    pub fn begin(
        &self,
        id: String,
        tool_call_id: String,
        tool: &RawTool,
        arguments: &str,
        now: f64,
    ) -> u32 {
        let order = Order {
            id,
            tool_call_id,
            tool: tool.shared(),
        };
        self.0.borrow_mut().begin(order, arguments, now)
    }

    /// How the argument text was read.
    #[must_use]
    pub fn reading(&self, key: u32) -> RawReading {
        match self.0.borrow().reading(key) {
            Some(Reading::Faithful) => RawReading::Faithful,
            Some(Reading::Rewritten(_)) => RawReading::Rewritten,
            Some(Reading::Unreadable) | None => RawReading::Unreadable,
        }
    }

    /// With the reading `Rewritten`: the text to parse.
    #[must_use]
    pub fn rewritten(&self, key: u32) -> Option<String> {
        match self.0.borrow().reading(key) {
            Some(Reading::Rewritten(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// The execution may begin.
    #[must_use]
    pub fn admit(&self, key: u32, now: f64) -> RawDirective {
        self.step(key, Input::Admitted, now)
    }

    /// Validates the arguments.
    #[must_use]
    pub fn validate(&self, key: u32, now: f64) -> RawDirective {
        let verdict = self.0.borrow_mut().validate(key, now);
        verdict.map_or(RawDirective::AskTool, RawDirective::from)
    }

    /// The tool's own validator accepted the arguments.
    #[must_use]
    pub fn accept(&self, key: u32, now: f64) -> RawDirective {
        self.step(key, Input::ArgumentsAccepted, now)
    }

    /// The tool's own validator refused the arguments, or failed.
    pub fn reject(
        &self,
        key: u32,
        error: &Ts<ToolError>,
        now: f64,
    ) -> Result<RawDirective, JsError> {
        Ok(self.step(key, Input::ArgumentsRejected(error.to_rust()?), now))
    }

    /// The handler returned.
    #[must_use]
    pub fn succeed(&self, key: u32, now: f64) -> RawDirective {
        self.step(key, Input::HandlerReturned, now)
    }

    /// The handler threw.
    pub fn fail(&self, key: u32, error: &Ts<ToolError>, now: f64) -> Result<RawDirective, JsError> {
        Ok(self.step(key, Input::HandlerFailed(error.to_rust()?), now))
    }

    /// Somebody stopped it.
    #[must_use]
    pub fn cancel(&self, key: u32, reason: Option<String>, now: f64) -> RawDirective {
        self.step(key, Input::Cancelled(reason), now)
    }

    /// Moves an ended execution into the history; returns the key of one to forget.
    #[must_use]
    pub fn retire(&self, key: u32) -> Option<u32> {
        self.0.borrow_mut().retire(key)
    }

    /// An execution as it is now.
    pub fn record(&self, key: u32) -> Result<Option<Ts<ExecutionRecord>>, JsError> {
        let record = self.0.borrow().record(key);
        Ok(record.map(|record| record.into_ts()).transpose()?)
    }

    /// Why an execution ended.
    pub fn error(&self, key: u32) -> Result<Option<Ts<ToolError>>, JsError> {
        let error = self.0.borrow().error(key).cloned();
        Ok(error.map(|error| error.into_ts()).transpose()?)
    }

    fn step(&self, key: u32, input: Input, now: f64) -> RawDirective {
        self.0.borrow_mut().step(key, input, now).into()
    }
}
