use serde::{Deserialize, Serialize};

use super::money::Money;

/// A trip that can be bought until it expires.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightOption {
    /// Duffel's id of the offer.
    pub id: String,
    /// The outbound trip.
    #[serde(flatten)]
    pub outbound: FlightLeg,
    /// The return trip, if there is one.
    #[serde(default, rename = "return", skip_serializing_if = "Option::is_none")]
    pub inbound: Option<FlightLeg>,
    /// The price for all passengers and the whole trip, without taxes.
    pub price: Money,
    /// The taxes, if the airline reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<Money>,
    /// The amount to pay.
    pub total: Money,
    /// The time until which it can be bought, in RFC 3339.
    pub expires_at: String,
}

/// A trip from one place to another, with one flight or several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightLeg {
    /// The airline that sells the first flight, by its IATA code.
    pub airline: String,
    /// The name of that airline.
    pub airline_name: String,
    /// The number of the first flight, without the airline.
    pub flight_number: String,
    /// The origin.
    pub origin: FlightPlace,
    /// The destination.
    pub destination: FlightPlace,
    /// The departure.
    pub departure: FlightTime,
    /// The arrival.
    pub arrival: FlightTime,
    /// The duration; `None` if the airline does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_minutes: Option<u32>,
    /// The number of landings on the way, with or without a change.
    pub stops: u32,
    /// Whether there are none.
    pub direct: bool,
}

/// An airport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightPlace {
    /// The IATA code.
    pub code: String,
    /// The name.
    pub name: String,
}

/// A local time at an airport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FlightTime {
    /// `YYYY-MM-DD`.
    pub date: String,
    /// `HH:MM`.
    pub time: String,
    /// Date and time, without an offset: airlines send none.
    pub datetime: String,
    /// The time zone of the airport, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}
