use std::cell::Cell;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;

use super::state::State;

/// Information about a call. The same as a handler's context in JavaScript.
#[derive(Debug, Clone, PartialEq)]
pub struct CallInfo {
    /// Unique across pages and tabs.
    pub execution_id: String,
    /// The id the backend gave the call.
    pub tool_call_id: String,
    /// The name the tool was called by.
    pub tool_name: String,
    /// The same for every attempt of one execution.
    pub idempotency_key: String,
    /// The number of the attempt, counted from 1.
    pub attempt: u32,
    /// The maximum number of attempts.
    pub max_attempts: u32,
    /// When the attempt has timed out, in milliseconds since 1970; nothing without a timeout.
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
    /// A context whose progress reports go to `report`.
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

    /// A context for tests and native programs: no deadline, the only attempt, progress goes nowhere.
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

    /// Ids, attempt and deadline.
    #[must_use]
    pub fn info(&self) -> &CallInfo {
        &self.info
    }

    /// The other tools, configuration, read files, executions, page, MCP tools.
    #[must_use]
    pub fn state(&self) -> &dyn State {
        &*self.state
    }

    /// The state, to keep.
    #[must_use]
    pub fn shared_state(&self) -> Rc<dyn State> {
        Rc::clone(&self.state)
    }

    /// Whether the call was aborted or has timed out. Work that awaits is dropped by itself; a long loop asks.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.abort.is_set()
    }

    /// The flag behind [`is_aborted`](Self::is_aborted), to hand on.
    #[must_use]
    pub fn abort(&self) -> &AbortFlag {
        &self.abort
    }

    /// What [`report_progress`](Self::report_progress) calls, to hand on to work that reports by itself.
    #[must_use]
    pub fn reporter(&self) -> Rc<dyn Fn(Value)> {
        Rc::clone(&self.report)
    }

    /// Reports to the page how far the work is. What can't be written as JSON is not reported.
    pub fn report_progress(&self, progress: impl Serialize) {
        if let Ok(progress) = serde_json::to_value(progress) {
            (self.report)(progress);
        }
    }
}

/// Set when a call is given up.
#[derive(Debug, Clone, Default)]
pub struct AbortFlag(Rc<Cell<bool>>);

impl AbortFlag {
    /// The call is given up.
    pub fn set(&self) {
        self.0.set(true);
    }

    /// Whether it is.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.get()
    }
}
