use serde::{Deserialize, Serialize};

use super::money::Money;

/// A trip that can be bought until it expires.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightOption {
    /// Duffel's id of the offer.
    pub id: String,
    /// The way there.
    #[serde(flatten)]
    pub outbound: FlightLeg,
    /// The way back, of a return trip.
    #[serde(default, rename = "return", skip_serializing_if = "Option::is_none")]
    pub inbound: Option<FlightLeg>,
    /// For all passengers and the whole trip, without taxes.
    pub price: Money,
    /// The taxes, where the airline says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<Money>,
    /// What is paid.
    pub total: Money,
    /// Until when it can be bought, in RFC 3339.
    pub expires_at: String,
}

/// A way from one place to another, with one flight or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightLeg {
    /// The airline that sells its first flight, by its IATA code.
    pub airline: String,
    /// That airline's name.
    pub airline_name: String,
    /// The number of its first flight, without the airline.
    pub flight_number: String,
    /// Where it begins.
    pub origin: FlightPlace,
    /// Where it ends.
    pub destination: FlightPlace,
    /// When it begins.
    pub departure: FlightTime,
    /// When it ends.
    pub arrival: FlightTime,
    /// How long it takes; nothing where the airline does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_minutes: Option<u32>,
    /// How often it lands on the way: to change, or only to go on.
    pub stops: u32,
    /// Whether it does not.
    pub direct: bool,
}

/// An airport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightPlace {
    /// Its IATA code.
    pub code: String,
    /// Its name.
    pub name: String,
}

/// A time as an airport's clocks show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightTime {
    /// `YYYY-MM-DD`.
    pub date: String,
    /// `HH:MM`.
    pub time: String,
    /// Both, without an offset: airlines give none.
    pub datetime: String,
    /// The airport's time zone, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}
