use serde_json::Value;

use super::arguments::Range;
use crate::remote::{Call, ServiceError, ServiceMessages, encode};

/// The messages and headers for Google Calendar.
#[must_use]
pub fn google_messages() -> ServiceMessages {
    ServiceMessages {
        name: "Google Calendar",
        unauthorized: "The sign-in of the page is not accepted: the user has to sign in again and allow access to the calendar, and the page has to provide the new token.",
        cors: "",
        headers: &[],
        read_error,
    }
}

/// A page of events, in order of time unless a series is returned as one event.
pub(super) fn events_page(range: &Range, after: Option<&str>) -> Call {
    let mut path = format!(
        "/calendars/{}/events?timeMin={}&timeMax={}&maxResults={}&singleEvents={}",
        encode(&range.calendar),
        encode(&range.from.to_string()),
        encode(&range.to.to_string()),
        range.most,
        range.is_expanded
    );
    if range.is_expanded {
        path.push_str("&orderBy=startTime");
    }
    if let Some(after) = after {
        path.push_str("&pageToken=");
        path.push_str(&encode(after));
    }
    Call { path, body: None }
}

/// Reads the body of an error (<https://developers.google.com/workspace/calendar/api/guides/errors>). Too many requests may
/// be reported as 403, which the reference says to retry.
fn read_error(body: &Value) -> Option<ServiceError> {
    let error = &body["error"];
    let message = error["message"].as_str()?;
    let reason = error["errors"][0]["reason"].as_str();
    let text = match reason {
        Some(reason) => format!("{message} ({reason})"),
        None => message.to_owned(),
    };
    Some(ServiceError {
        text,
        is_rate_limit: matches!(reason, Some("rateLimitExceeded" | "userRateLimitExceeded")),
    })
}
