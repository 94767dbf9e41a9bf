use std::future::Future;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::ToolFailure;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The means to make calls: the page's manager, with its approvals.
pub trait Calls: 'static {
    /// Makes a call. Dropping the future cancels it.
    ///
    /// # Errors
    ///
    /// If it could not even be tried. A failure of the tool is a [`CallReport`].
    fn call(&self, request: CallRequest) -> impl Future<Output = Result<CallReport, ToolFailure>>;
}

/// A call to make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallRequest {
    /// The id of the call.
    pub tool_call_id: String,
    /// The tool's name.
    pub tool: String,
    /// The arguments, as JSON text.
    pub arguments: String,
    /// The id of the waiting execution.
    pub execution_id: String,
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallReport {
    /// The text of the result for the model.
    #[serde(default)]
    pub result: String,
    /// The error, if there is no result.
    #[serde(default)]
    pub error: Option<CallError>,
    /// The id of its execution, if there was one.
    #[serde(default)]
    pub execution_id: Option<String>,
    /// The metadata of the tool.
    #[serde(default)]
    pub metadata: Option<Value>,
    /// The time of the end: RFC 3339, in UTC.
    pub timestamp: String,
}

/// The error of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallError {
    /// The message.
    pub message: String,
    /// The category.
    pub category: ToolErrorCategory,
    /// A short stable name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}
