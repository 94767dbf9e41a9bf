use std::rc::Rc;

use ag_ui_lit::tool::State;
use ag_ui_lit::wasm::tools::PageEnvironment;
use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::remote::service;
use super::{count, definitions};
use crate::calendar::{ListEvents, google_words};
use crate::flights::{FlightLimits, SearchFlights, duffel_words};

/// `search_flights`. The options are those of the page's half, which has checked the page's.
pub fn flight_tools(options: JsValue) -> Result<Array, JsError> {
    let limits = FlightLimits {
        offers: count(&options, "maxOffers", FlightLimits::default().offers),
    };
    let service = service(&options, duffel_words())?;
    definitions(
        vec![Rc::new(SearchFlights::new(service, limits))],
        &nothing(),
    )
}

/// `list_events`. The options are those of the page's half, which has checked the page's.
pub fn calendar_tools(options: JsValue) -> Result<Array, JsError> {
    let service = service(&options, google_words())?;
    definitions(vec![Rc::new(ListEvents(service))], &nothing())
}

/// These tools look at nothing of the page.
fn nothing() -> Rc<dyn State> {
    Rc::new(PageEnvironment::empty())
}
