use ag_ui_lit::error::{ToolErrorCategory, ValidationIssue};
use ag_ui_lit::tool::ToolFailure;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::offset;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::excerpt::line;
use crate::refusal::{issue, refused};

/// The arguments of `search_flights`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchFlightsArguments {
    /// IATA code (e.g., SFO)
    pub origin: String,
    /// IATA code (e.g., CDG)
    pub destination: String,
    /// YYYY-MM-DD
    pub departure_date: String,
    /// YYYY-MM-DD (optional)
    #[serde(default)]
    #[schemars(with = "String")]
    pub return_date: Option<String>,
    #[serde(default)]
    #[schemars(with = "f64", extend("default" = DEFAULT_ADULTS))]
    adults: Option<f64>,
    #[serde(default)]
    #[schemars(schema_with = "cabins")]
    cabin_class: Option<CabinClass>,
    #[serde(default)]
    #[schemars(with = "f64", extend("default" = MOST_CONNECTIONS))]
    max_connections: Option<f64>,
}

/// The cabin of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CabinClass {
    /// The standard cabin.
    Economy,
    /// Economy with more space.
    PremiumEconomy,
    /// Business class.
    Business,
    /// First class.
    First,
}

fn cabins(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["economy", "premium_economy", "business", "first"] })
}

const DEFAULT_ADULTS: u8 = 1;
/// The maximum number of passengers of a search.
const MOST_ADULTS: u8 = 9;
/// The maximum number of connections, which is also the default.
const MOST_CONNECTIONS: u8 = 2;

/// A valid search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Search {
    pub origin: String,
    pub destination: String,
    pub departs: Date,
    pub returns: Option<Date>,
    pub adults: u8,
    pub cabin: Option<CabinClass>,
    pub max_connections: u8,
}

impl Search {
    /// Reads a model's arguments, at a time in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// All faults of the arguments.
    pub fn read(given: &SearchFlightsArguments, now: f64) -> Result<Self, ToolFailure> {
        let mut faults = Faults::default();
        let today = earliest_today(now);
        let origin = faults.airport("origin", &given.origin);
        let destination = faults.airport("destination", &given.destination);
        if origin == destination && !origin.is_empty() {
            let why = format!("must be another airport than origin, which is {origin} too");
            faults.add("destination", why);
        }
        let departs = faults.date("departure_date", &given.departure_date, today);
        let returns = given
            .return_date
            .as_deref()
            .map(|text| faults.date("return_date", text, today));
        if let (Some(departs), Some(Some(returns))) = (departs, returns)
            && returns < departs
        {
            let why = format!("must be {departs}, the departure_date, or later, but is {returns}");
            faults.add("return_date", why);
        }
        let adults = faults.whole("adults", given.adults, 1, MOST_ADULTS, DEFAULT_ADULTS);
        let max_connections = faults.whole(
            "max_connections",
            given.max_connections,
            0,
            MOST_CONNECTIONS,
            MOST_CONNECTIONS,
        );
        faults.check()?;
        Ok(Self {
            origin,
            destination,
            departs: departs.unwrap_or(today),
            returns: returns.flatten(),
            adults,
            cabin: given.cabin_class,
            max_connections,
        })
    }
}

/// The date in the time zone where a day ends last, twelve hours behind UTC. The date at an airport is not known here, so a
/// date that is still today somewhere is not past.
#[allow(
    clippy::cast_possible_truncation,
    reason = "casts saturate, and milliseconds are enough"
)]
fn earliest_today(now: f64) -> Date {
    let time = Timestamp::from_millisecond(now as i64).unwrap_or(Timestamp::UNIX_EPOCH);
    offset(-12).to_datetime(time).date()
}

#[derive(Default)]
struct Faults(Vec<ValidationIssue>);

impl Faults {
    fn add(&mut self, name: &str, why: String) {
        self.0.push(issue(&[name], why));
    }

    fn check(self) -> Result<(), ToolFailure> {
        refused(self.0).map_err(|failure| failure.category(ToolErrorCategory::Validation))
    }

    fn airport(&mut self, name: &str, text: &str) -> String {
        let code = text.trim().to_ascii_uppercase();
        if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return code;
        }
        let given = line(text, 40);
        self.add(name, format!("must be the IATA code of an airport or a city, three letters such as SFO, but is \"{given}\""));
        String::new()
    }

    fn date(&mut self, name: &str, text: &str, today: Date) -> Option<Date> {
        let given = line(text, 40);
        let Some(date) = read_date(text.trim()) else {
            self.add(
                name,
                format!("must be a date that exists, as YYYY-MM-DD, but is \"{given}\""),
            );
            return None;
        };
        if date < today {
            self.add(
                name,
                format!("must not be in the past, but is {date}; today is {today} or later"),
            );
            return None;
        }
        Some(date)
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "within the range of a byte"
    )]
    fn whole(&mut self, name: &str, given: Option<f64>, least: u8, most: u8, otherwise: u8) -> u8 {
        let Some(given) = given else { return otherwise };
        let is_in_range = (f64::from(least)..=f64::from(most)).contains(&given);
        if is_in_range && given.fract() == 0.0 {
            return given as u8;
        }
        self.add(
            name,
            format!("must be a whole number from {least} to {most}, but is {given}"),
        );
        otherwise
    }
}

/// Reads the documented form only: other forms of ISO 8601 are unlikely to be meant as dates.
fn read_date(text: &str) -> Option<Date> {
    let is_form = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    is_form.then(|| text.parse().ok()).flatten()
}
