use std::rc::Rc;

use js_sys::{Object, Promise};
use wasm_bindgen::prelude::*;

use super::calls::{promise, stopped, watch_panics};
use super::crossing::{json_of, set, to_js};
use super::failure::{issues, refusal};
use super::handler::handle;
use super::within::Within;
use crate::tool::{AnyTool, State};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { ToolDefinition } from "ag-ui-lit";
"#;

/// The definition of a tool, for `register()`: name, id, description, a Standard Schema that reads the arguments as the tool
/// does, the JSON Schema for the model, the handler, and metadata with `tracing` and `preview`.
///
/// # Errors
///
/// If its metadata or its schema can't be written.
pub fn define(tool: Rc<dyn AnyTool>, state: Rc<dyn State>) -> Result<JsValue, JsError> {
    watch_panics();
    let definition: JsValue = Object::new().into();
    set(&definition, "name", &tool.name().into());
    if let Some(id) = tool.id() {
        set(&definition, "id", &id.into());
    }
    set(&definition, "description", &tool.description().into());
    set(&definition, "parameters", &to_js(&tool.parameters())?);
    set(&definition, "schema", &schema(&tool, &state));
    set(&definition, "metadata", &metadata(&tool, &state)?);
    let handler = Closure::<dyn Fn(JsValue, JsValue) -> Promise>::new(move |arguments, context| {
        let (tool, state) = (Rc::clone(&tool), Rc::clone(&state));
        promise(
            Within::of(&context),
            handle(tool, state, arguments, context),
        )
    });
    set(&definition, "handler", &handler.into_js_value());
    Ok(definition)
}

/// A Standard Schema (<https://standardschema.dev>) whose validator parses the arguments, and asks the tool.
fn schema(tool: &Rc<dyn AnyTool>, state: &Rc<dyn State>) -> JsValue {
    let (tool, state) = (Rc::clone(tool), Rc::clone(state));
    let validate = Closure::<dyn Fn(JsValue) -> Promise>::new(move |value: JsValue| {
        if stopped().is_some() {
            // This is not a fault of the arguments: the handler reports it.
            return Promise::resolve(&accepted(&value));
        }
        let (tool, state) = (Rc::clone(&tool), Rc::clone(&state));
        promise(Within::default(), async move {
            let arguments = match json_of(value.clone()) {
                Ok(arguments) => arguments,
                Err(error) => return Ok(issues(&refusal(error))),
            };
            match tool.validate(arguments, &*state).await {
                Ok(()) => Ok(accepted(&value)),
                Err(failure) => Ok(issues(&failure)),
            }
        })
    });
    let standard: JsValue = Object::new().into();
    set(&standard, "version", &1.into());
    set(&standard, "vendor", &"ag-ui-lit".into());
    set(&standard, "validate", &validate.into_js_value());
    let schema: JsValue = Object::new().into();
    set(&schema, "~standard", &standard);
    schema
}

fn accepted(value: &JsValue) -> JsValue {
    let accepted: JsValue = Object::new().into();
    set(&accepted, "value", value);
    accepted
}

fn metadata(tool: &Rc<dyn AnyTool>, state: &Rc<dyn State>) -> Result<JsValue, JsError> {
    let metadata = to_js(&tool.metadata())?;
    let traced = Rc::clone(tool);
    let tracing = Closure::<dyn Fn(JsValue) -> JsValue>::new(move |arguments| {
        let attributes: JsValue = Object::new().into();
        if stopped().is_none()
            && let Ok(arguments) = json_of(arguments)
        {
            for attribute in traced.tracing_attributes(arguments) {
                if let Ok(value) = to_js(&attribute.value) {
                    set(&attributes, &attribute.key, &value);
                }
            }
        }
        attributes
    });
    set(&metadata, "tracing", &tracing.into_js_value());
    let (tool, state) = (Rc::clone(tool), Rc::clone(state));
    let preview = Closure::<dyn Fn(JsValue) -> Promise>::new(move |arguments| {
        let (tool, state) = (Rc::clone(&tool), Rc::clone(&state));
        promise(Within::default(), async move {
            let shown = tool.preview(json_of(arguments)?, &*state).await;
            shown.map_or(Ok(JsValue::UNDEFINED), |shown| Ok(to_js(&shown)?))
        })
    });
    set(&metadata, "preview", &preview.into_js_value());
    Ok(metadata)
}
