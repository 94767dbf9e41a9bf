use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput, ToolResult,
};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use super::arguments::{Search, SearchFlightsArguments};
use super::duffel::{offer_request, offers_page};
use super::found::{SearchFlightsMetadata, message};
use super::offer::Offer;
use crate::remote::{Exchange, Service, reply};

/// Limits of `search_flights`.
#[derive(Debug, Clone, Copy)]
pub struct FlightLimits {
    /// The maximum number of offers of a search.
    pub offers: usize,
}

impl Default for FlightLimits {
    /// 25 offers.
    fn default() -> Self {
        Self { offers: 25 }
    }
}

/// The maximum number of offers in a page of Duffel's API.
const LARGEST_PAGE: usize = 200;

/// The maximum number of requested pages.
const MOST_PAGES: usize = 10;

/// Finds flights.
pub struct SearchFlights<E> {
    service: Rc<Service<E>>,
    limits: FlightLimits,
}

#[derive(Deserialize)]
struct Created {
    data: OfferRequest,
}

#[derive(Deserialize)]
struct OfferRequest {
    id: String,
    live_mode: Option<bool>,
}

#[derive(Deserialize)]
struct Page {
    data: Vec<Value>,
    #[serde(default)]
    meta: Option<Meta>,
}

#[derive(Deserialize)]
struct Meta {
    after: Option<String>,
}

impl<E: Exchange> SearchFlights<E> {
    /// The tool over Duffel's API.
    pub fn new(service: Rc<Service<E>>, limits: FlightLimits) -> Self {
        Self { service, limits }
    }

    fn read<T: serde::de::DeserializeOwned>(&self, answer: Value) -> Result<T, ToolFailure> {
        serde_json::from_value(answer).map_err(|error| {
            let why = format!("does not follow its reference ({error})");
            self.service.unreadable(&why)
        })
    }

    /// Adds the offers of a page, up to the maximum.
    fn take(&self, found: &mut SearchFlightsMetadata, page: Vec<Value>, search: &Search) {
        for offer in page {
            if found.data.len() == self.limits.offers {
                found.has_more = true;
                return;
            }
            let offer = serde_json::from_value::<Offer>(offer).ok();
            match offer.and_then(|offer| Some((offer.expires()?, offer))) {
                Some((expires, _)) if expires <= self.now() => found.expired += 1,
                read => match read.and_then(|(_, offer)| offer.option(search.returns.is_some())) {
                    Some(option) => found.data.push(option),
                    None => found.unreadable += 1,
                },
            }
        }
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "casts saturate, and milliseconds are enough"
    )]
    fn now(&self) -> Timestamp {
        Timestamp::from_millisecond(self.service.now() as i64).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl<E: Exchange> Tool for SearchFlights<E> {
    type Arguments = SearchFlightsArguments;
    type Metadata = SearchFlightsMetadata;

    fn name(&self) -> &'static str {
        "search_flights"
    }

    fn id(&self) -> Option<&str> {
        Some("flights-mcp::search-flights")
    }

    fn description(&self) -> &'static str {
        "Search for available flights between origin and destination"
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("travel".to_owned()),
            // A search leaves an offer request at Duffel, which buys nothing.
            idempotent: Some(true),
            // Duffel waits up to twenty seconds for airlines.
            timeout: Some(60_000.0),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &SearchFlightsArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        Search::read(arguments, self.service.now()).map(drop)
    }

    async fn execute(
        &self,
        arguments: SearchFlightsArguments,
        _context: &ToolContext,
    ) -> ToolResult<SearchFlightsMetadata> {
        let search = Search::read(&arguments, self.service.now())?;
        let created = self.service.ask(&offer_request(&search)).await?;
        let OfferRequest { id, live_mode } = self.read::<Created>(created)?.data;
        let mut found = SearchFlightsMetadata {
            offer_request_id: id,
            live_mode,
            ..SearchFlightsMetadata::default()
        };
        let limit = self.limits.offers.clamp(1, LARGEST_PAGE);
        let mut after: Option<String> = None;
        for asked in 1..=MOST_PAGES {
            let page = offers_page(&found.offer_request_id, limit, after.as_deref());
            let page: Page = self.read(self.service.ask(&page).await?)?;
            self.take(&mut found, page.data, &search);
            let next = page.meta.and_then(|meta| meta.after);
            // A cursor that refers to its own page would form a circle.
            after = match next.filter(|next| !next.is_empty() && Some(next) != after.as_ref()) {
                None => break,
                next => next,
            };
            if found.data.len() == self.limits.offers || asked == MOST_PAGES {
                found.has_more = true;
                break;
            }
        }
        if found.data.is_empty() && found.unreadable > 0 {
            let why = format!(
                "has {} offers, none of which follows its reference",
                found.unreadable
            );
            return Err(self.service.unreadable(&why));
        }
        let text = reply(
            &message(&found, &search),
            &found.data,
            "search with fewer max_connections, or a cabin_class",
        );
        Ok(ToolOutput::new(text).with(found))
    }

    fn tracing_attributes(&self, arguments: &SearchFlightsArguments) -> Vec<Attribute> {
        let Ok(search) = Search::read(arguments, self.service.now()) else {
            return Vec::new();
        };
        vec![
            Attribute::new("flight.origin", search.origin),
            Attribute::new("flight.destination", search.destination),
        ]
    }
}
