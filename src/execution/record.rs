use serde::{Deserialize, Serialize};

use crate::error::ToolError;

/// The status of an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ToolExecutionStatus {
    /// Accepted, not begun.
    Pending,
    /// The arguments are being checked.
    Validating,
    /// The handler runs.
    Executing,
    /// The handler returned.
    Succeeded,
    /// It ended with an error.
    Failed,
    /// It was stopped.
    Cancelled,
}

impl ToolExecutionStatus {
    /// All of them, in the order of an execution's life.
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

/// When things happened: milliseconds since 1970, with fractions, never going backwards within one execution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// When it was accepted.
    pub queued_at: f64,
    /// When the handler was first called. Absent when it never was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_at: Option<f64>,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<f64>,
    /// Milliseconds from `startedAt` to `completedAt`. Absent when the handler was never called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<f64>,
}

/// The attempts of an execution.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RetryRecord {
    /// The attempt under way or made last, counted from 1; 0 before the first.
    pub attempt_number: u32,
    /// The maximum number of attempts.
    pub max_attempts: u32,
    /// The errors of failed attempts before the last, oldest first.
    pub previous_errors: Vec<ToolError>,
}

/// An execution at one moment, without what the driver has anyway: its id, the call's and the tool's name, arguments, result, an
/// error's cause.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExecutionRecord {
    /// Its status.
    pub status: ToolExecutionStatus,
    /// Why it ended, unless it succeeded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ToolError>,
    /// Whether an earlier result answered it. Absent when not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub cached: bool,
    /// When things happened.
    pub timing: Timing,
    /// Its attempts.
    pub retry: RetryRecord,
}
