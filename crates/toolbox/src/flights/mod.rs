//! Flights from Duffel's public API (<https://duffel.com/docs/api/v2/overview>): an offer request, and its offers in pages.

mod arguments;
mod duffel;
mod found;
mod money;
mod offer;
mod option;
mod search_flights;

pub use arguments::{CabinClass, SearchFlightsArguments};
pub use duffel::duffel_messages;
pub use found::SearchFlightsMetadata;
pub use money::Money;
pub use option::{FlightLeg, FlightOption, FlightPlace, FlightTime};
pub use search_flights::{FlightLimits, SearchFlights};
