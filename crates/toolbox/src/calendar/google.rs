use serde_json::Value;

use super::arguments::Range;
use crate::remote::{Call, Said, Words, encode};

/// What is said of Google Calendar.
#[must_use]
pub fn google_words() -> Words {
    Words {
        name: "Google Calendar",
        unauthorized: "The sign-in of the page is not accepted (any more): the user has to sign in again and allow the calendar to be read, and the page to give the new token.",
        cors: "",
        headers: &[],
        said,
    }
}

/// A page of events. In order of time where Google allows that: not with series in one.
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

/// Of the body of an error (<https://developers.google.com/workspace/calendar/api/guides/errors>). Too many requests may come as
/// 403 there, which the reference says to try again.
fn said(body: &Value) -> Option<Said> {
    let error = &body["error"];
    let message = error["message"].as_str()?;
    let reason = error["errors"][0]["reason"].as_str();
    let text = match reason {
        Some(reason) => format!("{message} ({reason})"),
        None => message.to_owned(),
    };
    Some(Said {
        text,
        is_rate_limit: matches!(reason, Some("rateLimitExceeded" | "userRateLimitExceeded")),
    })
}
