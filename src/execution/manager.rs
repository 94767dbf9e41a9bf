use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use serde_json::Value;

use super::flights::{FlightName, Flights};
use super::history::{ExecutionKey, History};
use super::lifecycle::{Directive, Input, Lifecycle};
use super::options::ManagerOptions;
use super::record::{ExecutionRecord, ToolExecutionStatus};
use crate::error::{ToolError, ToolErrorCategory};
use crate::json::{ArgumentsError, BigInteger, canonical, read, read_arguments};
use crate::policy::{
    Admission, CircuitBreaker, ConcurrencyLimiter, Outcome, ResultCache, RetryRequest, decide_retry,
};
use crate::tool::{Ended, Tool, Validator};

/// All executions of one manager, and the policies that decide over them.
///
/// What one execution does may set others free: a slot, a shared result. Those become ready, and the driver takes
/// them one by one with [`next_ready`](Self::next_ready) and [`resume`](Self::resume).
#[derive(Default)]
pub struct Manager {
    options: ManagerOptions,
    executions: History<Execution>,
    limiter: ConcurrencyLimiter,
    circuits: HashMap<String, CircuitBreaker>,
    flights: Flights,
    cache: ResultCache,
    ready: VecDeque<ExecutionKey>,
}

struct Execution {
    order: Order,
    life: Lifecycle,
    reading: Reading,
    big_integers: Vec<BigInteger>,
    /// Kept until they are validated.
    arguments: Option<Result<Value, ArgumentsError>>,
    /// What names the call among those that share a run or a result.
    canonical: Option<String>,
    has_slot: bool,
    is_probe: bool,
    flight: Option<FlightName>,
    /// The execution whose result answers this one: its leader, or one whose result was kept.
    answered_by: Option<ExecutionKey>,
    /// The execution that took over the run of this one.
    heir: Option<ExecutionKey>,
}

/// What a driver asks for when it begins an execution.
pub struct Order {
    /// The execution's id, unique across tabs.
    pub id: String,
    /// The backend's id of the call.
    pub tool_call_id: String,
    /// The tool to run.
    pub tool: Rc<Tool>,
}

/// How an execution's argument text was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// `JSON.parse` makes the same of the text.
    Faithful,
    /// `JSON.parse` would make something else of it; this text is equal to what was read.
    Rewritten(String),
    /// It can't be read. Validation will say why.
    Unreadable,
}

/// A failed attempt, as the driver saw it.
pub struct Failure {
    /// Which attempt.
    pub attempt: u32,
    /// Why.
    pub error: ToolError,
    /// What the thrower said of another try, if anything.
    pub chosen: Option<bool>,
    /// The handler was given up at its deadline.
    pub timed_out: bool,
}

impl Failure {
    /// The handler threw.
    #[must_use]
    pub fn thrown(attempt: u32, error: ToolError, chosen: Option<bool>) -> Self {
        Self {
            attempt,
            error,
            chosen,
            timed_out: false,
        }
    }

    /// The deadline passed, after so many milliseconds.
    #[must_use]
    pub fn timed_out(attempt: u32, timeout: f64) -> Self {
        let message = format!("The tool did not finish within {timeout} ms.");
        Self {
            attempt,
            error: ToolError::new(ToolErrorCategory::Timeout, message),
            chosen: None,
            timed_out: true,
        }
    }
}

impl Manager {
    /// A manager without executions.
    #[must_use]
    pub fn new(options: ManagerOptions) -> Self {
        Self {
            limiter: ConcurrencyLimiter::new(options.max_concurrency),
            options,
            ..Self::default()
        }
    }

    /// Accepts an execution and reads its argument text. A text that can't be read is no error yet: the execution
    /// fails when its arguments are validated.
    pub fn begin(&mut self, order: Order, arguments: &str, now: f64) -> ExecutionKey {
        let mut big_integers = Vec::new();
        let (arguments, reading) = match read_arguments(arguments, self.options.reading()) {
            Ok(read) => {
                big_integers = read.big_integers;
                let reading = if read.faithful {
                    Reading::Faithful
                } else {
                    Reading::Rewritten(read.value.to_string())
                };
                (Ok(read.value), reading)
            }
            Err(error) => (Err(error), Reading::Unreadable),
        };
        let max_attempts = order.tool.metadata().max_attempts(&self.options.retry);
        self.executions.add(Execution {
            order,
            life: Lifecycle::new(max_attempts, now),
            reading,
            big_integers,
            arguments: Some(arguments),
            canonical: None,
            has_slot: false,
            is_probe: false,
            flight: None,
            answered_by: None,
            heir: None,
        })
    }

    /// Lets an accepted execution go on: an earlier result may answer it, its circuit may be open, or it may have to
    /// wait for a slot.
    pub fn start(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if execution.life.status().is_terminal() {
            return Directive::Ignore;
        }
        let tool = Rc::clone(&execution.order.tool);
        if tool.metadata().cache.is_some()
            && let Some(Ok(arguments)) = &execution.arguments
        {
            let name = canonical(arguments);
            let found = self.cache.find(tool.id(), &name, now);
            execution.canonical = Some(name);
            if found.is_some() {
                execution.answered_by = found;
                return self.step(key, Input::ServedFromCache, now);
            }
        }
        match self.ask_circuit(key, now) {
            Some(error) => self.step(key, Input::Refused(error), now),
            None => self.admit(key, now),
        }
    }

    /// Validates an execution's arguments with the engine, or says that the tool must be asked.
    pub fn validate(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let Some(arguments) = execution.arguments.take() else {
            return Directive::Ignore;
        };
        let tool = Rc::clone(&execution.order.tool);
        match (arguments, tool.validator()) {
            (Err(error), _) => {
                let error = ToolError::unreadable_arguments(error.to_string());
                self.step(key, Input::ArgumentsRejected(error), now)
            }
            (Ok(arguments), Validator::Own) => {
                execution.remember(&arguments);
                Directive::AskTool
            }
            (Ok(arguments), Validator::Engine(schema)) => {
                let issues = schema.validate(&arguments);
                if issues.is_empty() {
                    execution.remember(&arguments);
                    self.board(key, now)
                } else {
                    let error = ToolError::validation(issues);
                    self.step(key, Input::ArgumentsRejected(error), now)
                }
            }
        }
    }

    /// Passes arguments on unchecked, for an executor that checks them itself. Text that can't be read fails here too.
    pub fn skip_validation(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        match execution.arguments.take() {
            None => Directive::Ignore,
            Some(Err(error)) => {
                let error = ToolError::unreadable_arguments(error.to_string());
                self.step(key, Input::ArgumentsRejected(error), now)
            }
            Some(Ok(arguments)) => {
                execution.remember(&arguments);
                Directive::AskTool
            }
        }
    }

    /// The tool's own validator has accepted the arguments; `output`, if it is JSON, is what it made of them.
    pub fn accept(&mut self, key: ExecutionKey, output: Option<&str>, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if execution.order.tool.metadata().dedupe
            && let Some(output) = output.and_then(|text| read(text, self.options.reading()).ok())
        {
            execution.flight = Some(execution.flight_named(canonical(&output.value)));
        }
        self.board(key, now)
    }

    /// The arguments were refused.
    pub fn reject(&mut self, key: ExecutionKey, error: ToolError, now: f64) -> Directive {
        self.step(key, Input::ArgumentsRejected(error), now)
    }

    /// The handler came to its end.
    pub fn returned(&mut self, key: ExecutionKey, attempt: u32, now: f64) -> Directive {
        self.step(key, Input::HandlerReturned { attempt }, now)
    }

    /// An attempt failed. `random` lies in 0 to 1, 1 excluded.
    pub fn failed(
        &mut self,
        key: ExecutionKey,
        failure: Failure,
        random: f64,
        now: f64,
    ) -> Directive {
        let Some(execution) = self.executions.get(key) else {
            return Directive::Ignore;
        };
        let metadata = execution.order.tool.metadata();
        let Failure {
            attempt,
            error,
            chosen,
            timed_out,
        } = failure;
        let request = RetryRequest {
            error: &error,
            chosen,
            attempt,
            idempotent: metadata.idempotent,
            timed_out,
            random,
        };
        let decision = decide_retry(&metadata.retry(&self.options.retry), request);
        let input = Input::AttemptFailed {
            attempt,
            error,
            decision,
        };
        let directive = self.step(key, input, now);
        if directive == Directive::Retry {
            // Waiting for a retry holds no slot.
            self.release_slot(key);
        }
        directive
    }

    /// The time before the next attempt is over.
    pub fn delay_elapsed(&mut self, key: ExecutionKey, now: f64) -> Directive {
        match self.step(key, Input::DelayElapsed, now) {
            Directive::Wait => self.admit(key, now),
            other => other,
        }
    }

    /// Somebody stopped it, perhaps saying why.
    pub fn cancel(&mut self, key: ExecutionKey, reason: Option<String>, now: f64) -> Directive {
        let Some(execution) = self.executions.get(key) else {
            return Directive::Ignore;
        };
        let before = execution.life.clone();
        let heir = match &execution.flight {
            Some(name) if !before.status().is_terminal() => self.flights.leave(name, key),
            _ => None,
        };
        let Some(heir) = heir else {
            return self.step(key, Input::Cancelled(reason), now);
        };
        self.hand_over(key, heir, &before);
        match self.step(key, Input::Cancelled(reason), now) {
            Directive::Cancel => Directive::HandOver,
            other => other,
        }
    }

    /// An execution that something else set free.
    pub fn next_ready(&mut self) -> Option<ExecutionKey> {
        self.ready.pop_front()
    }

    /// Lets an execution that has become ready go on.
    pub fn resume(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get(key) else {
            return Directive::Ignore;
        };
        let leader = execution
            .answered_by
            .and_then(|leader| self.executions.get(leader));
        let input = match leader {
            Some(leader) => match leader.life.error() {
                None => Input::LeaderSucceeded,
                Some(error) => Input::LeaderFailed(error.clone()),
            },
            // Its circuit may have opened while it waited for its first slot.
            None if execution.life.status() == ToolExecutionStatus::Pending => self
                .ask_circuit(key, now)
                .map_or(Input::Admitted, Input::Refused),
            None => Input::Admitted,
        };
        self.step(key, input, now)
    }

    /// Counts an ended execution as history; returns the key of one that is forgotten for it.
    pub fn retire(&mut self, key: ExecutionKey) -> Option<ExecutionKey> {
        self.executions.retire(key, self.options.max_history)
    }

    /// The executions whose results nothing will ask for any more.
    pub fn take_dropped_results(&mut self) -> Vec<ExecutionKey> {
        self.cache.take_dropped()
    }

    /// How an execution's argument text was read.
    #[must_use]
    pub fn reading(&self, key: ExecutionKey) -> Option<&Reading> {
        Some(&self.executions.get(key)?.reading)
    }

    /// The integers of an execution's arguments that a double can't hold.
    #[must_use]
    pub fn big_integers(&self, key: ExecutionKey) -> &[BigInteger] {
        self.executions
            .get(key)
            .map_or(&[], |execution| &execution.big_integers)
    }

    /// The execution whose result answers another.
    #[must_use]
    pub fn answered_by(&self, key: ExecutionKey) -> Option<ExecutionKey> {
        self.executions.get(key)?.answered_by
    }

    /// The execution that took over from one that left.
    #[must_use]
    pub fn heir(&self, key: ExecutionKey) -> Option<ExecutionKey> {
        self.executions.get(key)?.heir
    }

    /// The life of an execution.
    #[must_use]
    pub fn life(&self, key: ExecutionKey) -> Option<&Lifecycle> {
        Some(&self.executions.get(key)?.life)
    }

    /// Milliseconds an attempt of an execution may take.
    #[must_use]
    pub fn timeout(&self, key: ExecutionKey) -> Option<f64> {
        let metadata = self.executions.get(key)?.order.tool.metadata();
        metadata.timeout.or(self.options.timeout)
    }

    /// An execution as it is now.
    #[must_use]
    pub fn record(&self, key: ExecutionKey) -> Option<ExecutionRecord> {
        let Execution { order, life, .. } = self.executions.get(key)?;
        let status = life.status();
        Some(ExecutionRecord {
            id: order.id.clone(),
            tool_call_id: order.tool_call_id.clone(),
            tool_name: order.tool.name().to_owned(),
            status,
            error: life.error().filter(|_| status.is_terminal()).cloned(),
            cached: life.is_cached(),
            timing: life.timing(),
            retry: life.retry().clone(),
        })
    }

    /// Asks the tool's circuit, unless the execution is its probe already; says why it must not run.
    fn ask_circuit(&mut self, key: ExecutionKey, now: f64) -> Option<ToolError> {
        let execution = self.executions.get_mut(key)?;
        if execution.is_probe {
            return None;
        }
        let tool = &execution.order.tool;
        let config = tool.metadata().circuit(self.options.circuit)?;
        // Looked up first: a hit needs no allocation, and every execution comes by here.
        if !self.circuits.contains_key(tool.name()) {
            self.circuits
                .insert(tool.name().to_owned(), CircuitBreaker::default());
        }
        match self.circuits.get_mut(tool.name())?.admit(&config, now) {
            Admission::Allowed => None,
            Admission::Probe => {
                execution.is_probe = true;
                None
            }
            Admission::Refused { retry_after } => Some(circuit_open(tool.name(), retry_after)),
        }
    }

    /// Takes a slot, or waits for one.
    fn admit(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let tool = &execution.order.tool;
        let limit = tool.metadata().max_concurrency;
        if limit.is_some() || self.options.max_concurrency.is_some() {
            execution.has_slot = true;
            if !self.limiter.acquire(key, tool.name(), limit) {
                execution.has_slot = false;
                return Directive::Wait;
            }
        }
        self.step(key, Input::Admitted, now)
    }

    /// The arguments are valid: the handler runs, unless it runs already with the same ones.
    fn board(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if execution.life.status().is_terminal() {
            return Directive::Ignore;
        }
        let leader = execution
            .flight
            .as_ref()
            .and_then(|name| self.flights.board(name, key));
        execution.answered_by = leader;
        if leader.is_none() {
            return self.step(key, Input::ArgumentsAccepted, now);
        }
        let directive = self.step(key, Input::Joined, now);
        self.release_slot(key);
        directive
    }

    /// Makes a follower the leader: it gets the run, the slot and the part in the circuit.
    fn hand_over(&mut self, key: ExecutionKey, heir: ExecutionKey, life: &Lifecycle) {
        let Some(leader) = self.executions.get_mut(key) else {
            return;
        };
        let has_slot = std::mem::take(&mut leader.has_slot);
        let is_probe = std::mem::take(&mut leader.is_probe);
        let flight = leader.flight.take();
        leader.heir = Some(heir);
        self.limiter.rename(key, heir);
        for ready in self.ready.iter_mut().filter(|ready| **ready == key) {
            *ready = heir;
        }
        let followers: Vec<_> = flight
            .iter()
            .flat_map(|name| self.flights.followers(name))
            .collect();
        for follower in followers {
            if let Some(follower) = self.executions.get_mut(follower) {
                follower.answered_by = Some(heir);
            }
        }
        if let Some(heir) = self.executions.get_mut(heir) {
            heir.life.take_over(life);
            heir.has_slot = has_slot;
            heir.is_probe |= is_probe;
            heir.answered_by = None;
        }
    }

    fn step(&mut self, key: ExecutionKey, input: Input, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let is_rejection = matches!(input, Input::ArgumentsRejected(_) | Input::Refused(_));
        let directive = execution.life.step(input, now);
        if directive.is_end() {
            self.settle(key, is_rejection, now);
        }
        directive
    }

    /// An execution has ended: everything that it held is given back, and everybody who counts is told.
    fn settle(&mut self, key: ExecutionKey, is_rejection: bool, now: f64) {
        self.release_slot(key);
        self.limiter.forget(key);
        let Some(execution) = self.executions.get_mut(key) else {
            return;
        };
        execution.arguments = None;
        let Execution {
            order: Order { tool, .. },
            life,
            ..
        } = execution;
        let duration = life.timing().duration.unwrap_or(0.0);
        let ran_itself = execution.answered_by.is_none();
        let ended = match (life.status(), life.error()) {
            (ToolExecutionStatus::Cancelled, _) => Ended::Cancelled,
            (_, Some(error)) => Ended::Failed(error),
            (_, None) => Ended::Succeeded,
        };
        tool.record(ended, duration);
        if let Some(config) = tool.metadata().circuit(self.options.circuit)
            && let Some(circuit) = self.circuits.get_mut(tool.name())
        {
            let outcome = if ran_itself && !is_rejection {
                outcome_of(ended)
            } else {
                Outcome::Neutral
            };
            circuit.record(&config, outcome, execution.is_probe, now);
        }
        let is_own_success = ran_itself && matches!(ended, Ended::Succeeded);
        if let (Some(config), Some(arguments)) = (tool.metadata().cache, execution.canonical.take())
            && is_own_success
        {
            self.cache.store(&config, tool.id(), arguments, key, now);
        }
        if let Some(name) = execution.flight.take() {
            if ran_itself {
                self.ready.extend(self.flights.land(&name));
            } else {
                self.flights.leave(&name, key);
            }
        }
    }

    fn release_slot(&mut self, key: ExecutionKey) {
        let Some(execution) = self.executions.get_mut(key) else {
            return;
        };
        if !std::mem::take(&mut execution.has_slot) {
            return;
        }
        let admitted = self.limiter.release(execution.order.tool.name());
        for key in &admitted {
            if let Some(next) = self.executions.get_mut(*key) {
                next.has_slot = true;
            }
        }
        self.ready.extend(admitted);
    }
}

impl Execution {
    /// Notes what names the call, where a policy needs it.
    fn remember(&mut self, arguments: &Value) {
        let metadata = self.order.tool.metadata();
        if metadata.dedupe {
            self.flight = Some(self.flight_named(canonical(arguments)));
        }
    }

    fn flight_named(&self, arguments: String) -> FlightName {
        FlightName {
            tool: self.order.tool.id(),
            arguments,
        }
    }
}

/// What an end says of the tool: refused arguments and cancellations say nothing.
fn outcome_of(ended: Ended<'_>) -> Outcome {
    match ended {
        Ended::Succeeded => Outcome::Success,
        Ended::Cancelled => Outcome::Neutral,
        Ended::Failed(error) => match error.category {
            ToolErrorCategory::Validation | ToolErrorCategory::Cancelled => Outcome::Neutral,
            _ => Outcome::Failure,
        },
    }
}

fn circuit_open(tool: &str, retry_after: f64) -> ToolError {
    let seconds = (retry_after / 1000.0).ceil();
    let message = format!(
        "The tool \"{tool}\" has failed several times in a row and is left alone for now; try again in {seconds} s."
    );
    ToolError {
        retry_after: Some(retry_after),
        code: Some("circuit_open".to_owned()),
        ..ToolError::new(ToolErrorCategory::Transient, message)
    }
}
