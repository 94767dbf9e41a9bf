use std::rc::Rc;

use ag_ui_lit::tool::State;
use ag_ui_lit::wasm::tools::PageEnvironment;
use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::remote::service;
use super::{count, definitions};
use crate::calendar::{ListEvents, google_messages};
use crate::flights::{FlightLimits, SearchFlights, duffel_messages};

/// `search_flights`. The page's half passes the options, and has checked the page's own.
pub fn flight_tools(options: JsValue) -> Result<Array, JsError> {
    let limits = FlightLimits {
        offers: count(&options, "maxOffers", FlightLimits::default().offers),
    };
    let service = service(&options, duffel_messages())?;
    definitions(
        vec![Rc::new(SearchFlights::new(service, limits))],
        &nothing(),
    )
}

/// `list_events`. The page's half passes the options, and has checked the page's own.
pub fn calendar_tools(options: JsValue) -> Result<Array, JsError> {
    let service = service(&options, google_messages())?;
    definitions(vec![Rc::new(ListEvents(service))], &nothing())
}

/// The state for tools that do not use the page.
fn nothing() -> Rc<dyn State> {
    Rc::new(PageEnvironment::empty())
}
