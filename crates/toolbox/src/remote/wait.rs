use jiff::Timestamp;
use jiff::fmt::rfc2822;

use super::exchange::Received;

/// The wait that a service requests, in milliseconds: seconds or a date
/// (<https://www.rfc-editor.org/rfc/rfc9110#name-retry-after>). For a rate limit, `ratelimit-reset` is used as well.
pub(super) fn wait(answer: &Received, now: f64) -> Option<f64> {
    let wait_in = |name: &str| answer.headers.get(name).and_then(|text| until(text, now));
    wait_in("retry-after").or_else(|| wait_in("ratelimit-reset").filter(|_| answer.status == 429))
}

fn until(text: &str, now: f64) -> Option<f64> {
    let text = text.trim();
    let time = match text.parse::<f64>() {
        // A number this large is a time since 1970.
        Ok(seconds) if seconds >= 1e9 => seconds * 1000.0 - now,
        Ok(seconds) => seconds * 1000.0,
        Err(_) => milliseconds(date(text)?) - now,
    };
    time.is_finite().then(|| time.max(0.0))
}

fn date(text: &str) -> Option<Timestamp> {
    rfc2822::DateTimeParser::new()
        .parse_timestamp(text)
        .or_else(|_| text.parse())
        .ok()
}

#[allow(
    clippy::cast_precision_loss,
    reason = "exact for some hundred thousand years"
)]
pub(super) fn milliseconds(time: Timestamp) -> f64 {
    time.as_millisecond() as f64
}
