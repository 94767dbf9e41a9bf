use serde::{Deserialize, Serialize};

use crate::error::ToolError;

/// The status of an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolExecutionStatus {
    /// Accepted, not started.
    Pending,
    /// The arguments are being checked.
    Validating,
    /// The handler runs.
    Executing,
    /// The handler returned.
    Succeeded,
    /// The execution failed.
    Failed,
    /// The execution was cancelled.
    Cancelled,
}

impl ToolExecutionStatus {
    /// All statuses, in the order of an execution's life.
    pub const ALL: [Self; 6] = [
        Self::Pending,
        Self::Validating,
        Self::Executing,
        Self::Succeeded,
        Self::Failed,
        Self::Cancelled,
    ];

    /// Returns true if no other status can follow.
    #[must_use]
    pub fn is_terminal(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled)
    }
}

/// The times of an execution: milliseconds since 1970, with fractions, never decreasing within one execution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// The time of acceptance.
    pub queued_at: f64,
    /// The time of the first call of the handler. Absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<f64>,
    /// The time of the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<f64>,
    /// Milliseconds from `startedAt` to `completedAt`. Absent if the handler was never called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
}

/// The attempts of an execution.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RetryRecord {
    /// The current or last attempt, counted from 1; 0 before the first.
    pub attempt_number: u32,
    /// The maximum number of attempts.
    pub max_attempts: u32,
    /// The errors of failed attempts before the last, oldest first.
    pub previous_errors: Vec<ToolError>,
}

/// A snapshot of an execution, without the parts that the driver keeps: ids, the tool's name, arguments, result, and the
/// cause of an error.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExecutionRecord {
    /// The status.
    pub status: ToolExecutionStatus,
    /// The error of a failed or cancelled execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
    /// Whether an earlier result answered the execution. Absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub cached: bool,
    /// The times.
    pub timing: Timing,
    /// The attempts.
    pub retry: RetryRecord,
}
