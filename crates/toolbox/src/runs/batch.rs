use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput,
    ToolResult,
};
use futures_util::StreamExt as _;
use futures_util::stream::iter;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::calls::{CallError, CallReport, CallRequest, Calls};
use super::report::{BatchCall, written};
use crate::excerpt::{SHORT, line};
use crate::refusal::{issue, refused};

const NAME: &str = "batch";

/// The arguments of `batch`.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchArguments {
    /// The purpose of the calls in a few words.
    pub description: String,
    /// The calls. They run at the same time, in any order, so no call may depend on the result of another.
    pub calls: Vec<CallArguments>,
}

/// One call of a batch.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CallArguments {
    /// The name of the tool.
    pub tool: String,
    /// Its arguments.
    #[serde(default)]
    pub args: Map<String, Value>,
}

/// Limits of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLimits {
    /// The maximum number of calls of one batch.
    pub calls: usize,
    /// The maximum number of simultaneous calls.
    pub concurrency: usize,
    /// The maximum length of one result, in characters.
    pub each: usize,
    /// The maximum length of all results, in characters.
    pub total: usize,
}

impl Default for BatchLimits {
    fn default() -> Self {
        Self {
            calls: 25,
            concurrency: 8,
            each: 16_384,
            total: 65_536,
        }
    }
}

/// The metadata of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BatchMetadata {
    /// The purpose of the calls.
    pub description: String,
    /// The number of successful calls.
    pub succeeded: u32,
    /// The number of failed calls.
    pub failed: u32,
    /// The calls, in order.
    pub calls: Vec<BatchCall>,
}

impl ResultMetadata for BatchMetadata {
    const TOOL_TYPE: Option<&'static str> = Some(NAME);
}

/// The progress of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BatchProgress {
    /// The number of calls that have ended.
    pub done: u32,
    /// The number of all calls.
    pub total: u32,
    /// The number of failed calls so far.
    pub failed: u32,
}

/// Makes several calls at once.
#[derive(Debug)]
pub struct Batch<C> {
    calls: C,
    limits: BatchLimits,
}

impl<C: Calls> Batch<C> {
    /// The tool over this means to make calls.
    pub fn new(calls: C, limits: BatchLimits) -> Self {
        Self { calls, limits }
    }

    /// Makes one call. If it can't even be tried, only that call fails.
    async fn call(&self, request: CallRequest) -> (CallRequest, CallReport) {
        let report = self.calls.call(request.clone()).await;
        let report = report.unwrap_or_else(|failure| CallReport {
            result: String::new(),
            error: Some(CallError {
                category: failure
                    .category
                    .unwrap_or(ag_ui_lit::error::ToolErrorCategory::Execution),
                message: failure.message,
                code: failure.code,
            }),
            execution_id: None,
            metadata: None,
            timestamp: String::new(),
        });
        (request, report)
    }
}

impl<C: Calls> Tool for Batch<C> {
    type Arguments = BatchArguments;
    type Metadata = BatchMetadata;

    fn name(&self) -> &'static str {
        NAME
    }

    fn description(&self) -> &'static str {
        "Calls several tools at the same time and returns all results in the order of the calls. Use it for calls that don't \
         depend on each other, such as reading several files. One that fails does not stop the others. The user is asked \
         about each call that needs approval, as if it were made alone. A batch can't hold another batch. Long results are cut, with a note: call that tool alone to read all of it."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("runs".to_owned()),
            idempotent: Some(false),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &BatchArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        let BatchArguments { calls, .. } = arguments;
        let most = self.limits.calls;
        let mut issues = Vec::new();
        if calls.is_empty() {
            issues.push(issue(
                &["calls"],
                format!("is empty; give 1 to {most} calls"),
            ));
        }
        if calls.len() > most {
            let message = format!(
                "holds {} calls, and may hold {most}; make several batches of them",
                calls.len()
            );
            issues.push(issue(&["calls"], message));
        }
        for (at, call) in calls.iter().enumerate().take(most) {
            if call.tool == NAME {
                let message = "a batch can't hold a batch; list its calls in this one";
                issues.push(issue(&["calls", &at.to_string(), "tool"], message));
            }
        }
        refused(issues)
    }

    async fn execute(
        &self,
        arguments: BatchArguments,
        context: &ToolContext,
    ) -> ToolResult<BatchMetadata> {
        let info = context.info();
        let requests = arguments
            .calls
            .into_iter()
            .enumerate()
            .map(|(at, call)| CallRequest {
                tool_call_id: format!("{}/{}", info.tool_call_id, at + 1),
                tool: call.tool,
                arguments: Value::Object(call.args).to_string(),
                execution_id: info.execution_id.clone(),
            });
        let mut progress = BatchProgress {
            done: 0,
            total: u32::try_from(requests.len()).unwrap_or(u32::MAX),
            failed: 0,
        };
        let mut ended = Vec::with_capacity(requests.len());
        let numbered = requests.enumerate();
        let mut running =
            iter(numbered.map(|(at, request)| async move { (at, self.call(request).await) }))
                .buffer_unordered(self.limits.concurrency.max(1));
        while let Some((at, call)) = running.next().await {
            progress.done += 1;
            progress.failed += u32::from(call.1.error.is_some());
            context.report_progress(&progress);
            ended.push((at, call));
        }
        ended.sort_by_key(|(at, _)| *at);
        let ended: Vec<_> = ended.into_iter().map(|(_, call)| call).collect();
        let (text, share) = written(&ended, self.limits.each, self.limits.total);
        let metadata = BatchMetadata {
            description: line(&arguments.description, 1_000),
            succeeded: progress.total - progress.failed,
            failed: progress.failed,
            calls: ended
                .iter()
                .map(|(request, report)| BatchCall::of(request, report, share))
                .collect(),
        };
        Ok(ToolOutput::new(text).with(metadata))
    }

    fn tracing_attributes(&self, arguments: &BatchArguments) -> Vec<Attribute> {
        let tools = arguments
            .calls
            .iter()
            .take(100)
            .map(|call| line(&call.tool, SHORT));
        let count = u32::try_from(arguments.calls.len()).unwrap_or(u32::MAX);
        vec![
            Attribute::new("batch.size", count),
            Attribute {
                key: "batch.tools".to_owned(),
                value: ag_ui_lit::tool::AttributeValue::Texts(tools.collect()),
            },
        ]
    }
}
