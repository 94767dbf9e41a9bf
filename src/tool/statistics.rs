use serde::Serialize;

use crate::error::ToolError;

/// The outcomes of a tool's executions since it was registered.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct ToolStats {
    /// Executions that have ended.
    pub executions: u32,
    /// Successful executions.
    pub successes: u32,
    /// Failed executions.
    pub failures: u32,
    /// Cancelled executions.
    pub cancellations: u32,
    /// Milliseconds that handlers took in total.
    pub total_duration: f64,
    /// Milliseconds per execution; 0 before the first.
    pub average_duration: f64,
    /// The error of the last failed execution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_error: Option<ToolError>,
}

/// The outcome of one execution.
#[derive(Debug, Clone, Copy)]
pub enum Ended<'a> {
    /// The execution returned a result.
    Succeeded,
    /// The execution failed with an error.
    Failed(&'a ToolError),
    /// The execution was stopped.
    Cancelled,
}

impl ToolStats {
    /// Counts an execution of this duration in milliseconds.
    pub fn record(&mut self, ended: Ended<'_>, duration: f64) {
        self.executions += 1;
        match ended {
            Ended::Succeeded => self.successes += 1,
            Ended::Cancelled => self.cancellations += 1,
            Ended::Failed(error) => {
                self.failures += 1;
                self.last_error = Some(error.clone());
            }
        }
        self.total_duration += duration;
        self.average_duration = self.total_duration / f64::from(self.executions);
    }
}
