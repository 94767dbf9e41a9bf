use ag_ui_lit::tool::ResultMetadata;
use serde::{Deserialize, Serialize};

use super::arguments::Search;
use super::option::FlightOption;

/// The metadata of a search for a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SearchFlightsMetadata {
    /// The offers, the cheapest first.
    pub data: Vec<FlightOption>,
    /// Duffel's id of the search.
    pub offer_request_id: String,
    /// Whether Duffel has more offers.
    pub has_more: bool,
    /// The number of offers that were left out because they can no longer be bought.
    pub expired: usize,
    /// The number of offers that were left out because they could not be read.
    pub unreadable: usize,
    /// Whether the flights are real, and not from Duffel's test mode; `None` if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_mode: Option<bool>,
}

impl ResultMetadata for SearchFlightsMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("search_flights");
}

/// The message for the model.
pub(super) fn message(found: &SearchFlightsMetadata, search: &Search) -> String {
    let Search {
        origin,
        destination,
        departs,
        returns,
        ..
    } = search;
    let back = returns.map_or(String::new(), |date| format!(", and back on {date}"));
    let trip = format!("from {origin} to {destination} on {departs}{back}");
    let mut parts = vec![match found.data.len() {
        0 => format!(
            "No flights {trip}. Another date, an airport nearby, or more max_connections may have some."
        ),
        count => format!(
            "{count} offer{} {trip}, the cheapest first. Prices are for all passengers and the whole trip, times those of each airport's clocks; an offer can be bought until expires_at.",
            if count == 1 { "" } else { "s" }
        ),
    }];
    if found.has_more {
        parts.push("There are more offers, which cost more.".to_owned());
    }
    if found.expired > 0 {
        parts.push(format!("{} expired offers are left out.", found.expired));
    }
    if found.unreadable > 0 {
        parts.push(format!(
            "{} offers that could not be read are left out.",
            found.unreadable
        ));
    }
    if found.live_mode == Some(false) {
        parts.push("These are flights of Duffel's test mode, which do not exist.".to_owned());
    }
    parts.join(" ")
}
