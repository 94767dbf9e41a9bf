mod admission;
mod arguments;
mod attempts;
mod settle;

pub use attempts::Failure;

use std::collections::VecDeque;
use std::rc::Rc;

use super::history::{ExecutionKey, History};
use super::identity::identity;
use super::lifecycle::{Directive, Input, Lifecycle};
use super::options::ManagerOptions;
use super::record::ExecutionRecord;
use crate::execution::streamed::StreamedArguments;
use crate::json::{ArgumentsError, BigInteger, Document, read_arguments};
use crate::policy::{Arguments, Call, Policies, Policy, Queue, Wake};
use crate::tool::CheckedTool;

/// All executions of one manager, and the policies that decide about them.
///
/// The end of one execution may release others, by its slot or by a shared result. Those become ready, and the driver
/// resumes them one by one with [`next_ready`](Self::next_ready) and [`resume`](Self::resume).
#[derive(Default)]
pub struct Manager {
    options: ManagerOptions,
    executions: History<Execution>,
    policies: Policies,
    /// The executions that wait for the policies.
    queue: Queue,
    ready: VecDeque<ExecutionKey>,
}

struct Execution {
    tool: Rc<CheckedTool>,
    life: Lifecycle,
    reading: Reading,
    big_integers: Vec<BigInteger>,
    /// The error of arguments that can't be read.
    unreadable: Option<ArgumentsError>,
    /// The identity of the arguments, if a run or a result is shared by it.
    identity: Option<String>,
    /// Whether the execution is in the queue.
    is_queued: bool,
    /// The execution whose result answers this one: its leader, or one with a cached result.
    answered_by: Option<ExecutionKey>,
    /// The outcome of the leader, from the leader's end until this execution continues.
    answer: Option<Input>,
    /// The new leader, if this leader was cancelled.
    successor: Option<ExecutionKey>,
}

/// The result of reading an execution's argument text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// `JSON.parse` reads the text as the same value.
    Exact,
    /// `JSON.parse` would read another value. This text is equivalent to the value that was read.
    Normalized(String),
    /// The text can't be read. Validation will report the reason.
    Unreadable,
}

impl Manager {
    /// A manager without executions.
    #[must_use]
    pub fn new(options: ManagerOptions) -> Self {
        Self {
            policies: Policies::new(&options),
            options,
            ..Self::default()
        }
    }

    /// Accepts an execution and reads its argument text. Text that can't be read is not an error yet: the execution fails
    /// when its arguments are validated.
    pub fn begin(&mut self, tool: Rc<CheckedTool>, arguments: &str, now: f64) -> ExecutionKey {
        self.add(tool, read_arguments(arguments, self.options.reading()), now)
    }

    /// Accepts an execution like [`begin`](Self::begin), with arguments that were read while they arrived.
    pub fn begin_streamed(
        &mut self,
        tool: Rc<CheckedTool>,
        arguments: StreamedArguments,
        now: f64,
    ) -> ExecutionKey {
        self.add(tool, arguments.finish(), now)
    }

    fn add(
        &mut self,
        tool: Rc<CheckedTool>,
        read: Result<Document, ArgumentsError>,
        now: f64,
    ) -> ExecutionKey {
        let metadata = tool.metadata();
        let is_shared = metadata.dedupe || metadata.cache.is_some() || metadata.kept_by_page;
        let max_attempts = metadata.max_attempts(&self.options.retry);
        let mut execution = Execution {
            tool,
            life: Lifecycle::new(max_attempts, now),
            reading: Reading::Unreadable,
            big_integers: Vec::new(),
            unreadable: None,
            identity: None,
            is_queued: false,
            answered_by: None,
            answer: None,
            successor: None,
        };
        match read {
            Ok(document) => {
                execution.identity = is_shared.then(|| identity(&document)).flatten();
                execution.reading = if document.exact {
                    Reading::Exact
                } else {
                    Reading::Normalized(document.to_text())
                };
                execution.big_integers = document.big_integers;
            }
            Err(error) => execution.unreadable = Some(error),
        }
        self.executions.add(execution)
    }

    /// Excludes an accepted execution from sharing runs and results, whatever its arguments: its outcome depends on
    /// something else as well, such as its user.
    pub fn keep_apart(&mut self, key: ExecutionKey) {
        if let Some(execution) = self.executions.get_mut(key) {
            execution.identity = None;
        }
    }

    /// Starts an accepted execution. The policies may answer, refuse or delay it.
    pub fn start(&mut self, key: ExecutionKey, now: f64) -> Directive {
        match self.executions.get(key) {
            Some(execution) if !execution.life.status().is_terminal() => self.admit(key, now),
            _ => Directive::Ignore,
        }
    }

    /// The identity of the arguments, if the tool's runs or results are shared; `None` for arguments that may be ambiguous.
    #[must_use]
    pub fn identity(&self, key: ExecutionKey) -> Option<&str> {
        self.executions.get(key)?.identity.as_deref()
    }

    /// Answers an accepted execution with a result that the page has cached, in place of [`start`](Self::start).
    pub fn serve(&mut self, key: ExecutionKey, now: f64) -> Directive {
        self.step(key, Input::ServedFromCache, now)
    }

    /// The next execution that was released by another one.
    pub fn next_ready(&mut self) -> Option<ExecutionKey> {
        self.ready.pop_front()
    }

    /// Resumes an execution that has become ready, unless a policy answers or refuses it after all: its circuit may have
    /// opened while it waited, for example.
    pub fn resume(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if execution.life.status().is_terminal() {
            return Directive::Ignore;
        }
        let answer = execution.answer.take();
        let input = answer.or_else(|| self.decide(key, now));
        self.step(key, input.unwrap_or(Input::Admitted), now)
    }

    /// The time at which to call [`wake_up`](Self::wake_up), if an execution waits for a time.
    #[must_use]
    pub fn wake(&self) -> Option<Wake> {
        self.queue.wake()
    }

    /// Releases the executions whose time has come.
    pub fn wake_up(&mut self, now: f64) {
        self.take_turns(now);
    }

    /// Moves an ended execution to the history. Returns the key of the execution that is removed in turn.
    pub fn retire(&mut self, key: ExecutionKey) -> Option<ExecutionKey> {
        self.executions.retire(key, self.options.max_history)
    }

    /// The executions whose cached results are not needed anymore.
    pub fn take_dropped_results(&mut self) -> Vec<ExecutionKey> {
        self.policies.cache.take_dropped()
    }

    /// The result of reading an execution's argument text.
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

    /// The new leader in place of one that was cancelled.
    #[must_use]
    pub fn successor(&self, key: ExecutionKey) -> Option<ExecutionKey> {
        self.executions.get(key)?.successor
    }

    /// The life of an execution.
    #[must_use]
    pub fn life(&self, key: ExecutionKey) -> Option<&Lifecycle> {
        Some(&self.executions.get(key)?.life)
    }

    /// The maximum duration of an attempt, in milliseconds.
    #[must_use]
    pub fn timeout(&self, key: ExecutionKey) -> Option<f64> {
        let metadata = self.executions.get(key)?.tool.metadata();
        metadata.timeout.or(self.options.timeout)
    }

    /// A snapshot of an execution.
    #[must_use]
    pub fn record(&self, key: ExecutionKey) -> Option<ExecutionRecord> {
        let life = self.life(key)?;
        let status = life.status();
        Some(ExecutionRecord {
            status,
            error: life.error().filter(|_| status.is_terminal()).cloned(),
            cached: life.is_cached(),
            timing: life.timing(),
            retry: life.retry().clone(),
        })
    }
}

impl Execution {
    /// The execution as policies see it.
    fn call(&self, key: ExecutionKey) -> Call<'_> {
        let text = self.identity.as_deref();
        Call {
            key,
            tool: &self.tool,
            attempts: self.life.retry().attempt_number,
            arguments: text.map(|text| Arguments {
                text,
                is_output: false,
            }),
        }
    }
}
