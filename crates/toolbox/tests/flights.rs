//! `search_flights`, with requests and answers by Duffel's reference.

use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::tool::{AnyTool, MemoryState, RunResult, ToolContext, ToolFailure, run_tool};
use ag_ui_lit_toolbox::flights::{FlightLimits, Money, SearchFlights, duffel_messages};
use ag_ui_lit_toolbox::remote::{Fixed, MemoryExchange, Method, Received, Service, Tokens};
use futures_executor::block_on;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::remote::{NOW, header, received, with};

fn run(exchange: &Rc<MemoryExchange>, offers: usize, arguments: Value) -> RunResult {
    let tokens = Tokens::new(Some(Rc::new(Fixed("duffel_test_key".to_owned()))));
    let base = "https://api.duffel.com";
    let service = Service::new(Rc::clone(exchange), tokens, base, duffel_messages());
    let limits = FlightLimits { offers };
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(SearchFlights::new(Rc::new(service), limits))];
    let context = ToolContext::of_call("search_flights", "c1", Rc::new(MemoryState::default()));
    block_on(run_tool(&tools, &context, arguments))
}

fn trip() -> Value {
    json!({ "origin": "SFO", "destination": "CDG", "departure_date": "2027-05-10" })
}

fn also(mut object: Value, name: &str, value: Value) -> Value {
    object[name] = value;
    object
}

fn place(code: &str, name: &str, zone: &str) -> Value {
    json!({ "iata_code": code, "name": name, "city_name": "City", "time_zone": zone, "type": "airport" })
}

fn segment(from: &Value, to: &Value, at: &str, until: &str) -> Value {
    json!({
        "origin": from,
        "destination": to,
        "departing_at": at,
        "arriving_at": until,
        "duration": "PT10H30M",
        "marketing_carrier": { "iata_code": "BA", "name": "British Airways" },
        "marketing_carrier_flight_number": "112",
        "operating_carrier": { "iata_code": "AA", "name": "American Airlines" },
        "operating_carrier_flight_number": "6143",
        "stops": [],
    })
}

/// An offer in the form of the issue's example.
fn offer(id: &str) -> Value {
    let (sfo, cdg) = (
        place("SFO", "San Francisco", "America/Los_Angeles"),
        place("CDG", "Paris Charles de Gaulle", "Europe/Paris"),
    );
    json!({
        "id": id,
        "base_amount": "920.00", "base_currency": "USD",
        "tax_amount": "120.00", "tax_currency": "USD",
        "total_amount": "1040.00", "total_currency": "USD",
        "expires_at": "2026-11-28T12:30:00.123456Z",
        "owner": { "iata_code": "BA", "name": "British Airways" },
        "slices": [{
            "origin": sfo, "destination": cdg, "duration": "PT10H30M",
            "segments": [segment(&sfo, &cdg, "2027-05-10T08:00:00", "2027-05-11T08:30:00")],
        }],
    })
}

/// Duffel with pages of offers, each with the cursor that leads to it.
fn duffel(pages: Vec<Vec<Value>>) -> Rc<MemoryExchange> {
    Rc::new(MemoryExchange::new(NOW, move |request| {
        if request.method == Method::Post {
            return Ok(received(
                201,
                &json!({ "data": { "id": "orq_1/?", "live_mode": true } }),
            ));
        }
        let at = request.url.split("&after=page").nth(1);
        let at: usize = at.map_or(0, |at| at.parse().unwrap());
        let after = (at + 1 < pages.len()).then(|| format!("page{}", at + 1));
        let meta = json!({ "after": after, "before": null, "limit": 50 });
        Ok(received(200, &json!({ "data": pages[at], "meta": meta })))
    }))
}

fn found(exchange: &Rc<MemoryExchange>, offers: usize, arguments: Value) -> (Value, Value) {
    let output = run(exchange, offers, arguments).outcome.unwrap();
    let (text, metadata) = output.into_parts();
    (serde_json::from_str(&text).unwrap(), metadata.unwrap())
}

fn failed(answer: Received) -> ToolFailure {
    let exchange = Rc::new(MemoryExchange::new(NOW, move |_| Ok(answer.clone())));
    run(&exchange, 25, trip()).outcome.unwrap_err()
}

fn issues(arguments: Value) -> Vec<String> {
    let exchange = Rc::new(MemoryExchange::default());
    exchange.now.set(NOW);
    let failure = run(&exchange, 25, arguments).outcome.unwrap_err();
    assert!(exchange.asked.borrow().is_empty());
    assert_eq!(failure.category, Some(ToolErrorCategory::Validation));
    let line = |issue: &ag_ui_lit::error::ValidationIssue| {
        format!("{} {}", issue.path.join("."), issue.message)
    };
    failure.issues.iter().map(line).collect()
}

#[test]
fn the_model_is_shown_the_seed_s_parameters() {
    let exchange = Rc::new(MemoryExchange::default());
    let service = Service::new(exchange, Tokens::default(), "", duffel_messages());
    let tool = SearchFlights::new(Rc::new(service), FlightLimits::default());
    assert_eq!(
        AnyTool::parameters(&tool),
        json!({
            "type": "object",
            "properties": {
                "origin": { "type": "string", "description": "IATA code (e.g., SFO)" },
                "destination": { "type": "string", "description": "IATA code (e.g., CDG)" },
                "departure_date": { "type": "string", "description": "YYYY-MM-DD" },
                "return_date": { "type": "string", "description": "YYYY-MM-DD (optional)" },
                "adults": { "type": "number", "default": 1 },
                "cabin_class": { "type": "string", "enum": ["economy", "premium_economy", "business", "first"] },
                "max_connections": { "type": "number", "default": 2 },
            },
            "required": ["origin", "destination", "departure_date"],
            "additionalProperties": false,
        })
    );
}

#[test]
fn a_search_is_requested_by_duffel_s_reference() {
    let exchange = duffel(vec![vec![offer("off_1")]]);
    let mut arguments = json!({
        "origin": " sfo ", "destination": "Cdg", "departure_date": "2027-05-10", "return_date": "2027-05-10",
        "adults": 3.0, "cabin_class": "premium_economy", "max_connections": 0,
    });
    run(&exchange, 25, arguments.clone());
    let asked = exchange.asked.borrow();
    assert_eq!(
        asked[0].url,
        "https://api.duffel.com/air/offer_requests?return_offers=false"
    );
    for request in asked.iter() {
        assert_eq!(header(request, "duffel-version"), Some("v2"));
        assert_eq!(
            header(request, "authorization"),
            Some("Bearer duffel_test_key")
        );
        assert_eq!(header(request, "accept"), Some("application/json"));
    }
    let body: Value = serde_json::from_str(asked[0].body.as_ref().unwrap()).unwrap();
    assert_eq!(
        body,
        json!({ "data": {
            "slices": [
                { "origin": "SFO", "destination": "CDG", "departure_date": "2027-05-10" },
                { "origin": "CDG", "destination": "SFO", "departure_date": "2027-05-10" },
            ],
            "passengers": [{ "type": "adult" }, { "type": "adult" }, { "type": "adult" }],
            "cabin_class": "premium_economy",
            "max_connections": 0,
        } })
    );
    assert_eq!(
        asked[1].url,
        "https://api.duffel.com/air/offers?offer_request_id=orq_1%2F%3F&sort=total_amount&limit=25"
    );
    drop(asked);
    arguments = trip();
    let other = duffel(vec![vec![]]);
    run(&other, 25, arguments);
    let body: Value = serde_json::from_str(other.asked.borrow()[0].body.as_ref().unwrap()).unwrap();
    assert_eq!(body["data"]["passengers"], json!([{ "type": "adult" }]));
    assert_eq!(body["data"]["max_connections"], 2);
    assert_eq!(body["data"].get("cabin_class"), None);
}

#[test]
fn an_offer_has_the_seed_s_shape() {
    let (text, metadata) = found(
        &duffel(vec![vec![offer("off_00009htYpSCXrwaB9DnUm0")]]),
        25,
        trip(),
    );
    let option = json!({
        "id": "off_00009htYpSCXrwaB9DnUm0",
        "airline": "BA",
        "airline_name": "British Airways",
        "flight_number": "112",
        "origin": { "code": "SFO", "name": "San Francisco" },
        "destination": { "code": "CDG", "name": "Paris Charles de Gaulle" },
        "departure": { "date": "2027-05-10", "time": "08:00", "datetime": "2027-05-10T08:00:00", "time_zone": "America/Los_Angeles" },
        "arrival": { "date": "2027-05-11", "time": "08:30", "datetime": "2027-05-11T08:30:00", "time_zone": "Europe/Paris" },
        "duration_minutes": 630,
        "stops": 0,
        "direct": true,
        "price": { "amount": 920, "currency": "USD" },
        "tax": { "amount": 120, "currency": "USD" },
        "total": { "amount": 1040, "currency": "USD" },
        "expires_at": "2026-11-28T12:30:00.123456Z",
    });
    assert_eq!(text["data"], json!([option]));
    assert_eq!(
        text["message"],
        "1 offer from SFO to CDG on 2027-05-10, the cheapest first. Prices are for all passengers and the whole trip, times those of each airport's clocks; an offer can be bought until expires_at."
    );
    assert_eq!(
        metadata,
        json!({ "data": [option], "offerRequestId": "orq_1/?", "hasMore": false, "expired": 0, "unreadable": 0, "liveMode": true })
    );
}

#[test]
fn a_return_trip_with_connections_has_both_directions() {
    let (sfo, jfk, cdg) = (
        place("SFO", "San Francisco", "America/Los_Angeles"),
        place("JFK", "John F. Kennedy", "America/New_York"),
        place("CDG", "Charles de Gaulle", "Europe/Paris"),
    );
    let first = segment(&sfo, &jfk, "2027-05-10T23:05:00", "2027-05-11T07:40:00");
    let second = segment(&jfk, &cdg, "2027-05-11T18:00:00", "2027-05-12T07:35:00");
    let lands = also(
        segment(&cdg, &sfo, "2027-05-20T10:00:00", "2027-05-20T23:55:00"),
        "stops",
        json!([{ "airport": {} }]),
    );
    let mut there_and_back = offer("off_2");
    there_and_back["slices"] = json!([
        { "duration": "P1DT2H30M", "segments": [first, second] },
        { "duration": null, "segments": [also(lands, "marketing_carrier_flight_number", json!(null))] },
    ]);
    let arguments = also(trip(), "return_date", json!("2027-05-20"));
    let (text, _) = found(&duffel(vec![vec![there_and_back]]), 25, arguments);
    let option = &text["data"][0];
    assert_eq!(option["duration_minutes"], 1_590);
    assert_eq!(
        (&option["stops"], &option["direct"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(option["destination"]["code"], "CDG");
    assert_eq!(option["arrival"]["datetime"], "2027-05-12T07:35:00");
    let back = &option["return"];
    assert_eq!(back["origin"]["code"], "CDG");
    assert_eq!(back["departure"]["date"], "2027-05-20");
    // From the only segment, since the slice has none; and with a landing on the way without a change.
    assert_eq!(back["duration_minutes"], 630);
    assert_eq!(
        (&back["stops"], &back["direct"]),
        (&json!(1), &json!(false))
    );
    // A number without its airline would be another flight.
    assert_eq!(
        (&back["airline"], &back["flight_number"]),
        (&json!("AA"), &json!("6143"))
    );
    assert!(
        text["message"]
            .as_str()
            .unwrap()
            .contains("and back on 2027-05-20")
    );
}

#[test]
fn pages_are_requested_until_there_are_enough_offers() {
    let page = |from: usize, to: usize| (from..to).map(|n| offer(&format!("off_{n}"))).collect();
    let exchange = duffel(vec![page(0, 2), vec![], page(2, 4), page(4, 6)]);
    let (text, metadata) = found(&exchange, 3, trip());
    let ids: Vec<_> = text["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|offer| offer["id"].clone())
        .collect();
    assert_eq!(ids, ["off_0", "off_1", "off_2"]);
    assert_eq!(metadata["hasMore"], true);
    let urls: Vec<_> = exchange
        .asked
        .borrow()
        .iter()
        .map(|asked| asked.url.clone())
        .collect();
    assert_eq!(urls.len(), 4);
    assert!(urls[1].ends_with("&limit=3") && urls[3].ends_with("&limit=3&after=page2"));
    assert!(
        text["message"]
            .as_str()
            .unwrap()
            .contains("There are more offers")
    );
    let (_, metadata) = found(&duffel(vec![page(0, 2), page(2, 3)]), 3, trip());
    assert_eq!(metadata["hasMore"], false);
}

#[test]
fn the_number_of_requested_pages_is_bounded() {
    let endless = |after: fn(usize) -> String| {
        let asked = std::cell::Cell::new(0);
        let exchange = Rc::new(MemoryExchange::new(NOW, move |request| {
            asked.set(asked.get() + 1);
            Ok(match request.method {
                Method::Post => received(201, &json!({ "data": { "id": "orq" } })),
                Method::Get => received(
                    200,
                    &json!({ "data": [], "meta": { "after": after(asked.get()) } }),
                ),
            })
        }));
        let (text, _) = found(&exchange, 25, trip());
        assert!(text["message"].as_str().unwrap().starts_with("No flights"));
        exchange.asked.borrow().len()
    };
    assert_eq!(endless(|n| format!("p{n}")), 11);
    assert_eq!(endless(|_| "same".to_owned()), 3);
    assert_eq!(endless(|_| String::new()), 2);
}

#[test]
fn expired_and_unreadable_offers_are_left_out_and_counted() {
    let broken = [
        ("expires_at", json!("soon")),
        ("total_amount", json!("1e3")),
        ("total_amount", json!(1040)),
        ("tax_amount", json!("-1.00")),
        ("base_currency", json!("usd")),
        ("slices", json!([])),
        ("slices", json!([{ "segments": [] }])),
        ("id", json!(null)),
    ];
    let mut page: Vec<_> = broken
        .into_iter()
        .map(|(name, value)| also(offer("off"), name, value))
        .collect();
    let mut zoned = offer("zoned");
    zoned["slices"][0]["segments"][0]["departing_at"] = json!("2027-05-10T08:00:00Z");
    let mut two_ways = offer("two");
    two_ways["slices"] = json!([two_ways["slices"][0], two_ways["slices"][0]]);
    page.extend([json!(null), json!("off"), zoned, two_ways]);
    page.push(also(
        offer("past"),
        "expires_at",
        json!("2026-11-28T12:00:00Z"),
    ));
    page.push(also(offer("good"), "tax_amount", json!(null)));
    let (text, metadata) = found(&duffel(vec![page]), 25, trip());
    assert_eq!(text["data"].as_array().unwrap().len(), 1);
    assert_eq!(text["data"][0].get("tax"), None);
    assert_eq!(
        (&metadata["expired"], &metadata["unreadable"]),
        (&json!(1), &json!(12))
    );
    let message = text["message"].as_str().unwrap();
    assert!(
        message.contains(
            "1 expired offers are left out. 12 offers that could not be read are left out."
        )
    );
}

#[test]
fn no_flights_is_a_success_with_a_message() {
    let (text, metadata) = found(&duffel(vec![vec![]]), 25, trip());
    assert_eq!(text["data"], json!([]));
    assert_eq!(
        text["message"],
        "No flights from SFO to CDG on 2027-05-10. Another date, an airport nearby, or more max_connections may have some."
    );
    assert_eq!(metadata["data"], json!([]));
}

#[test]
fn an_answer_that_does_not_follow_duffel_s_reference_is_a_permanent_failure() {
    for bad in [
        json!({}),
        json!({ "data": {} }),
        json!({ "data": { "id": 1 } }),
        json!([]),
        json!(null),
    ] {
        let failure = failed(received(201, &bad));
        assert_eq!(failure.category, Some(ToolErrorCategory::Permanent));
        assert_eq!(failure.code.as_deref(), Some("bad_answer"));
        assert!(
            failure
                .message
                .starts_with("The answer of Duffel does not follow its reference"),
            "{failure}"
        );
    }
    let exchange = duffel(vec![vec![json!({ "id": "off" })]]);
    let failure = run(&exchange, 25, trip()).outcome.unwrap_err();
    assert_eq!(
        failure.message,
        "The answer of Duffel has 1 offers, none of which follows its reference."
    );
}

#[test]
fn duffel_s_errors_are_quoted() {
    let body = json!({
        "meta": { "status": 422, "request_id": "FZW0H3HdJwKk5HMAAKxB" },
        "errors": [
            { "type": "validation_error", "title": "Invalid departure date", "message": "Field 'departure_date' must be after today", "code": "validation_past", "documentation_url": "https://duffel.com/docs" },
            { "title": "Too bad", "code": "x" },
            "odd",
        ],
    });
    let failure = failed(received(422, &body));
    assert_eq!(
        failure.message,
        "Duffel answered with HTTP status 422 (refused). Its message: Invalid departure date: Field 'departure_date' must be after today (validation_past); Too bad (x) Request: FZW0H3HdJwKk5HMAAKxB"
    );
    assert_eq!(failure.code.as_deref(), Some("http_422"));
    let limited = with(
        received(429, &json!({ "errors": [] })),
        "ratelimit-reset",
        "Sat, 28 Nov 2026 12:00:20 GMT",
    );
    let failure = failed(limited);
    assert_eq!(
        (failure.category, failure.retry_after),
        (Some(ToolErrorCategory::Transient), Some(20_000.0))
    );
    assert!(
        failed(received(401, &json!(null)))
            .message
            .contains("has to set a valid apiKey")
    );
}

#[test]
fn all_invalid_arguments_are_refused_at_once() {
    assert_eq!(
        issues(json!({
            "origin": "S1O", "destination": "Paris", "departure_date": "2027-02-30", "return_date": "tomorrow",
            "adults": 0, "max_connections": 3,
        })),
        [
            "origin must be the IATA code of an airport or a city, three letters such as SFO, but is \"S1O\"",
            "destination must be the IATA code of an airport or a city, three letters such as SFO, but is \"Paris\"",
            "departure_date must be a date that exists, as YYYY-MM-DD, but is \"2027-02-30\"",
            "return_date must be a date that exists, as YYYY-MM-DD, but is \"tomorrow\"",
            "adults must be a whole number from 1 to 9, but is 0",
            "max_connections must be a whole number from 0 to 2, but is 3",
        ]
    );
    assert_eq!(
        issues(also(trip(), "destination", json!("sfo"))),
        ["destination must be another airport than origin, which is SFO too"]
    );
    let back = issues(also(trip(), "return_date", json!("2027-05-09")));
    assert_eq!(
        back,
        ["return_date must be 2027-05-10, the departure_date, or later, but is 2027-05-09"]
    );
    for bad in [
        "20270510",
        "2027-5-10",
        "2027-05-10T08:00",
        "2027-05-10Z",
        "+002027-05-10",
        "2027–05–10",
        "",
        "2027-13-01",
        "2100-02-29",
    ] {
        assert_eq!(
            issues(also(trip(), "departure_date", json!(bad))).len(),
            1,
            "{bad}"
        );
    }
    for bad in [json!(10), json!(1.5), json!(-1), json!(1e300)] {
        assert_eq!(issues(also(trip(), "adults", bad)).len(), 1);
    }
    for (name, bad) in [
        ("cabin_class", json!("luxury")),
        ("adults", json!("two")),
        ("origin", json!(7)),
        ("seat", json!("12A")),
    ] {
        let exchange = Rc::new(MemoryExchange::default());
        let failure = run(&exchange, 25, also(trip(), name, bad))
            .outcome
            .unwrap_err();
        assert_eq!(
            failure.category,
            Some(ToolErrorCategory::Validation),
            "{name}"
        );
    }
}

#[test]
fn a_date_counts_as_past_only_if_it_is_past_everywhere() {
    // 2026-11-28T12:00Z: the 28th has just begun west of the date line.
    let exchange = duffel(vec![vec![]]);
    let on = |date: &str| run(&exchange, 25, also(trip(), "departure_date", json!(date))).outcome;
    assert!(on("2026-11-28").is_ok());
    let failure = on("2026-11-27").unwrap_err();
    assert_eq!(
        failure.issues[0].message,
        "must not be in the past, but is 2026-11-27; today is 2026-11-28 or later"
    );
    exchange.now.set(NOW - 1.0);
    assert!(on("2026-11-27").is_ok());
    assert!(on("2026-11-26").is_err());
}

#[test]
fn optional_members_may_be_null() {
    let exchange = duffel(vec![vec![]]);
    let mut arguments = trip();
    for name in ["return_date", "adults", "cabin_class", "max_connections"] {
        arguments = also(arguments, name, Value::Null);
    }
    assert!(run(&exchange, 25, arguments).outcome.is_ok());
}

#[test]
fn a_long_answer_is_shown_up_to_the_limit() {
    let mut long = offer("off");
    long["slices"][0]["segments"][0]["marketing_carrier"]["name"] = json!("é".repeat(30_000));
    let (text, metadata) = found(&duffel(vec![vec![long.clone(), long]]), 25, trip());
    assert_eq!(text["data"].as_array().unwrap().len(), 1);
    assert!(
        text["message"]
            .as_str()
            .unwrap()
            .contains("Only the first 1 are shown, 1 more would be too long")
    );
    assert_eq!(metadata["data"].as_array().unwrap().len(), 2);
}

proptest! {
    #[test]
    fn an_amount_keeps_its_decimals(whole in 0_u64..10_000_000_000_000, cents in 0_u32..100) {
        let text = format!("{whole}.{cents:02}");
        let money = Money::read(&text, "EUR").unwrap();
        let json = serde_json::to_value(&money).unwrap();
        let shown = json["amount"].to_string();
        let plain = text.trim_end_matches('0').trim_end_matches('.');
        prop_assert_eq!(shown, plain);
    }

    #[test]
    fn any_arguments_are_survived(origin in ".*", date in ".*", adults in proptest::num::f64::ANY) {
        let arguments = json!({ "origin": origin, "destination": "CDG", "departure_date": date, "adults": adults });
        let _ = run(&duffel(vec![vec![]]), 25, arguments);
    }

    #[test]
    fn any_answer_is_survived(body in proptest::collection::vec(any::<u8>(), 0..200)) {
        let answer = Received { status: 200, body, ..Received::default() };
        let _ = failed(answer);
    }
}
