use std::future::Future;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::ToolFailure;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What makes calls: the page's manager, and whoever is asked for approval.
pub trait Calls: 'static {
    /// Makes a call. Dropping the future cancels it.
    ///
    /// # Errors
    ///
    /// When it could not even be tried. What the tool did wrong is a [`CallReport`].
    fn call(&self, order: CallOrder) -> impl Future<Output = Result<CallReport, ToolFailure>>;
}

/// A call to make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CallOrder {
    /// Its own id.
    pub tool_call_id: String,
    /// The tool's name.
    pub tool: String,
    /// The arguments, as JSON text.
    pub arguments: String,
    /// The execution that waits for it.
    pub execution_id: String,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CallReport {
    /// What the model would read of its result.
    #[serde(default)]
    pub result: String,
    /// Why there is none.
    #[serde(default)]
    pub error: Option<CallError>,
    /// Its execution, where there was one.
    #[serde(default)]
    pub execution_id: Option<String>,
    /// The tool's own metadata.
    #[serde(default)]
    pub metadata: Option<Value>,
    /// When it ended: RFC 3339, in UTC.
    pub timestamp: String,
}

/// Why a call has no result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallError {
    /// In words.
    pub message: String,
    /// What kind of failure.
    pub category: ToolErrorCategory,
    /// A short stable name for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}
