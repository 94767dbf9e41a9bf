use super::listing::name;
use crate::provider::json::Json;

/// The reasons with which a complete answer ends. Every other one means that it was truncated: `length`, `max_tokens`,
/// `content_filter`, `refusal`, `MALFORMED_FUNCTION_CALL`, and unknown ones.
const COMPLETE: [&str; 13] = [
    "complete",
    "completed",
    "end_turn",
    "eos",
    "eos_token",
    "finish_reason_unspecified",
    "function_call",
    "pause_turn",
    "stop",
    "stop_sequence",
    "tool_call",
    "tool_calls",
    "tool_use",
];

/// Returns true if an answer with this reason may be incomplete.
pub fn is_cut(reason: &str) -> bool {
    !COMPLETE
        .iter()
        .any(|known| known.eq_ignore_ascii_case(reason))
}

/// The issue of a call in a truncated answer.
pub fn cut_off(reason: &str) -> String {
    let reason: String = reason.chars().take(40).collect();
    format!("The answer ended before the call was complete. The reason that it gives: {reason}.")
}

/// A member of the first of several alternatives, or an empty text.
pub fn first<'j>(event: &'j Json, list: &str, key: &str) -> &'j str {
    let is_first = |one: &&Json| match one.get("index") {
        Some(Json::Number(index)) => index == "0",
        _ => true,
    };
    let found = event.get(list).map(Json::items).into_iter().flatten();
    found
        .filter(is_first)
        .map(|one| name(one, key))
        .find(|reason| !reason.is_empty())
        .unwrap_or_default()
}
