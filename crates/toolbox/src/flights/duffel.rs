use serde_json::{Value, json};

use super::arguments::Search;
use crate::remote::{Call, ServiceError, ServiceMessages, encode};

/// The messages and headers for Duffel.
#[must_use]
pub fn duffel_messages() -> ServiceMessages {
    ServiceMessages {
        name: "Duffel",
        unauthorized: "The page's key for Duffel is not accepted: it has to set a valid apiKey, or its proxy (baseUrl) has to add one.",
        cors: " Duffel does not answer pages of other origins: the page's own server has to pass requests on, at the address in baseUrl.",
        headers: &[("duffel-version", "v2")],
        read_error,
    }
}

/// The offer request (<https://duffel.com/docs/api/v2/offer-requests/create-offer-request>). Its offers are requested
/// afterwards, in pages, the cheapest first.
pub(super) fn offer_request(search: &Search) -> Call {
    let slice = |from: &str, to: &str, on: jiff::civil::Date| json!({ "origin": from, "destination": to, "departure_date": on.to_string() });
    let mut slices = vec![slice(&search.origin, &search.destination, search.departs)];
    if let Some(returns) = search.returns {
        slices.push(slice(&search.destination, &search.origin, returns));
    }
    let passengers = vec![json!({ "type": "adult" }); usize::from(search.adults)];
    let mut data = json!({
        "slices": slices,
        "passengers": passengers,
        "max_connections": search.max_connections,
    });
    if let Some(cabin) = search.cabin {
        data["cabin_class"] = json!(cabin);
    }
    Call {
        path: "/air/offer_requests?return_offers=false".to_owned(),
        body: Some(json!({ "data": data })),
    }
}

/// A page of offers (<https://duffel.com/docs/api/v2/offers/get-offers>, <https://duffel.com/docs/api/overview/pagination>).
pub(super) fn offers_page(request_id: &str, limit: usize, after: Option<&str>) -> Call {
    let mut path = format!(
        "/air/offers?offer_request_id={}&sort=total_amount&limit={limit}",
        encode(request_id)
    );
    if let Some(after) = after {
        path.push_str("&after=");
        path.push_str(&encode(after));
    }
    Call { path, body: None }
}

/// Reads the body of an error (<https://duffel.com/docs/api/overview/response-handling>).
fn read_error(body: &Value) -> Option<ServiceError> {
    let errors = body["errors"].as_array()?;
    let one = |error: &Value| {
        let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
        match (text("title"), text("message"), text("code")) {
            (title, message, _) if title.is_empty() && message.is_empty() => None,
            (title, message, code) if message.is_empty() => Some(format!("{title} ({code})")),
            (title, message, code) => Some(format!("{title}: {message} ({code})")),
        }
    };
    let errors = errors.iter().filter_map(one).take(3).collect::<Vec<_>>();
    let mut text = errors.join("; ");
    if let Some(id) = body["meta"]["request_id"].as_str() {
        text.push_str(" Request: ");
        text.push_str(id);
    }
    Some(ServiceError {
        text,
        is_rate_limit: false,
    })
}
