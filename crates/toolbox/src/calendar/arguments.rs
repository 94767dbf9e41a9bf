use ag_ui_lit::error::{ToolErrorCategory, ValidationIssue};
use ag_ui_lit::tool::ToolFailure;
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::excerpt::line;
use crate::refusal::{issue, refused};

/// The arguments of `list_events`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ListEventsArguments {
    /// Calendar ID (default: primary)
    #[serde(default)]
    #[schemars(with = "String")]
    pub calendar_id: Option<String>,
    /// ISO 8601 start time
    pub time_min: String,
    /// ISO 8601 end time
    pub time_max: String,
    /// Max results (default: 25, max: 2500)
    #[serde(default)]
    #[schemars(with = "f64")]
    pub max_results: Option<f64>,
    /// Expand recurring (default: false)
    #[serde(default)]
    #[schemars(with = "bool")]
    pub single_events: Option<bool>,
}

const USUAL_RESULTS: usize = 25;
/// The maximum number of events in a page of Google's API.
const MOST_RESULTS: usize = 2_500;
/// The maximum length of a calendar's id, more than that of any email address.
const LONGEST_ID: usize = 1_024;

/// A range of time in a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Range {
    pub calendar: String,
    pub from: Timestamp,
    pub to: Timestamp,
    pub most: usize,
    pub is_expanded: bool,
}

impl Range {
    /// Reads a model's arguments.
    ///
    /// # Errors
    ///
    /// All faults of the arguments.
    pub fn read(given: &ListEventsArguments) -> Result<Self, ToolFailure> {
        let mut faults = Vec::new();
        let calendar = calendar(given.calendar_id.as_deref(), &mut faults);
        let from = time("timeMin", &given.time_min, &mut faults);
        let to = time("timeMax", &given.time_max, &mut faults);
        if let (Some(from), Some(to)) = (from, to)
            && from >= to
        {
            let why = format!(
                "must be later than timeMin, but {to} is not later than {from} (both in UTC)"
            );
            faults.push(issue(&["timeMax"], why));
        }
        let most = results(given.max_results, &mut faults);
        refused(faults).map_err(|failure| failure.category(ToolErrorCategory::Validation))?;
        Ok(Self {
            calendar,
            from: from.unwrap_or_default(),
            to: to.unwrap_or_default(),
            most,
            is_expanded: given.single_events.unwrap_or(false),
        })
    }
}

fn calendar(given: Option<&str>, faults: &mut Vec<ValidationIssue>) -> String {
    let id = given.unwrap_or("primary").trim();
    // Either would be a step in a path, even if escaped.
    let is_step = [".", ".."].contains(&id);
    if id.is_empty() || is_step || id.len() > LONGEST_ID {
        let why = format!(
            "must be the id of a calendar, such as primary or an address of mail, but is \"{}\"",
            line(id, 40)
        );
        faults.push(issue(&["calendarId"], why));
    }
    id.to_owned()
}

/// An instant in RFC 3339. Google requires the offset: without it the instant is ambiguous.
fn time(name: &str, text: &str, faults: &mut Vec<ValidationIssue>) -> Option<Timestamp> {
    let text = text.trim();
    let has_form = text.is_ascii()
        && text
            .get(10..11)
            .is_some_and(|between| between == "T" || between == "t")
        && !text.contains('[');
    let read = has_form.then(|| text.parse::<Timestamp>().ok()).flatten();
    if read.is_none() {
        let why = format!(
            "must be a time that exists, with its offset, such as 2025-05-10T08:00:00Z or 2025-05-10T08:00:00+02:00, but is \"{}\"",
            line(text, 60)
        );
        faults.push(issue(&[name], why));
    }
    read
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "within the range"
)]
fn results(given: Option<f64>, faults: &mut Vec<ValidationIssue>) -> usize {
    match given {
        None => USUAL_RESULTS,
        Some(count) if (1.0..=MOST_RESULTS as f64).contains(&count) && count.fract() == 0.0 => {
            count as usize
        }
        Some(count) => {
            let why = format!("must be a whole number from 1 to {MOST_RESULTS}, but is {count}");
            faults.push(issue(&["maxResults"], why));
            USUAL_RESULTS
        }
    }
}
