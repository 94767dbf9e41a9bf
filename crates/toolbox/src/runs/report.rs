use std::fmt::Write as _;

use ag_ui_lit::tool::StructuredToolResult;
use serde::{Deserialize, Serialize};

use super::calls::{CallOrder, CallReport};
use crate::excerpt::{SHORT, bounded, line, within_others};

/// What is kept of one call of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BatchCall {
    /// Its id: the batch's, and its place.
    pub tool_call_id: String,
    /// Its execution, where there was one: a call that was declined has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub execution_id: Option<String>,
    /// What came of it.
    pub result: StructuredToolResult,
    /// A short stable name of why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub code: Option<String>,
    /// How many characters of what it gave the model has read.
    pub shown: u32,
    /// How many it gave.
    pub length: u32,
}

impl BatchCall {
    /// Of a call that was made; `shown` is how many characters of it are.
    pub(super) fn of(order: &CallOrder, report: &CallReport, shown: usize) -> Self {
        let length = text_of(report).chars().count();
        let error = report.error.as_ref();
        Self {
            tool_call_id: order.tool_call_id.clone(),
            execution_id: report.execution_id.clone(),
            result: StructuredToolResult {
                tool_name: order.tool.clone(),
                success: error.is_none(),
                error: error
                    .map(|error| bounded(&error.message, 4_000, "The model has read more.")),
                metadata: within_others(report.metadata.clone()),
                timestamp: report.timestamp.clone(),
            },
            code: error.and_then(|error| error.code.clone()),
            shown: count(length.min(shown)),
            length: count(length),
        }
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn text_of(report: &CallReport) -> String {
    match &report.error {
        None => report.result.clone(),
        Some(error) => format!("Error: {}", error.message),
    }
}

/// What the model reads of a batch: all of its calls in order, each with at most `each` characters of what it gave, and with
/// fewer where all of them together would be more than `total`. Returns the text and how many characters each may have.
#[must_use]
pub fn written(calls: &[(CallOrder, CallReport)], each: usize, total: usize) -> (String, usize) {
    let texts: Vec<_> = calls.iter().map(|(_, report)| text_of(report)).collect();
    let lengths = texts.iter().map(|text| text.chars().count()).collect();
    let share = share(lengths, each, total);
    let failed = calls
        .iter()
        .filter(|(_, report)| report.error.is_some())
        .count();
    let mut text = format!(
        "{} calls were made: {} succeeded, {failed} failed.",
        calls.len(),
        calls.len() - failed
    );
    for (at, ((order, report), given)) in calls.iter().zip(&texts).enumerate() {
        let how = if report.error.is_some() {
            "failed"
        } else {
            "succeeded"
        };
        let tool = line(&order.tool, SHORT);
        let shown = bounded(
            given,
            share,
            &format!("Call {tool} by itself to read all of it."),
        );
        let _ = write!(text, "\n\n--- {}. {tool} {how} ---\n{shown}", at + 1);
    }
    (text, share)
}

/// The most that each may have so that none has more than `each` and all together no more than `total`: short ones leave
/// what they don't need to the others.
fn share(mut lengths: Vec<usize>, each: usize, total: usize) -> usize {
    lengths.sort_unstable();
    let mut left = total;
    for (at, length) in lengths.iter().enumerate() {
        let fair = left / (lengths.len() - at);
        if *length > fair {
            return fair.min(each);
        }
        left -= *length;
    }
    each
}
