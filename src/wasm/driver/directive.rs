//! What the core decides, as numbers: those cost nothing to hand over, and one is handed over at every step of an execution.

use wasm_bindgen::prelude::*;

use crate::execution::{Directive, Reading, ToolExecutionStatus};

/// What the driver does next.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawDirective {
    /// Nothing: the input came too late.
    Ignore,
    /// Nothing yet: `nextReady` will name it.
    Wait,
    /// Announce the validation, have the tool's validator judge the arguments, then call `accept` or `reject`.
    Validate,
    /// Announce the attempt, then call the handler.
    Execute,
    /// Announce the attempt; `nextReady` will name it when its leader has ended.
    Follow,
    /// Announce the retry, which comes by itself after `delay`.
    Retry,
    /// Announce success.
    Succeed,
    /// Announce failure.
    Fail,
    /// Announce the cancellation and abort the handler's signal.
    Cancel,
    /// Announce the cancellation; the handler goes on for the execution that `successor` names.
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

/// Where an execution is in its life.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawStatus {
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

/// How the argument text was read.
#[wasm_bindgen]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RawReading {
    /// `JSON.parse` makes the same of it.
    Exact,
    /// Parse `normalized` in its place.
    Normalized,
    /// It is no JSON object: `accept` will say why.
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
