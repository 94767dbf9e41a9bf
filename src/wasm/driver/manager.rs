use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::RawArguments;
use super::crossing::{RawBigIntegers, RawRecord, RawToolError};
use super::directive::{RawDirective, RawReading, RawStatus};
use super::driven::{Driven, Page};
use super::tool::RawTool;
use crate::execution::{
    Directive, Failure, Lifecycle, Manager, ManagerOptions, Reading, ToolExecutionStatus,
};

/// The executions of one manager, by their keys. Every method that moves an execution on returns the next step.
/// Times are milliseconds since 1970.
///
/// Errors and records cross as plain objects, and all other facts as numbers. The objects are read and made outside of the
/// manager: see [`RawToolError`].
#[wasm_bindgen]
pub struct RawExecutionManager(Driven);

#[wasm_bindgen]
impl RawExecutionManager {
    /// A manager without executions. `clock` returns the time. `goOn(key, directive)` is called when the timer of an
    /// execution ends: for a retry, or for the deadline of an attempt. `hold(key)` is called when an execution waits for a
    /// time in the queue. The function that it returns is kept until then and called then, so that the page asks
    /// `nextReady`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        options: Ts<ManagerOptions>,
        #[wasm_bindgen(unchecked_param_type = "() => number")] clock: Function,
        #[wasm_bindgen(
            js_name = goOn,
            unchecked_param_type = "(key: number, directive: RawDirective) => void"
        )]
        go_on: Function,
        #[wasm_bindgen(unchecked_param_type = "(key: number) => (() => void) | undefined")]
        hold: Function,
    ) -> Result<Self, JsError> {
        let manager = Manager::new(options.to_rust()?);
        let page = Page { clock, go_on, hold };
        Ok(Self(Driven::new(manager, page)))
    }

    /// Accepts an execution with its argument text, and returns its key.
    #[must_use]
    pub fn begin(&self, tool: &RawTool, text: &str, now: f64) -> u32 {
        self.0.manager.borrow_mut().begin(tool.shared(), text, now)
    }

    /// Accepts an execution like `begin`, with arguments that were read while they arrived. They are used up.
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
        let mut manager = self.0.manager.borrow_mut();
        Ok(manager.begin_streamed(tool.shared(), arguments, now))
    }

    /// Excludes an execution from sharing runs and results. To be called before `start`.
    #[wasm_bindgen(js_name = keepApart)]
    pub fn keep_apart(&self, key: u32) {
        self.0.manager.borrow_mut().keep_apart(key);
    }

    /// Starts an accepted execution.
    #[must_use]
    pub fn start(&self, key: u32, now: f64) -> RawDirective {
        self.step(key, |manager| manager.start(key, now))
    }

    /// The identity of the arguments, if the tool's runs or results are shared.
    #[must_use]
    pub fn identity(&self, key: u32) -> Option<String> {
        self.0.manager.borrow().identity(key).map(str::to_owned)
    }

    /// Answers an accepted execution with a result that the page has cached, in place of `start`.
    #[must_use]
    pub fn serve(&self, key: u32, now: f64) -> RawDirective {
        self.step(key, |manager| manager.serve(key, now))
    }

    /// Accepts the arguments. `output` is the validator's output, if JSON can express it. Arguments that can't be read are
    /// refused here.
    #[must_use]
    pub fn accept(&self, key: u32, output: Option<String>, now: f64) -> RawDirective {
        self.step(key, |manager| manager.accept(key, output.as_deref(), now))
    }

    /// Rejects the arguments, or reports that they could not be checked.
    #[must_use]
    pub fn reject(&self, key: u32, error: RawToolError, now: f64) -> RawDirective {
        self.step(key, |manager| manager.reject(key, error.0, now))
    }

    /// Limits the attempt to this number of milliseconds. After that it has failed, and `goOn` is called. `random` is as for
    /// `failed`.
    pub fn limit(&self, key: u32, attempt: u32, timeout: f64, random: f64) {
        self.0.limit(key, attempt, timeout, random);
    }

    /// Reports that the handler returned.
    #[must_use]
    pub fn returned(&self, key: u32, attempt: u32, now: f64) -> RawDirective {
        self.step(key, |manager| manager.returned(key, attempt, now))
    }

    /// Reports that the handler threw. `chosen` is whether the thrower requested or refused another attempt; `random` is at
    /// least 0 and less than 1.
    #[must_use]
    pub fn failed(
        &self,
        key: u32,
        attempt: u32,
        error: RawToolError,
        chosen: Option<bool>,
        random: f64,
        now: f64,
    ) -> RawDirective {
        let failure = Failure::thrown(attempt, error.0, chosen);
        self.step(key, |manager| manager.failed(key, failure, random, now))
    }

    /// Cancels an execution, perhaps with a reason.
    #[must_use]
    pub fn cancel(&self, key: u32, reason: Option<String>, now: f64) -> RawDirective {
        self.step(key, |manager| manager.cancel(key, reason, now))
    }

    /// Cancels all executions. Returns the keys of those that end by it, each to be handled as `Cancel`.
    #[wasm_bindgen(js_name = cancelAll)]
    #[must_use]
    pub fn cancel_all(&self, now: f64) -> Vec<u32> {
        let cancelled = self.0.manager.borrow_mut().cancel_all(None, now);
        self.0.waiting.end_all();
        self.0.wait_for_queue();
        cancelled
    }

    /// The next execution that was released by another one, for `resume`.
    #[wasm_bindgen(js_name = nextReady)]
    #[must_use]
    pub fn next_ready(&self) -> Option<u32> {
        self.0.manager.borrow_mut().next_ready()
    }

    /// Resumes an execution that has become ready.
    #[must_use]
    pub fn resume(&self, key: u32, now: f64) -> RawDirective {
        self.step(key, |manager| manager.resume(key, now))
    }

    /// Ends the delay before the next attempt: the attempt starts now, or when its turn comes. `Ignore` if there was no
    /// delay.
    #[wasm_bindgen(js_name = retryNow)]
    #[must_use]
    pub fn retry_now(&self, key: u32, now: f64) -> RawDirective {
        self.0.retry_now(key, now).into()
    }

    /// Releases the slot of an execution that waits for executions of its own. Call `nextReady` afterwards.
    #[wasm_bindgen(js_name = waitForOthers)]
    pub fn wait_for_others(&self, key: u32, now: f64) {
        self.0.manager.borrow_mut().wait_for_others(key, now);
        self.0.wait_for_queue();
    }

    /// Moves an ended execution to the history, which removes its oldest one when it is full.
    pub fn retire(&self, key: u32) {
        self.0.manager.borrow_mut().retire(key);
    }

    /// The keys of cached results that are not needed anymore.
    #[wasm_bindgen(js_name = takeDroppedResults)]
    #[must_use]
    pub fn take_dropped_results(&self) -> Vec<u32> {
        self.0.manager.borrow_mut().take_dropped_results()
    }

    /// The result of reading the argument text.
    #[must_use]
    pub fn reading(&self, key: u32) -> RawReading {
        self.0.manager.borrow().reading(key).into()
    }

    /// For the reading `Normalized`: the text to parse.
    #[must_use]
    pub fn normalized(&self, key: u32) -> Option<String> {
        match self.0.manager.borrow().reading(key) {
            Some(Reading::Normalized(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// For `bigIntegers: "bigint"`: the integers that a double can't hold.
    #[wasm_bindgen(js_name = bigIntegers)]
    #[must_use]
    pub fn big_integers(&self, key: u32) -> RawBigIntegers {
        RawBigIntegers(self.0.manager.borrow().big_integers(key).to_vec())
    }

    /// The execution whose result answers this one.
    #[wasm_bindgen(js_name = answeredBy)]
    #[must_use]
    pub fn answered_by(&self, key: u32) -> Option<u32> {
        self.0.manager.borrow().answered_by(key)
    }

    /// After `PassLead`: the execution that continues with the handler.
    #[must_use]
    pub fn successor(&self, key: u32) -> Option<u32> {
        self.0.manager.borrow().successor(key)
    }

    /// The current or last attempt, counted from 1.
    #[must_use]
    pub fn attempt(&self, key: u32) -> u32 {
        self.life(key, 0, |life| life.retry().attempt_number)
    }

    /// The maximum number of attempts.
    #[wasm_bindgen(js_name = maxAttempts)]
    #[must_use]
    pub fn max_attempts(&self, key: u32) -> u32 {
        self.life(key, 0, |life| life.retry().max_attempts)
    }

    /// After `Retry`: the delay in milliseconds.
    #[must_use]
    pub fn delay(&self, key: u32) -> f64 {
        self.life(key, 0.0, Lifecycle::delay)
    }

    /// The maximum duration of an attempt in milliseconds; `Infinity` if unlimited.
    #[must_use]
    pub fn timeout(&self, key: u32) -> f64 {
        self.0
            .manager
            .borrow()
            .timeout(key)
            .unwrap_or(f64::INFINITY)
    }

    /// The status of an execution.
    #[must_use]
    pub fn status(&self, key: u32) -> RawStatus {
        self.life(key, ToolExecutionStatus::Cancelled, Lifecycle::status)
            .into()
    }

    /// The time of acceptance.
    #[wasm_bindgen(js_name = queuedAt)]
    #[must_use]
    pub fn queued_at(&self, key: u32) -> f64 {
        self.life(key, f64::NAN, |life| life.timing().queued_at)
    }

    /// The time of the first call of the handler; `NaN` if there was none.
    #[wasm_bindgen(js_name = startedAt)]
    #[must_use]
    pub fn started_at(&self, key: u32) -> f64 {
        self.life(key, f64::NAN, |life| {
            life.timing().started_at.unwrap_or(f64::NAN)
        })
    }

    /// The time of the end; `NaN` before it.
    #[wasm_bindgen(js_name = completedAt)]
    #[must_use]
    pub fn completed_at(&self, key: u32) -> f64 {
        self.life(key, f64::NAN, |life| {
            life.timing().completed_at.unwrap_or(f64::NAN)
        })
    }

    /// Returns true if the record has more than a status, times and counts: an error, earlier ones, a cached result. Then
    /// `record` is needed.
    #[wasm_bindgen(js_name = isEventful)]
    #[must_use]
    pub fn is_eventful(&self, key: u32) -> bool {
        self.life(key, false, |life| {
            life.is_cached() || life.error().is_some() || !life.retry().previous_errors.is_empty()
        })
    }

    /// A snapshot of an execution.
    #[must_use]
    pub fn record(&self, key: u32) -> Option<RawRecord> {
        self.0.manager.borrow().record(key).map(RawRecord)
    }

    /// The error of an execution that did not succeed; while it waits for a retry, that of the last attempt.
    #[must_use]
    pub fn error(&self, key: u32) -> Option<RawToolError> {
        let error = self.life(key, None, |life| life.error().cloned());
        error.map(RawToolError)
    }
}

impl RawExecutionManager {
    fn life<T>(&self, key: u32, absent: T, read: impl FnOnce(&Lifecycle) -> T) -> T {
        self.0.manager.borrow().life(key).map_or(absent, read)
    }

    fn step(&self, key: u32, step: impl FnOnce(&mut Manager) -> Directive) -> RawDirective {
        self.0.step(key, step).into()
    }
}

impl Drop for RawExecutionManager {
    fn drop(&mut self) {
        self.0.waiting.end_all();
    }
}
