use ag_ui_lit::tool::ToolFailure;

use super::fetch::{Answer, Fetch};

/// The wait that a server requests, in seconds or as a date (<https://www.rfc-editor.org/rfc/rfc9110#name-retry-after>). A
/// browser only shows it for another origin if that server exposes it.
fn retry_after(fetch: &impl Fetch, answer: &impl Answer) -> Option<f64> {
    let field = answer.header("retry-after")?;
    match field.trim().parse::<f64>() {
        Ok(seconds) => Some(seconds * 1000.0),
        Err(_) => fetch.until(&field).map(|time| time.max(0.0)),
    }
}

/// The failure for an unsuccessful status, with the category of `categorizeError`.
pub(super) fn failure(fetch: &impl Fetch, answer: &impl Answer, message: String) -> ToolFailure {
    let status = answer.status();
    let code = format!("http_{status}");
    match status {
        408 | 425 | 429 | 500..=599 => {
            let failure = ToolFailure::transient(message).code(code);
            match retry_after(fetch, answer) {
                Some(time) => failure.retry_after(time),
                None => failure,
            }
        }
        _ => ToolFailure::permanent(message).code(code),
    }
}
