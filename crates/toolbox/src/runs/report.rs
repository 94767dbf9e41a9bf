use std::fmt::Write as _;

use ag_ui_lit::tool::StructuredToolResult;
use serde::{Deserialize, Serialize};

use super::calls::{CallReport, CallRequest};
use crate::excerpt::{SHORT, bounded, line, within_others};

/// The metadata of one call of a batch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BatchCall {
    /// The id: the batch's, with its index.
    pub tool_call_id: String,
    /// The id of its execution; a declined call has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub execution_id: Option<String>,
    /// The result.
    pub result: StructuredToolResult,
    /// A short stable name of its error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub code: Option<String>,
    /// The number of characters that the model received.
    pub shown: u32,
    /// The number of all characters.
    pub length: u32,
}

impl BatchCall {
    /// The metadata of a call of which `shown` characters are shown.
    pub(super) fn of(request: &CallRequest, report: &CallReport, shown: usize) -> Self {
        let length = text_of(report).chars().count();
        let error = report.error.as_ref();
        Self {
            tool_call_id: request.tool_call_id.clone(),
            execution_id: report.execution_id.clone(),
            result: StructuredToolResult {
                tool_name: request.tool.clone(),
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

/// The text of a batch for the model: all calls in order, each with at most `each` characters of its result, and with fewer
/// if all together would exceed `total`. Returns the text and the number of characters for each.
#[must_use]
pub fn written(calls: &[(CallRequest, CallReport)], each: usize, total: usize) -> (String, usize) {
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
    for (at, ((request, report), given)) in calls.iter().zip(&texts).enumerate() {
        let how = if report.error.is_some() {
            "failed"
        } else {
            "succeeded"
        };
        let tool = line(&request.tool, SHORT);
        let shown = bounded(
            given,
            share,
            &format!("Call {tool} by itself to read all of it."),
        );
        let _ = write!(text, "\n\n--- {}. {tool} {how} ---\n{shown}", at + 1);
    }
    (text, share)
}

/// The largest number of characters for each result, at most `each`, with which all together do not exceed `total`: short
/// results leave their rest to the others.
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
