use std::cell::Cell;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;

use super::state::State;

/// Information about a call, as in a handler's context in JavaScript.
#[derive(Debug, Clone, PartialEq)]
pub struct CallInfo {
    /// Unique across pages and tabs.
    pub execution_id: String,
    /// The backend's id of the call.
    pub tool_call_id: String,
    /// The name by which the tool was called.
    pub tool_name: String,
    /// The idempotency key, the same for every attempt of one execution.
    pub idempotency_key: String,
    /// The number of the attempt, counted from 1.
    pub attempt: u32,
    /// The maximum number of attempts.
    pub max_attempts: u32,
    /// The time at which the attempt times out, in milliseconds since 1970; `None` without a timeout.
    pub deadline: Option<f64>,
}

/// The context that a tool gets in addition to its arguments.
pub struct ToolContext {
    info: CallInfo,
    state: Rc<dyn State>,
    abort: AbortFlag,
    report: Rc<dyn Fn(Value)>,
}

impl ToolContext {
    /// A context that passes progress reports to `report`.
    pub fn new(
        info: CallInfo,
        state: Rc<dyn State>,
        abort: AbortFlag,
        report: Rc<dyn Fn(Value)>,
    ) -> Self {
        Self {
            info,
            state,
            abort,
            report,
        }
    }

    /// A context for tests and native programs: no deadline, a single attempt, progress is ignored.
    pub fn of_call(tool_name: &str, tool_call_id: &str, state: Rc<dyn State>) -> Self {
        let info = CallInfo {
            execution_id: tool_call_id.to_owned(),
            tool_call_id: tool_call_id.to_owned(),
            tool_name: tool_name.to_owned(),
            idempotency_key: tool_call_id.to_owned(),
            attempt: 1,
            max_attempts: 1,
            deadline: None,
        };
        Self::new(info, state, AbortFlag::default(), Rc::new(|_| {}))
    }

    /// The ids, the attempt and the deadline.
    #[must_use]
    pub fn info(&self) -> &CallInfo {
        &self.info
    }

    /// The other tools, the configuration, accessed files, executions, the page, MCP tools.
    #[must_use]
    pub fn state(&self) -> &dyn State {
        &*self.state
    }

    /// The state as a shared pointer, for storing.
    #[must_use]
    pub fn shared_state(&self) -> Rc<dyn State> {
        Rc::clone(&self.state)
    }

    /// Returns true if the call was aborted or has timed out. Pending awaits are dropped without this; a long loop should
    /// check it.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.abort.is_set()
    }

    /// The flag behind [`is_aborted`](Self::is_aborted), for other code.
    #[must_use]
    pub fn abort(&self) -> &AbortFlag {
        &self.abort
    }

    /// The function behind [`report_progress`](Self::report_progress), for code that reports progress itself.
    #[must_use]
    pub fn reporter(&self) -> Rc<dyn Fn(Value)> {
        Rc::clone(&self.report)
    }

    /// Reports progress to the page. A value that can't be serialized as JSON is ignored.
    pub fn report_progress(&self, progress: impl Serialize) {
        if let Ok(progress) = serde_json::to_value(progress) {
            (self.report)(progress);
        }
    }
}

/// A flag for aborting a call.
#[derive(Debug, Clone, Default)]
pub struct AbortFlag(Rc<Cell<bool>>);

impl AbortFlag {
    /// Aborts the call.
    pub fn set(&self) {
        self.0.set(true);
    }

    /// Returns true if the call is aborted.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.get()
    }
}
