use std::rc::Rc;

use serde_json::Value;

use super::any::AnyTool;
use super::context::ToolContext;
use super::failure::ToolFailure;
use super::output::ToolOutput;
use super::structured::StructuredToolResult;

/// The outcome of a call, for the assistant and for the page.
#[derive(Debug, Clone, PartialEq)]
pub struct RunResult {
    /// The name in the call, even if there is no such tool.
    pub tool_name: String,
    /// The result of the tool, or its failure.
    pub outcome: Result<ToolOutput<Value>, ToolFailure>,
}

/// Runs a call without a page: finds the tool, checks the arguments, executes. Always returns a result.
///
/// In a page the manager does this, with retries, deadlines and events.
pub async fn run_tool(
    tools: &[Rc<dyn AnyTool>],
    context: &ToolContext,
    arguments: Value,
) -> RunResult {
    let tool_name = context.info().tool_name.clone();
    let outcome = match tools.iter().find(|tool| tool.name() == tool_name) {
        Some(tool) => run(&**tool, context, arguments).await,
        None => Err(not_found(&tool_name, tools)),
    };
    RunResult { tool_name, outcome }
}

async fn run(
    tool: &dyn AnyTool,
    context: &ToolContext,
    arguments: Value,
) -> Result<ToolOutput<Value>, ToolFailure> {
    tool.validate(arguments.clone(), context.state()).await?;
    tool.execute(arguments, context).await
}

fn not_found(name: &str, tools: &[Rc<dyn AnyTool>]) -> ToolFailure {
    let known: Vec<_> = tools.iter().map(|tool| tool.name()).collect();
    let known = if known.is_empty() {
        "There are no tools".to_owned()
    } else {
        format!("There are: {}", known.join(", "))
    };
    ToolFailure::permanent(format!("There is no tool \"{name}\". {known}.")).code("tool_not_found")
}

impl RunResult {
    /// The text for the assistant.
    #[must_use]
    pub fn assistant_facing(&self) -> String {
        match &self.outcome {
            Ok(output) => output.assistant_facing().to_owned(),
            Err(failure) => failure.assistant_facing(),
        }
    }

    /// Returns true if the call failed.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.outcome.is_err()
    }

    /// The result for persistence and telemetry. The caller gives the time in RFC 3339: this crate has no clock.
    #[must_use]
    pub fn structured_data(&self, timestamp: &str) -> StructuredToolResult {
        let (error, metadata) = match &self.outcome {
            Ok(output) => (None, output.metadata().cloned()),
            Err(failure) => (
                Some(failure.message.clone()),
                failure.metadata.as_deref().cloned(),
            ),
        };
        StructuredToolResult {
            tool_name: self.tool_name.clone(),
            success: error.is_none(),
            error,
            metadata,
            timestamp: timestamp.to_owned(),
        }
    }
}
