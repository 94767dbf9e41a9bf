use std::rc::Rc;

use ag_ui_lit::wasm::tools::{PageEnvironment, define};
use wasm_bindgen::prelude::*;

use crate::clock::PageClock;
use crate::convert::ConvertUnits;
use crate::timer::KitchenTimer;

#[wasm_bindgen]
extern "C" {
    /// The environment of a page: `config` is `{ decimals?: number, longestTimer?: number }`.
    #[wasm_bindgen(typescript_type = "ToolEnvironment")]
    pub type Environment;
}

/// A tool that converts kitchen units.
#[wasm_bindgen(js_name = convertUnits, unchecked_return_type = "ToolDefinition<ConvertUnitsArguments>")]
pub fn convert_units(environment: Option<Environment>) -> Result<JsValue, JsError> {
    define(Rc::new(ConvertUnits), Rc::new(of(environment)))
}

/// A tool that waits, and reports the seconds that are left.
#[wasm_bindgen(js_name = kitchenTimer, unchecked_return_type = "ToolDefinition<KitchenTimerArguments>")]
pub fn kitchen_timer(environment: Option<Environment>) -> Result<JsValue, JsError> {
    let timer = KitchenTimer::new(Rc::new(PageClock));
    define(Rc::new(timer), Rc::new(of(environment)))
}

fn of(environment: Option<Environment>) -> PageEnvironment {
    environment.map_or_else(PageEnvironment::empty, |given| {
        PageEnvironment::of(given.into())
    })
}
