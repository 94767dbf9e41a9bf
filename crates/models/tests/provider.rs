//! Tools for the APIs of models, and their calls.

mod calls;
mod forms;
mod keywords;
mod lost;
mod lowering;
mod mistral;
mod refused;
mod streams;

use ag_ui_lit_models::provider::{Json, Provider, Target};

/// A provider that has encoded tools of these names and schemas.
fn given(target: Target, is_strict: bool, tools: &[(&str, &str)]) -> (Provider, Json) {
    let mut provider = Provider::new(target, is_strict).unwrap();
    let tools: Vec<_> = tools
        .iter()
        .map(|(name, schema)| {
            format!(r#"{{"name": "{name}", "description": "Does.", "parameters": {schema}}}"#)
        })
        .collect();
    let output = provider.lower(&format!("[{}]", tools.join(","))).unwrap();
    (provider, Json::read(&output).unwrap())
}

/// The text at a place.
fn text<'j>(value: &'j Json, at: &str) -> &'j str {
    value
        .at(at)
        .and_then(Json::as_str)
        .unwrap_or_else(|| panic!("no text at {at} of {value}"))
}
