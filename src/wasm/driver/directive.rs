//! Decisions of the core as numbers, which cross at no cost: one crosses at every step of an execution.

use wasm_bindgen::prelude::*;

use crate::execution::{Directive, Reading, ToolExecutionStatus};

/// The driver's next step.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawDirective {
    /// Nothing: the input arrived too late.
    Ignore,
    /// Nothing yet: `nextReady` will return the execution.
    Wait,
    /// Announce the validation, have the tool's validator judge the arguments, then call `accept` or `reject`.
    Validate,
    /// Announce the attempt, then call the handler.
    Execute,
    /// Announce the attempt; `nextReady` will return the execution when its leader has ended.
    Follow,
    /// Announce the retry, which comes by itself after `delay`.
    Retry,
    /// Announce success.
    Succeed,
    /// Announce failure.
    Fail,
    /// Announce the cancellation and abort the handler's signal.
    Cancel,
    /// Announce the cancellation; the handler continues for the execution that `successor` returns.
    PassLead,
}

impl From<Directive> for RawDirective {
    fn from(directive: Directive) -> Self {
        match directive {
            Directive::Ignore => Self::Ignore,
            Directive::Wait => Self::Wait,
            Directive::Validate => Self::Validate,
            Directive::Execute => Self::Execute,
            Directive::Follow => Self::Follow,
            Directive::Retry => Self::Retry,
            Directive::Succeed => Self::Succeed,
            Directive::Fail => Self::Fail,
            Directive::Cancel => Self::Cancel,
            Directive::PassLead => Self::PassLead,
        }
    }
}

/// The status of an execution.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawStatus {
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

impl From<ToolExecutionStatus> for RawStatus {
    fn from(status: ToolExecutionStatus) -> Self {
        match status {
            ToolExecutionStatus::Pending => Self::Pending,
            ToolExecutionStatus::Validating => Self::Validating,
            ToolExecutionStatus::Executing => Self::Executing,
            ToolExecutionStatus::Succeeded => Self::Succeeded,
            ToolExecutionStatus::Failed => Self::Failed,
            ToolExecutionStatus::Cancelled => Self::Cancelled,
        }
    }
}

/// The result of reading the argument text.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawReading {
    /// `JSON.parse` reads the same value.
    Exact,
    /// Parse `normalized` in its place.
    Normalized,
    /// The text is not a JSON object: `accept` will report the reason.
    Unreadable,
}

impl From<Option<&Reading>> for RawReading {
    fn from(reading: Option<&Reading>) -> Self {
        match reading {
            Some(Reading::Exact) => Self::Exact,
            Some(Reading::Normalized(_)) => Self::Normalized,
            Some(Reading::Unreadable) | None => Self::Unreadable,
        }
    }
}
