//! A person's events from Google Calendar (<https://developers.google.com/workspace/calendar/api/v3/reference/events/list>).

mod arguments;
mod event;
mod google;
mod list_events;

pub use arguments::ListEventsArguments;
pub use event::{CalendarAttendee, CalendarEvent, CalendarTime};
pub use google::google_messages;
pub use list_events::{ListEvents, ListEventsMetadata};
