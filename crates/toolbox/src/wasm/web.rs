mod frame;
mod page_fetch;

use std::rc::Rc;

use ag_ui_lit::tool::State;
use ag_ui_lit::wasm::tools::{PageEnvironment, from_js, property};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::{count, definitions};
use crate::web::{DomainFilter, Fetch, WebFetch, WebOptions};
pub(super) use page_fetch::PageFetch;

/// `web_fetch`, from `WebToolsOptions`. Options that TypeScript has not checked are checked here.
pub fn web_tools(options: JsValue) -> Result<Array, JsError> {
    let fetch = PageFetch::new(&options);
    let filter = filter(&options, &fetch, "webTools()")?;
    let usual = WebOptions::default();
    let options_of_tool = WebOptions {
        filter,
        max_bytes: count(&options, "maxBytes", usual.max_bytes),
        max_characters: count(&options, "maxCharacters", usual.max_characters),
    };
    let state: Rc<dyn State> = Rc::new(PageEnvironment::of(property(&options, "environment")));
    definitions(
        vec![Rc::new(WebFetch::new(Rc::new(fetch), options_of_tool))],
        &state,
    )
}

/// The filter of the options `allow` and `deny`.
pub(super) fn filter(
    options: &JsValue,
    fetch: &PageFetch,
    whose: &str,
) -> Result<DomainFilter, JsError> {
    let allow: Vec<String> = from_js(property(options, "allow"))?;
    let deny: Option<Vec<String>> = from_js(property(options, "deny"))?;
    DomainFilter::new(&allow, &deny.unwrap_or_default(), |text| {
        fetch.parse(text, None)
    })
    .map_err(|fault| JsError::new(&format!("ag-ui-lit: {whose}: {fault}.")))
}
