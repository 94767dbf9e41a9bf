use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{AnyTool, MemoryState, ToolContext, ToolFailure, run_tool};
use serde_json::Value;

use super::calls::{CallError, CallReport, CallRequest, Calls};
use super::watch::{BackgroundRun, Watch};

/// Calls of available tools, for tests and native programs. No approval is needed.
#[derive(Clone, Default)]
pub struct MemoryCalls {
    /// The tools.
    pub tools: Vec<Rc<dyn AnyTool>>,
}

impl Calls for MemoryCalls {
    async fn call(&self, request: CallRequest) -> Result<CallReport, ToolFailure> {
        let state = Rc::new(MemoryState::default());
        let context = ToolContext::of_call(&request.tool, &request.tool_call_id, state);
        let arguments = serde_json::from_str::<Value>(&request.arguments)
            .map_err(|error| ToolFailure::permanent(error.to_string()))?;
        let run = run_tool(&self.tools, &context, arguments).await;
        let (result, error, metadata) = match run.outcome {
            Ok(output) => {
                let (text, metadata) = output.into_parts();
                (text, None, metadata)
            }
            Err(failure) => {
                let category = failure.category.unwrap_or(ToolErrorCategory::Execution);
                let error = CallError {
                    message: failure.message,
                    category,
                    code: failure.code,
                };
                (String::new(), Some(error), failure.metadata.map(|it| *it))
            }
        };
        Ok(CallReport {
            result,
            error,
            execution_id: Some(request.tool_call_id),
            metadata,
            timestamp: "1970-01-01T00:00:00Z".to_owned(),
        })
    }
}

/// Background runs, for tests and native programs.
#[derive(Debug, Clone, Default)]
pub struct MemoryWatch {
    /// The time, in milliseconds since 1970.
    pub now: f64,
    /// The background runs.
    pub background: Vec<BackgroundRun>,
}

impl Watch for MemoryWatch {
    fn now(&self) -> f64 {
        self.now
    }

    fn background(&self) -> Vec<BackgroundRun> {
        self.background.clone()
    }
}
