use std::future::Future;
use std::rc::Rc;

use ag_ui_lit::tool::{StructuredToolResult, ToolFailure};
use serde::{Deserialize, Serialize};

/// The agents that a page lets its own give work to.
pub trait Agents: 'static {
    /// Which they are, at the moment.
    fn offers(&self) -> Vec<AgentOffer>;

    /// Has one do a task; `step` hears how it goes. Dropping the future ends it.
    ///
    /// # Errors
    ///
    /// When there is nobody to do it. What the agent itself did wrong is a [`Report`].
    fn run(
        &self,
        order: Order,
        step: Rc<dyn Fn(Step)>,
    ) -> impl Future<Output = Result<Report, ToolFailure>>;
}

/// An agent that work can be given to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AgentOffer {
    /// What the model calls it by.
    pub name: String,
    /// What it is good for.
    pub description: String,
    /// The tools that it may use, in order.
    #[serde(default)]
    pub tools: Vec<String>,
}

/// A task for an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The agent's name.
    pub agent: String,
    /// What it is to do, in words.
    pub task: String,
    /// The tools that it may use: all that are offered when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// The execution that waits for it.
    pub execution_id: String,
}

/// What happens while it works.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Step {
    /// It is asked, or asked again with the answers to its calls.
    Round,
    /// It says something.
    Text {
        /// What is added.
        delta: String,
    },
    /// It calls a tool.
    CallBegan {
        /// The call's id.
        tool_call_id: String,
        /// The tool.
        tool_name: String,
    },
    /// A call has its answer.
    CallEnded {
        /// The call's id.
        tool_call_id: String,
        /// Whether that is a result.
        success: bool,
    },
}

/// How a task ended.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// In which way.
    pub outcome: Outcome,
    /// The thread in which it was done.
    pub thread_id: String,
    /// How often the agent was asked.
    pub rounds: u32,
    /// What it said last.
    #[serde(default)]
    pub answer: String,
    /// The calls that it made, in order; a bounded number.
    #[serde(default)]
    pub calls: Vec<MadeCall>,
    /// How many calls it made.
    #[serde(default)]
    pub call_count: u32,
}

/// The way in which a task ended.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Outcome {
    /// The agent needs nothing more.
    Finished,
    /// It waits for a person, who can't be asked that way.
    Interrupted {
        /// What it wants to know, if it said so.
        #[serde(default)]
        reason: String,
    },
    /// It was stopped.
    Aborted,
    /// Its time was over.
    TimedOut {
        /// Milliseconds that it had.
        timeout: f64,
    },
    /// It failed.
    Failed {
        /// Why, as the element has it: `http`, `network`, `protocol`, `backend`, `truncated`, `max_rounds`, `limit`, `input`.
        code: String,
        /// Why, in words.
        message: String,
        /// The HTTP status, where that is why.
        #[serde(default)]
        status: Option<u16>,
    },
}

/// A call that an agent made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MadeCall {
    /// Its id.
    pub tool_call_id: String,
    /// What came of it.
    pub result: StructuredToolResult,
}
