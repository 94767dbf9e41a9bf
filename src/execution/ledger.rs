use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use serde_json::Value;

use super::lifecycle::{Directive, Input, Lifecycle};
use super::record::ExecutionRecord;
use crate::error::ToolError;
use crate::json::{ArgumentsError, read_arguments};
use crate::tool::{Tool, Validator};

/// Names an execution within its ledger. Never 0 and never reused.
pub type ExecutionKey = u32;

/// Finished executions that are kept, so that a page can look one up; the oldest goes first.
const MAX_HISTORY: usize = 1000;

/// All executions of one manager: those under way, and a bounded number of finished ones.
#[derive(Default)]
pub struct Ledger {
    executions: HashMap<ExecutionKey, Execution>,
    finished: VecDeque<ExecutionKey>,
    last_key: ExecutionKey,
}

struct Execution {
    order: Order,
    life: Lifecycle,
    reading: Reading,
    /// Kept until they are validated.
    arguments: Option<Result<Value, ArgumentsError>>,
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

impl Ledger {
    /// Begins an execution and reads its argument text. A text that can't be read is no error yet: the execution
    /// fails when its arguments are validated.
    pub fn begin(&mut self, order: Order, arguments: &str, now: f64) -> ExecutionKey {
        let (arguments, reading) = match read_arguments(arguments) {
            Ok(read) if read.faithful => (Ok(read.value), Reading::Faithful),
            Ok(read) => {
                let rewritten = read.value.to_string();
                (Ok(read.value), Reading::Rewritten(rewritten))
            }
            Err(error) => (Err(error), Reading::Unreadable),
        };
        self.last_key += 1;
        let execution = Execution {
            order,
            reading,
            life: Lifecycle::new(now),
            arguments: Some(arguments),
        };
        self.executions.insert(self.last_key, execution);
        self.last_key
    }

    /// How an execution's argument text was read.
    #[must_use]
    pub fn reading(&self, key: ExecutionKey) -> Option<&Reading> {
        Some(&self.executions.get(&key)?.reading)
    }

    /// Passes an input to an execution. One that is not known any more ignores everything.
    pub fn step(&mut self, key: ExecutionKey, input: Input, now: f64) -> Directive {
        self.executions
            .get_mut(&key)
            .map_or(Directive::Ignore, |execution| {
                execution.life.step(input, now)
            })
    }

    /// Validates an execution's arguments with the engine. `None` when the arguments can be read and the tool
    /// validates them itself: the driver then asks the tool, and steps with the verdict.
    pub fn validate(&mut self, key: ExecutionKey, now: f64) -> Option<Directive> {
        let Some(execution) = self.executions.get_mut(&key) else {
            return Some(Directive::Ignore);
        };
        let Some(arguments) = execution.arguments.take() else {
            return Some(Directive::Ignore);
        };
        let input = match (arguments, execution.order.tool.validator()) {
            (Err(error), _) => {
                Input::ArgumentsRejected(ToolError::unreadable_arguments(error.to_string()))
            }
            (Ok(_), Validator::Own) => return None,
            (Ok(arguments), Validator::Engine(schema)) => {
                let issues = schema.validate(&arguments);
                if issues.is_empty() {
                    Input::ArgumentsAccepted
                } else {
                    Input::ArgumentsRejected(ToolError::validation(issues))
                }
            }
        };
        Some(execution.life.step(input, now))
    }

    /// Moves an execution that has ended into the history; returns one that fell out of it.
    pub fn retire(&mut self, key: ExecutionKey) -> Option<ExecutionKey> {
        self.finished.push_back(key);
        if self.finished.len() <= MAX_HISTORY {
            return None;
        }
        let oldest = self.finished.pop_front()?;
        self.executions.remove(&oldest);
        Some(oldest)
    }

    /// An execution as it is now.
    #[must_use]
    pub fn record(&self, key: ExecutionKey) -> Option<ExecutionRecord> {
        let execution = self.executions.get(&key)?;
        let Order {
            id,
            tool_call_id,
            tool,
        } = &execution.order;
        Some(ExecutionRecord {
            id: id.clone(),
            tool_call_id: tool_call_id.clone(),
            tool_name: tool.name().to_owned(),
            status: execution.life.status(),
            error: execution.life.error().cloned(),
            timing: execution.life.timing(),
            retry: execution.life.retry().clone(),
        })
    }

    /// Why an execution ended, unless it succeeded or goes on.
    #[must_use]
    pub fn error(&self, key: ExecutionKey) -> Option<&ToolError> {
        self.executions.get(&key)?.life.error()
    }
}
