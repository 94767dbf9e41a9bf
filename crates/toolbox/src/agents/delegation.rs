use std::future::Future;
use std::rc::Rc;

use ag_ui_lit::tool::{StructuredToolResult, ToolFailure};
use serde::{Deserialize, Serialize};

/// The agents to which the page's agent may delegate work.
pub trait Agents: 'static {
    /// The available agents.
    fn offers(&self) -> Vec<AgentOffer>;

    /// Has an agent do a task; `step` is called with its steps. Dropping the future ends it.
    ///
    /// # Errors
    ///
    /// If the agent is not available. A failure of the agent itself is a [`Report`].
    fn run(
        &self,
        request: TaskRequest,
        step: Rc<dyn Fn(Step)>,
    ) -> impl Future<Output = Result<Report, ToolFailure>>;
}

/// An agent that accepts tasks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AgentOffer {
    /// The name for the model.
    pub name: String,
    /// The description of its abilities.
    pub description: String,
    /// The tools that it may use, in order.
    #[serde(default)]
    pub tools: Vec<String>,
}

/// A task for an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TaskRequest {
    /// The agent's name.
    pub agent: String,
    /// The task, as text.
    pub task: String,
    /// The tools that it may use; by default all offered ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// The id of the waiting execution.
    pub execution_id: String,
}

/// A step of an agent's work.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Step {
    /// The agent is asked, or asked again with the answers to its calls.
    Round,
    /// The agent's text grows.
    Text {
        /// The added text.
        delta: String,
    },
    /// The agent calls a tool.
    CallBegan {
        /// The call's id.
        tool_call_id: String,
        /// The tool.
        tool_name: String,
    },
    /// A call has its answer.
    CallEnded {
        /// The id of the call.
        tool_call_id: String,
        /// Whether the answer is a result.
        success: bool,
    },
}

/// The end of a task.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The outcome.
    pub outcome: Outcome,
    /// The thread in which it was done.
    pub thread_id: String,
    /// The number of rounds.
    pub rounds: u32,
    /// The agent's last text.
    #[serde(default)]
    pub answer: String,
    /// The calls in order, up to a limit.
    #[serde(default)]
    pub calls: Vec<MadeCall>,
    /// The number of all calls.
    #[serde(default)]
    pub call_count: u32,
}

/// The outcome of a task.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Outcome {
    /// The agent has finished.
    Finished,
    /// The agent waits for a person, who can't be asked here.
    Interrupted {
        /// The agent's question, if there is one.
        #[serde(default)]
        reason: String,
    },
    /// The task was cancelled.
    Aborted,
    /// The time limit was exceeded.
    TimedOut {
        /// The time limit in milliseconds.
        timeout: f64,
    },
    /// The agent failed.
    Failed {
        /// The code of the error, as in the element: `http`, `network`, `protocol`, `backend`, `truncated`, `max_rounds`,
        /// `limit`, `input`.
        code: String,
        /// The error message.
        message: String,
        /// The HTTP status, if that is the reason.
        #[serde(default)]
        status: Option<u16>,
    },
}

/// A call that an agent made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MadeCall {
    /// The id of the call.
    pub tool_call_id: String,
    /// The result of the call.
    pub result: StructuredToolResult,
}
