use std::cell::RefCell;
use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput,
    ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::delegation::{AgentOffer, Agents, MadeCall, Outcome, Report, Step, TaskRequest};
use super::progress::ProgressLog;
use crate::excerpt::{SHORT, bounded, line, within_others};
use crate::refusal::{issue, refused};

/// The maximum length of a task, in characters.
const LONGEST_TASK: usize = 100_000;

/// The maximum length of an agent's text that is quoted after a failure.
const QUOTED: usize = 2_000;

/// The arguments of `subagent`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubagentArguments {
    /// The name of the agent.
    pub agent: String,
    /// A complete description of the task: what to find out or do, and what to answer. The agent sees nothing else of this
    /// conversation.
    pub task: String,
    /// The names of the tools that the agent may use for this task. By default all tools that it is allowed to use.
    pub tools: Option<Vec<String>>,
}

/// The metadata of a subagent's work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SubagentMetadata {
    /// The name of the agent.
    pub agent: String,
    /// The thread of the work.
    pub thread_id: String,
    /// The number of rounds.
    pub rounds: u32,
    /// The number of calls.
    pub call_count: u32,
    /// The first calls, with their results.
    pub calls: Vec<MadeCall>,
    /// Whether the end of the answer was left out for the model.
    pub truncated: bool,
}

impl ResultMetadata for SubagentMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("subagent");
}

/// Gives a task to another agent, and returns its answer.
#[derive(Debug)]
pub struct Subagent<A> {
    agents: A,
    longest_answer: usize,
}

impl<A: Agents> Subagent<A> {
    /// The default maximum length of an answer for the model, in characters.
    pub const LONGEST_ANSWER: usize = 32_768;

    /// `longest_answer` is in characters.
    pub fn new(agents: A, longest_answer: usize) -> Self {
        Self {
            agents,
            longest_answer,
        }
    }

    fn output(&self, agent: &str, report: Report) -> ToolResult<SubagentMetadata> {
        let Report {
            outcome,
            answer,
            thread_id,
            rounds,
            calls,
            call_count,
        } = report;
        let metadata = SubagentMetadata {
            agent: agent.to_owned(),
            thread_id,
            rounds,
            call_count,
            calls: calls.into_iter().map(bounded_call).collect(),
            truncated: answer.chars().count() > self.longest_answer,
        };
        if outcome != Outcome::Finished {
            return Err(failure(agent, &outcome, &answer).metadata(&metadata));
        }
        let text = if answer.trim().is_empty() {
            format!("The agent \"{agent}\" has finished without an answer.")
        } else {
            let how = format!("Ask \"{agent}\" for a shorter answer, or for a part of it.");
            bounded(&answer, self.longest_answer, &how)
        };
        Ok(ToolOutput::new(text).with(metadata))
    }
}

impl<A: Agents> Tool for Subagent<A> {
    type Arguments = SubagentArguments;
    type Metadata = SubagentMetadata;

    fn name(&self) -> &'static str {
        "subagent"
    }

    fn description(&self) -> &'static str {
        "Gives a task to another agent, waits until it is done, and returns the agent's answer. The agent sees nothing of this \
         conversation: put everything that it needs to know into the task. It may use tools of this page by itself; the user is asked where one needs approval. Use it for work that can be described completely and whose steps do not matter here. Long answers are cut, with a note at the end."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("agents".to_owned()),
            idempotent: Some(false),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &SubagentArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        let SubagentArguments { agent, task, tools } = arguments;
        let offers = self.agents.offers();
        let mut issues = Vec::new();
        let offer = offers.iter().find(|offer| offer.name == *agent);
        if offer.is_none() {
            issues.push(issue(&["agent"], unknown_agent(agent, &offers)));
        }
        if task.trim().is_empty() {
            issues.push(issue(&["task"], "is empty: describe the task"));
        }
        if task.chars().count() > LONGEST_TASK {
            let message = format!("is longer than {LONGEST_TASK} characters");
            issues.push(issue(&["task"], message));
        }
        if let (Some(offer), Some(tools)) = (offer, tools) {
            issues.extend(tools.iter().enumerate().filter_map(|(at, tool)| {
                let message = (!offer.tools.contains(tool)).then(|| not_allowed(tool, offer))?;
                Some(issue(&["tools", &at.to_string()], message))
            }));
        }
        refused(issues)
    }

    async fn execute(
        &self,
        arguments: SubagentArguments,
        context: &ToolContext,
    ) -> ToolResult<SubagentMetadata> {
        let log = RefCell::new(ProgressLog::new(&arguments.agent));
        let report = context.reporter();
        let step: Rc<dyn Fn(Step)> = Rc::new(move |step| {
            let progress = log.borrow_mut().take(step);
            if let Some(progress) = progress.and_then(|it| serde_json::to_value(it).ok()) {
                report(progress);
            }
        });
        let request = TaskRequest {
            agent: arguments.agent.clone(),
            task: arguments.task,
            tools: arguments.tools,
            execution_id: context.info().execution_id.clone(),
        };
        let report = self.agents.run(request, step).await?;
        self.output(&arguments.agent, report)
    }

    fn tracing_attributes(&self, arguments: &SubagentArguments) -> Vec<Attribute> {
        vec![Attribute::new(
            "gen_ai.agent.name",
            line(&arguments.agent, SHORT),
        )]
    }
}

fn bounded_call(mut call: MadeCall) -> MadeCall {
    call.result.metadata = within_others(call.result.metadata.take());
    call
}

fn unknown_agent(name: &str, offers: &[AgentOffer]) -> String {
    let known: Vec<_> = offers
        .iter()
        .map(|offer| format!("{} ({})", offer.name, line(&offer.description, 200)))
        .collect();
    format!(
        "there is no agent \"{}\"; there are: {}",
        line(name, SHORT),
        known.join(", ")
    )
}

fn not_allowed(tool: &str, offer: &AgentOffer) -> String {
    let may = if offer.tools.is_empty() {
        "it may use no tool: leave `tools` out".to_owned()
    } else {
        format!("it may use: {}", offer.tools.join(", "))
    };
    format!(
        "the agent \"{}\" may not use a tool \"{}\"; {may}",
        offer.name,
        line(tool, SHORT)
    )
}

fn failure(agent: &str, outcome: &Outcome, answer: &str) -> ToolFailure {
    let (why, category, code) = match outcome {
        Outcome::Finished => (
            "has finished".to_owned(),
            ToolErrorCategory::Unknown,
            "finished",
        ),
        Outcome::Interrupted { reason } if reason.trim().is_empty() => (
            "waits for a person's answer, and can't be given one here".to_owned(),
            ToolErrorCategory::Permanent,
            "interrupted",
        ),
        Outcome::Interrupted { reason } => (
            format!(
                "waits for a person's answer, and can't be given one here. It asks: {}",
                line(reason, QUOTED)
            ),
            ToolErrorCategory::Permanent,
            "interrupted",
        ),
        Outcome::Aborted => (
            "was stopped".to_owned(),
            ToolErrorCategory::Cancelled,
            "aborted",
        ),
        Outcome::TimedOut { timeout } => (
            format!("was not done within {timeout} ms, and was stopped"),
            ToolErrorCategory::Timeout,
            "timeout",
        ),
        Outcome::Failed {
            code,
            message,
            status,
        } => (
            format!("failed: {}", line(message, QUOTED)),
            category(code, *status),
            code.as_str(),
        ),
    };
    let before = match answer.trim() {
        "" => String::new(),
        before => format!(" Its text before that: {}", line(before, QUOTED)),
    };
    ToolFailure::new(format!("The agent \"{agent}\" {why}.{before}"))
        .category(category)
        .code(format!("subagent_{code}"))
}

/// The category of a failure, which determines whether another attempt may succeed.
fn category(code: &str, status: Option<u16>) -> ToolErrorCategory {
    match (code, status) {
        ("network" | "truncated", _) | ("http", Some(408 | 425 | 429 | 500..=599)) => {
            ToolErrorCategory::Transient
        }
        ("http" | "protocol" | "max_rounds" | "limit" | "input", _) => ToolErrorCategory::Permanent,
        _ => ToolErrorCategory::Execution,
    }
}
