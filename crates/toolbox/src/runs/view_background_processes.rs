use std::fmt::Write as _;

use ag_ui_lit::tool::{
    ResultMetadata, RunningExecution, Tool, ToolContext, ToolMetadata, ToolOutput, ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::watch::{BackgroundRun, Watch};
use crate::excerpt::{SHORT, line};

/// The maximum number of listed processes.
const MOST: usize = 100;

/// The maximum length of a progress report, in characters.
const LONGEST_PROGRESS: usize = 500;

/// The maximum length of an output's end, in characters.
const LONGEST_OUTPUT: usize = 1_000;

/// The arguments of `view_background_processes`: none.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewBackgroundProcessesArguments {}

/// The metadata of a list of processes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ViewBackgroundProcessesMetadata {
    /// The processes, oldest first: at most 100.
    pub processes: Vec<ShownProcess>,
    /// The number of omitted ones.
    pub omitted: u32,
}

impl ResultMetadata for ViewBackgroundProcessesMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("view_background_processes");
}

/// A running execution or background run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShownProcess {
    /// The execution's id, or the id by which the tool that started it finds it.
    pub id: String,
    /// The tool of the call, or the tool that started it.
    pub tool_name: String,
    /// The id of the call; absent for a background run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tool_call_id: Option<String>,
    /// `pending`, `validating`, `executing`, or the status of a background run.
    pub status: String,
    /// Milliseconds since 1970; absent before its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub started_at: Option<f64>,
    /// The description, if known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Milliseconds since 1970; absent while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub ended_at: Option<f64>,
    /// The last progress report, as text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub progress: String,
    /// The end of the output.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
}

/// Lists running executions and background runs.
#[derive(Debug)]
pub struct ViewBackgroundProcesses<W>(W);

impl<W: Watch> ViewBackgroundProcesses<W> {
    /// The tool over this means to list background runs.
    pub fn new(watch: W) -> Self {
        Self(watch)
    }
}

impl<W: Watch> Tool for ViewBackgroundProcesses<W> {
    type Arguments = ViewBackgroundProcessesArguments;
    type Metadata = ViewBackgroundProcessesMetadata;

    fn name(&self) -> &'static str {
        "view_background_processes"
    }

    fn description(&self) -> &'static str {
        "Lists running processes: calls of tools that have not ended, and background processes, including those that ended \
         recently; with their tool, duration, last progress and last output. Up to 100 are listed, the oldest \
         first. It changes nothing."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("runs".to_owned()),
            idempotent: Some(true),
            ..ToolMetadata::default()
        }
    }

    async fn execute(
        &self,
        _arguments: ViewBackgroundProcessesArguments,
        context: &ToolContext,
    ) -> ToolResult<ViewBackgroundProcessesMetadata> {
        let own = &context.info().execution_id;
        let running = context.state().running().into_iter();
        let executions = running
            .filter(|execution| execution.execution_id != *own)
            .map(ShownProcess::from);
        let background = self.0.background().into_iter().map(ShownProcess::from);
        let mut processes: Vec<_> = executions.chain(background).collect();
        // Executions that wait to start are last.
        processes.sort_by(|a, b| {
            let began = |it: &ShownProcess| it.started_at.unwrap_or(f64::INFINITY);
            began(a).total_cmp(&began(b))
        });
        let omitted = processes.len().saturating_sub(MOST);
        processes.truncate(MOST);
        let text = list(&processes, omitted, self.0.now());
        let omitted = u32::try_from(omitted).unwrap_or(u32::MAX);
        Ok(ToolOutput::new(text).with(ViewBackgroundProcessesMetadata { processes, omitted }))
    }
}

impl From<RunningExecution> for ShownProcess {
    fn from(execution: RunningExecution) -> Self {
        Self {
            id: execution.execution_id,
            tool_name: execution.tool_name,
            tool_call_id: Some(execution.tool_call_id),
            status: execution.status,
            started_at: execution.started_at,
            description: String::new(),
            ended_at: None,
            output: String::new(),
            progress: execution.progress.map(shown).unwrap_or_default(),
        }
    }
}

impl From<BackgroundRun> for ShownProcess {
    fn from(run: BackgroundRun) -> Self {
        Self {
            id: run.id,
            tool_name: run.tool_name,
            tool_call_id: None,
            status: run.status,
            started_at: Some(run.started_at),
            description: line(&run.description, LONGEST_PROGRESS),
            ended_at: run.ended_at,
            progress: run.progress.map(shown).unwrap_or_default(),
            output: end_of(run.output.trim_end()).to_owned(),
        }
    }
}

fn end_of(text: &str) -> &str {
    let at = text.char_indices().rev().nth(LONGEST_OUTPUT - 1);
    &text[at.map_or(0, |(at, _)| at)..]
}

fn shown(progress: Value) -> String {
    match progress {
        Value::Null => String::new(),
        Value::String(text) => line(&text, LONGEST_PROGRESS),
        other => line(&other.to_string(), LONGEST_PROGRESS),
    }
}

fn list(processes: &[ShownProcess], omitted: usize, now: f64) -> String {
    if processes.is_empty() {
        return "Nothing else runs.".to_owned();
    }
    let mut text = match processes.len() + omitted {
        1 => "One process:".to_owned(),
        count => format!("{count} processes, the oldest first:"),
    };
    for process in processes {
        let _ = write!(
            text,
            "\n- {} ({}): {}",
            line(&process.tool_name, SHORT),
            line(&process.id, SHORT),
            line(&process.status, SHORT)
        );
        if let Some(began) = process.started_at {
            let until = process.ended_at.unwrap_or(now);
            let seconds = ((until - began) / 1000.0).max(0.0);
            let _ = write!(text, ", for {seconds:.1} s");
        }
        if !process.description.is_empty() {
            let _ = write!(text, "; {}", process.description);
        }
        if !process.progress.is_empty() {
            let _ = write!(text, "; reported last: {}", process.progress);
        }
        if !process.output.is_empty() {
            let printed = process.output.replace('\n', "\n    ");
            let _ = write!(text, "\n  printed last:\n    {printed}");
        }
    }
    if omitted > 0 {
        let _ = write!(
            text,
            "\n[{omitted} more are left out: those that started last.]"
        );
    }
    text
}
