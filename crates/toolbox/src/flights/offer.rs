//! Offers from Duffel (<https://duffel.com/docs/api/v2/offers/schema>). Only the necessary fields are read.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::temporal::SpanParser;
use serde::Deserialize;
use serde_json::Value;

use super::money::Money;
use super::option::{FlightLeg, FlightOption, FlightPlace, FlightTime};

#[derive(Deserialize)]
pub(super) struct Offer {
    id: String,
    base_amount: String,
    base_currency: String,
    tax_amount: Option<String>,
    tax_currency: Option<String>,
    total_amount: String,
    total_currency: String,
    expires_at: String,
    owner: Option<Carrier>,
    slices: Vec<Slice>,
}

#[derive(Deserialize)]
struct Slice {
    duration: Option<String>,
    segments: Vec<Segment>,
}

#[derive(Deserialize)]
struct Segment {
    origin: Place,
    destination: Place,
    departing_at: String,
    arriving_at: String,
    duration: Option<String>,
    marketing_carrier: Option<Carrier>,
    marketing_carrier_flight_number: Option<String>,
    operating_carrier: Option<Carrier>,
    operating_carrier_flight_number: Option<String>,
    stops: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct Place {
    iata_code: String,
    name: Option<String>,
    city_name: Option<String>,
    time_zone: Option<String>,
}

#[derive(Clone, Deserialize)]
struct Carrier {
    iata_code: Option<String>,
    name: String,
}

impl Offer {
    /// The time at which it can no longer be bought; `None` if that can't be read.
    pub fn expires(&self) -> Option<Timestamp> {
        self.expires_at.parse().ok()
    }

    /// The offer in the tool's form; `None` if it does not follow the reference. A trip has one slice, or two with a return.
    pub fn option(self, has_return: bool) -> Option<FlightOption> {
        let mut legs = self
            .slices
            .iter()
            .map(|slice| slice.leg(self.owner.as_ref()));
        let outbound = legs.next()??;
        let inbound = if has_return {
            Some(legs.next()??)
        } else {
            None
        };
        if legs.next().is_some() {
            return None;
        }
        let tax = match (&self.tax_amount, &self.tax_currency) {
            (Some(amount), Some(currency)) => Some(Money::read(amount, currency)?),
            _ => None,
        };
        Some(FlightOption {
            price: Money::read(&self.base_amount, &self.base_currency)?,
            tax,
            total: Money::read(&self.total_amount, &self.total_currency)?,
            outbound,
            inbound,
            id: self.id,
            expires_at: self.expires_at,
        })
    }
}

impl Slice {
    fn leg(&self, owner: Option<&Carrier>) -> Option<FlightLeg> {
        let (first, last) = (self.segments.first()?, self.segments.last()?);
        let (carrier, number) = first.flight(owner)?;
        let only = (self.segments.len() == 1).then_some(first);
        let duration = self.duration.as_ref();
        let duration = duration.or_else(|| only?.duration.as_ref());
        let landings = |segment: &Segment| segment.stops.as_ref().map_or(0, Vec::len);
        let stops = self.segments.len() - 1 + self.segments.iter().map(landings).sum::<usize>();
        Some(FlightLeg {
            airline: carrier.iata_code.unwrap_or_default(),
            airline_name: carrier.name,
            flight_number: number,
            origin: first.origin.place(),
            destination: last.destination.place(),
            departure: first.origin.time(&first.departing_at)?,
            arrival: last.destination.time(&last.arriving_at)?,
            duration_minutes: duration.and_then(|text| minutes(text)),
            stops: u32::try_from(stops).ok()?,
            direct: stops == 0,
        })
    }
}

impl Segment {
    /// The seller of the flight and its number. A passenger finds it by both, so they come from the same airline.
    fn flight(&self, owner: Option<&Carrier>) -> Option<(Carrier, String)> {
        let named = |carrier: Option<&Carrier>, number: &Option<String>| {
            Some((carrier?.clone(), number.clone()?))
        };
        let marketed = self.marketing_carrier.as_ref();
        let operated = self.operating_carrier.as_ref();
        named(marketed, &self.marketing_carrier_flight_number)
            .or_else(|| named(operated, &self.operating_carrier_flight_number))
            .or_else(|| Some((marketed.or(operated).or(owner)?.clone(), String::new())))
    }
}

impl Place {
    fn place(&self) -> FlightPlace {
        let name = self.name.as_ref().or(self.city_name.as_ref());
        FlightPlace {
            code: self.iata_code.clone(),
            name: name.unwrap_or(&self.iata_code).clone(),
        }
    }

    /// A local time at this airport. A time with an offset could be that of another place, and is refused.
    fn time(&self, text: &str) -> Option<FlightTime> {
        let is_local = text.len() <= "YYYY-MM-DDTHH:MM:SS.fffffffff".len()
            && !text.get(10..)?.contains(['+', '-', 'Z', 'z', '[']);
        let read = is_local.then(|| text.parse::<DateTime>().ok()).flatten()?;
        let (date, time) = (read.date().to_string(), read.time());
        let (hour, minute, second) = (time.hour(), time.minute(), time.second());
        Some(FlightTime {
            datetime: format!("{date}T{hour:02}:{minute:02}:{second:02}"),
            time: format!("{hour:02}:{minute:02}"),
            date,
            time_zone: self.time_zone.clone(),
        })
    }
}

/// An ISO 8601 duration in minutes. A day has 24 hours; months have no fixed length, and do not occur in flights.
/// `Span::total` also supports calendars, which would be most of the code that this crate uses of jiff.
fn minutes(text: &str) -> Option<u32> {
    let span = SpanParser::new().parse_span(text).ok()?;
    let days = i64::from(span.get_weeks()) * 7 + i64::from(span.get_days());
    let hours = days * 24 + i64::from(span.get_hours());
    let minutes = hours * 60 + span.get_minutes();
    let has_length = span.get_years() == 0 && span.get_months() == 0 && !span.is_negative();
    let rounded = (minutes * 60 + span.get_seconds() + 30) / 60;
    u32::try_from(rounded).ok().filter(|_| has_length)
}

#[cfg(test)]
mod tests {
    use super::minutes;

    #[test]
    fn a_duration_is_minutes() {
        let cases = [
            ("PT2H26M", Some(146)),
            ("P1DT2H30M", Some(1_590)),
            ("PT45M", Some(45)),
            ("PT90M", Some(90)),
            ("PT1H0M45S", Some(61)),
            ("PT1.5H", Some(90)),
            ("P2D", Some(2_880)),
            ("P1W", Some(10_080)),
            ("PT0S", Some(0)),
            ("-PT1H", None),
            ("P1M", None),
            ("P1Y2DT3H", None),
            ("02:26", None),
            ("", None),
            ("PT", None),
            ("PT99999999999999999999H", None),
        ];
        for (text, expected) in cases {
            assert_eq!(minutes(text), expected, "{text}");
        }
    }
}
