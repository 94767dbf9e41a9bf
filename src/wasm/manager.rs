use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use super::arguments::RawArguments;
use super::input;
use super::tool::RawTool;
use crate::error::ToolError;
use crate::execution::{
    Directive, Failure, Lifecycle, Manager, ManagerOptions, Reading, ToolExecutionStatus,
};
use crate::json::{FromJson, ToJson};

/// The executions of one manager. Keys name them; every method that moves one on returns what to do next.
/// Times are milliseconds since 1970.
#[wasm_bindgen]
pub struct RawExecutionManager(RefCell<Manager>);

/// What the driver does next.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawDirective {
    /// Nothing: the input came too late.
    Ignore,
    /// Nothing yet: `nextReady` will name it.
    Wait,
    /// Announce the validation, then call `validate` or `skipValidation`.
    Validate,
    /// Ask the tool's own validator or the executor, then call `accept` or `reject`.
    AskTool,
    /// Announce the attempt, then call the handler.
    Execute,
    /// Announce the attempt; `nextReady` will name it when its leader has ended.
    Follow,
    /// Announce the retry, wait for `delay`, then call `delayElapsed`.
    Retry,
    /// Announce success.
    Succeed,
    /// Announce failure.
    Fail,
    /// Announce the cancellation and abort the handler's signal.
    Cancel,
    /// Announce the cancellation; the handler goes on for the execution that `heir` names.
    HandOver,
}

/// Where an execution is in its life: `ToolExecutionStatus` as a number, which costs nothing to hand over.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawStatus {
    /// Accepted, not begun.
    Pending,
    /// The arguments are being checked.
    Validating,
    /// The handler runs.
    Executing,
    /// The handler returned.
    Succeeded,
    /// It ended with an error.
    Failed,
    /// It was stopped.
    Cancelled,
}

impl From<ToolExecutionStatus> for RawStatus {
    fn from(status: ToolExecutionStatus) -> Self {
        match status {
            ToolExecutionStatus::Pending => Self::Pending,
            ToolExecutionStatus::Validating => Self::Validating,
            ToolExecutionStatus::Executing => Self::Executing,
            ToolExecutionStatus::Succeeded => Self::Succeeded,
            ToolExecutionStatus::Failed => Self::Failed,
            ToolExecutionStatus::Cancelled => Self::Cancelled,
        }
    }
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

impl From<Option<&Reading>> for RawReading {
    fn from(reading: Option<&Reading>) -> Self {
        match reading {
            Some(Reading::Faithful) => Self::Faithful,
            Some(Reading::Rewritten(_)) => Self::Rewritten,
            Some(Reading::Unreadable) | None => Self::Unreadable,
        }
    }
}

impl From<Directive> for RawDirective {
    fn from(directive: Directive) -> Self {
        match directive {
            Directive::Ignore => Self::Ignore,
            Directive::Wait => Self::Wait,
            Directive::Validate => Self::Validate,
            Directive::AskTool => Self::AskTool,
            Directive::Execute => Self::Execute,
            Directive::Follow => Self::Follow,
            Directive::Retry => Self::Retry,
            Directive::Succeed => Self::Succeed,
            Directive::Fail => Self::Fail,
            Directive::Cancel => Self::Cancel,
            Directive::HandOver => Self::HandOver,
        }
    }
}

#[wasm_bindgen]
impl RawExecutionManager {
    /// A manager without executions.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "Json<ManagerOptions>")] options: &str,
    ) -> Result<Self, JsError> {
        let options = ManagerOptions::parse_json(options)?;
        Ok(Self(RefCell::new(Manager::new(options))))
    }

    /// Accepts an execution and returns its key. The argument text was put where `rawReserveInput` said, as in `launch`.
    #[must_use]
    pub fn begin(&self, tool: &RawTool, bytes: usize, now: f64) -> u32 {
        self.0
            .borrow_mut()
            .begin(tool.shared(), input::text(bytes), now)
    }

    /// `begin`, `start` and `validate` at once, for when nobody listens in between. Returns key × 64 + reading × 16 +
    /// directive: one number crosses for nothing.
    #[must_use]
    pub fn launch(&self, tool: &RawTool, bytes: usize, now: f64) -> f64 {
        let mut manager = self.0.borrow_mut();
        let key = manager.begin(tool.shared(), input::text(bytes), now);
        let mut directive = manager.start(key, now);
        if directive == Directive::Validate {
            directive = manager.validate(key, now);
        }
        let reading = RawReading::from(manager.reading(key));
        f64::from(key) * 64.0
            + f64::from(reading as u32) * 16.0
            + f64::from(RawDirective::from(directive) as u32)
    }

    /// `begin` with arguments that were read as they arrived, which are used up by it.
    #[wasm_bindgen(js_name = beginStreamed)]
    pub fn begin_streamed(
        &self,
        tool: &RawTool,
        arguments: &RawArguments,
        now: f64,
    ) -> Result<u32, JsError> {
        let arguments = arguments
            .take()
            .ok_or_else(|| JsError::new("These arguments were executed already."))?;
        let mut manager = self.0.borrow_mut();
        Ok(manager.begin_streamed(tool.shared(), arguments, now))
    }

    /// Lets an accepted execution go on.
    #[must_use]
    pub fn start(&self, key: u32, now: f64) -> RawDirective {
        self.0.borrow_mut().start(key, now).into()
    }

    /// Validates the arguments.
    #[must_use]
    pub fn validate(&self, key: u32, now: f64) -> RawDirective {
        self.0.borrow_mut().validate(key, now).into()
    }

    /// Leaves the validation to the executor.
    #[wasm_bindgen(js_name = skipValidation)]
    #[must_use]
    pub fn skip_validation(&self, key: u32, now: f64) -> RawDirective {
        self.0.borrow_mut().skip_validation(key, now).into()
    }

    /// The arguments were accepted; `output`, if JSON says all of it, is what the validator made of them.
    #[must_use]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "wasm_bindgen hands optional text over by value"
    )]
    pub fn accept(&self, key: u32, output: Option<String>, now: f64) -> RawDirective {
        self.0
            .borrow_mut()
            .accepted(key, output.as_deref(), now)
            .into()
    }

    /// The arguments were refused, or could not be checked.
    pub fn reject(
        &self,
        key: u32,
        #[wasm_bindgen(unchecked_param_type = "Json<ToolError>")] error: &str,
        now: f64,
    ) -> Result<RawDirective, JsError> {
        let error = ToolError::parse_json(error)?;
        Ok(self.0.borrow_mut().reject(key, error, now).into())
    }

    /// The handler returned.
    #[must_use]
    pub fn returned(&self, key: u32, attempt: u32, now: f64) -> RawDirective {
        self.0.borrow_mut().returned(key, attempt, now).into()
    }

    /// The handler threw. `chosen` is what the thrower said of another try; `random` lies in 0 to 1, 1 excluded.
    pub fn failed(
        &self,
        key: u32,
        attempt: u32,
        #[wasm_bindgen(unchecked_param_type = "Json<ToolError>")] error: &str,
        chosen: Option<bool>,
        random: f64,
        now: f64,
    ) -> Result<RawDirective, JsError> {
        let failure = Failure::thrown(attempt, ToolError::parse_json(error)?, chosen);
        Ok(self.0.borrow_mut().failed(key, failure, random, now).into())
    }

    /// The attempt's deadline passed, after so many milliseconds.
    #[wasm_bindgen(js_name = timedOut)]
    #[must_use]
    pub fn timed_out(
        &self,
        key: u32,
        attempt: u32,
        timeout: f64,
        random: f64,
        now: f64,
    ) -> RawDirective {
        let failure = Failure::timed_out(attempt, timeout);
        self.0.borrow_mut().failed(key, failure, random, now).into()
    }

    /// The time before the next attempt is over.
    #[wasm_bindgen(js_name = delayElapsed)]
    #[must_use]
    pub fn delay_elapsed(&self, key: u32, now: f64) -> RawDirective {
        self.0.borrow_mut().delay_elapsed(key, now).into()
    }

    /// Somebody stopped it.
    #[must_use]
    pub fn cancel(&self, key: u32, reason: Option<String>, now: f64) -> RawDirective {
        self.0.borrow_mut().cancel(key, reason, now).into()
    }

    /// Somebody stopped all of them. Returns the keys of those that ended with it, each to be followed as `Cancel`.
    #[wasm_bindgen(js_name = cancelAll)]
    #[must_use]
    pub fn cancel_all(&self, now: f64) -> Vec<u32> {
        self.0.borrow_mut().cancel_all(None, now)
    }

    /// An execution that something else set free; then call `resume`. 0 when there is none: an `Option` would cross as
    /// a floating-point number, on every execution.
    #[wasm_bindgen(js_name = nextReady)]
    #[must_use]
    pub fn next_ready(&self) -> u32 {
        self.0.borrow_mut().next_ready().unwrap_or(0)
    }

    /// Lets an execution that has become ready go on.
    #[must_use]
    pub fn resume(&self, key: u32, now: f64) -> RawDirective {
        self.0.borrow_mut().resume(key, now).into()
    }

    /// Moves an ended execution into the history, which forgets its oldest one when it is full.
    pub fn retire(&self, key: u32) {
        self.0.borrow_mut().retire(key);
    }

    /// The keys of results that were kept and are not needed any more.
    #[wasm_bindgen(js_name = takeDroppedResults)]
    #[must_use]
    pub fn take_dropped_results(&self) -> Vec<u32> {
        self.0.borrow_mut().take_dropped_results()
    }

    /// How the argument text was read.
    #[must_use]
    pub fn reading(&self, key: u32) -> RawReading {
        self.0.borrow().reading(key).into()
    }

    /// With the reading `Rewritten`: the text to parse.
    #[must_use]
    pub fn rewritten(&self, key: u32) -> Option<String> {
        match self.0.borrow().reading(key) {
            Some(Reading::Rewritten(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// With `bigIntegers: "bigint"`: the integers that a double can't hold.
    #[wasm_bindgen(js_name = bigIntegers, unchecked_return_type = "Json<BigInteger[]>")]
    #[must_use]
    pub fn big_integers(&self, key: u32) -> String {
        self.0.borrow().big_integers(key).to_json()
    }

    /// The execution whose result answers this one.
    #[wasm_bindgen(js_name = answeredBy)]
    #[must_use]
    pub fn answered_by(&self, key: u32) -> Option<u32> {
        self.0.borrow().answered_by(key)
    }

    /// After `HandOver`: the execution that goes on with the handler.
    #[must_use]
    pub fn heir(&self, key: u32) -> Option<u32> {
        self.0.borrow().heir(key)
    }

    /// The attempt under way or made last, counted from 1.
    #[must_use]
    pub fn attempt(&self, key: u32) -> u32 {
        self.life(key, 0, |life| life.retry().attempt_number)
    }

    /// How many attempts there may be.
    #[wasm_bindgen(js_name = maxAttempts)]
    #[must_use]
    pub fn max_attempts(&self, key: u32) -> u32 {
        self.life(key, 0, |life| life.retry().max_attempts)
    }

    /// After `Retry`: milliseconds to wait.
    #[must_use]
    pub fn delay(&self, key: u32) -> f64 {
        self.life(key, 0.0, Lifecycle::delay)
    }

    /// Milliseconds an attempt may take; `Infinity` when there is no limit.
    #[must_use]
    pub fn timeout(&self, key: u32) -> f64 {
        self.0.borrow().timeout(key).unwrap_or(f64::INFINITY)
    }

    /// Where an execution is in its life.
    #[must_use]
    pub fn status(&self, key: u32) -> RawStatus {
        self.life(key, ToolExecutionStatus::Cancelled, Lifecycle::status)
            .into()
    }

    /// When it was accepted.
    #[wasm_bindgen(js_name = queuedAt)]
    #[must_use]
    pub fn queued_at(&self, key: u32) -> f64 {
        self.life(key, f64::NAN, |life| life.timing().queued_at)
    }

    /// When the handler was first called; `NaN` when it never was.
    #[wasm_bindgen(js_name = startedAt)]
    #[must_use]
    pub fn started_at(&self, key: u32) -> f64 {
        self.life(key, f64::NAN, |life| {
            life.timing().started_at.unwrap_or(f64::NAN)
        })
    }

    /// When it ended; `NaN` while it has not.
    #[wasm_bindgen(js_name = completedAt)]
    #[must_use]
    pub fn completed_at(&self, key: u32) -> f64 {
        self.life(key, f64::NAN, |life| {
            life.timing().completed_at.unwrap_or(f64::NAN)
        })
    }

    /// Whether its record has anything beside a status, times and counts: an error, earlier ones, a kept result. Then
    /// `record` has it all.
    #[wasm_bindgen(js_name = isEventful)]
    #[must_use]
    pub fn is_eventful(&self, key: u32) -> bool {
        self.life(key, false, |life| {
            life.is_cached() || life.error().is_some() || !life.retry().previous_errors.is_empty()
        })
    }

    /// An execution as it is now.
    #[wasm_bindgen(unchecked_return_type = "Json<ExecutionRecord> | undefined")]
    #[must_use]
    pub fn record(&self, key: u32) -> Option<String> {
        self.0.borrow().record(key).map(|record| record.to_json())
    }

    /// Why an execution ended; while it waits for a retry, why the last attempt failed.
    #[wasm_bindgen(unchecked_return_type = "Json<ToolError> | undefined")]
    #[must_use]
    pub fn error(&self, key: u32) -> Option<String> {
        self.life(key, None, |life| life.error().map(ToJson::to_json))
    }

    fn life<T>(&self, key: u32, absent: T, read: impl FnOnce(&Lifecycle) -> T) -> T {
        self.0.borrow().life(key).map_or(absent, read)
    }
}
