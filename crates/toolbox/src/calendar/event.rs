//! Events from Google (<https://developers.google.com/workspace/calendar/api/v3/reference/events>). Only the necessary
//! fields are read.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::excerpt::bounded;

/// An event of a calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CalendarEvent {
    /// The id in the calendar.
    pub id: String,
    /// The title; `None` if only the time is visible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// The description, at most 2,000 characters; may be HTML.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The place, as free text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The start; for a series, that of its first event.
    pub start: CalendarTime,
    /// The end: the first moment, or day, after the event.
    pub end: CalendarTime,
    /// The time of creation, in RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<String>,
    /// The time of the last change, in RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated: Option<String>,
    /// The first hundred attendees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attendees: Vec<CalendarAttendee>,
    /// The rules of recurrence (RFC 5545) of a series that is not expanded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recurrence: Vec<String>,
}

/// The start or the end of an event: a day, or a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CalendarTime {
    /// The day, `YYYY-MM-DD`, of an event that takes whole days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The time in RFC 3339, with its offset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_time: Option<String>,
    /// The time zone of the event, by its IANA name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}

/// An attendee of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CalendarAttendee {
    /// The email address.
    pub email: String,
}

const LONGEST_DESCRIPTION: usize = 2_000;
const LONGEST_LINE: usize = 500;
const MOST_ATTENDEES: usize = 100;
const MOST_RULES: usize = 20;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Item {
    id: String,
    status: Option<String>,
    summary: Option<String>,
    description: Option<String>,
    location: Option<String>,
    start: Option<CalendarTime>,
    end: Option<CalendarTime>,
    created: Option<String>,
    updated: Option<String>,
    attendees: Option<Vec<Attendee>>,
    recurrence: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Attendee {
    email: Option<String>,
}

impl Item {
    /// Returns true for a cancelled event. Google lists those of a series, perhaps with only an id.
    pub fn is_cancelled(&self) -> bool {
        self.status.as_deref() == Some("cancelled")
    }

    /// The event in the tool's form; `None` without a readable time.
    pub fn event(self) -> Option<CalendarEvent> {
        let attendees = self.attendees.unwrap_or_default().into_iter();
        let emails = attendees.filter_map(|attendee| attendee.email);
        let short = |text: Option<String>, most| text.map(|text| bounded(&text, most, ""));
        let rules = self.recurrence.unwrap_or_default().into_iter();
        Some(CalendarEvent {
            id: self.id,
            summary: short(self.summary, LONGEST_LINE),
            description: short(self.description, LONGEST_DESCRIPTION),
            location: short(self.location, LONGEST_LINE),
            start: self.start.filter(CalendarTime::is_time)?,
            end: self.end.filter(CalendarTime::is_time)?,
            created: self.created,
            updated: self.updated,
            attendees: emails
                .map(|email| CalendarAttendee { email })
                .take(MOST_ATTENDEES)
                .collect(),
            recurrence: rules.take(MOST_RULES).collect(),
        })
    }
}

impl CalendarTime {
    fn is_time(&self) -> bool {
        match (&self.date, &self.date_time) {
            (Some(date), None) => date.parse::<Date>().is_ok(),
            (None, Some(time)) => time.parse::<Timestamp>().is_ok(),
            _ => false,
        }
    }
}
