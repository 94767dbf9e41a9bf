use std::rc::Rc;

use js_sys::{Function, Object};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::abort::{CallSignal, unless_aborted};
use super::crossing::{global, json_of, property, set, to_js};
use super::failure::{brand, refusal, thrown};
use crate::tool::{AbortFlag, AnyTool, CallInfo, State, ToolContext, ToolFailure, ToolOutput};

/// Runs a tool as its handler. An abort drops the pending future, and rejects with the signal's reason.
pub(super) async fn handle(
    tool: Rc<dyn AnyTool>,
    state: Rc<dyn State>,
    arguments: JsValue,
    context: JsValue,
) -> Result<JsValue, JsValue> {
    let arguments = json_of(arguments).map_err(|error| thrown(&refusal(error)))?;
    let signal = CallSignal::of(&context);
    let flag = AbortFlag::default();
    let context = ToolContext::new(
        info(&context, tool.name()),
        state,
        flag.clone(),
        reporter(&context),
    );
    let work = tool.execute(arguments, &context);
    match unless_aborted(signal.as_ref(), flag, work).await {
        Ok(outcome) => settled(outcome, tool.name()),
        Err(_aborted) => Err(signal.map_or(JsValue::UNDEFINED, |signal| signal.reason())),
    }
}

fn settled(
    outcome: Result<ToolOutput<Value>, ToolFailure>,
    tool_name: &str,
) -> Result<JsValue, JsValue> {
    match outcome {
        Ok(output) => Ok(result(output, tool_name)),
        Err(failure) => Err(thrown(&failure)),
    }
}

/// Makes the value of `toolResult` in the TypeScript half: text for the model, metadata for the page. The work is already
/// done, so metadata that can't be written is the only loss.
fn result(output: ToolOutput<Value>, tool_name: &str) -> JsValue {
    let fault = output.metadata_fault().map(str::to_owned);
    let (text, metadata) = output.into_parts();
    if let Some(fault) = fault {
        warn(tool_name, &fault);
    }
    let Some(metadata) = metadata else {
        return text.into();
    };
    match to_js(&metadata) {
        Ok(metadata) => {
            let result: JsValue = Object::new().into();
            set(&result, "content", &text.into());
            set(&result, "structured", &metadata);
            brand(&result, "ag-ui-lit.ToolResult");
            brand(&result, "ag-ui-lit.ToolResult.structured");
            result
        }
        Err(error) => {
            warn(tool_name, &refusal(error).message);
            text.into()
        }
    }
}

/// Warns the tool's author.
fn warn(tool_name: &str, fault: &str) {
    let console = property(&global(), "console");
    let message =
        format!("ag-ui-lit: the metadata of a result of {tool_name} can't be written: {fault}.");
    if let Ok(warn) = property(&console, "warn").dyn_into::<Function>() {
        let _said = warn.call1(&console, &message.into());
    }
}

fn info(context: &JsValue, tool_name: &str) -> CallInfo {
    let text = |name| property(context, name).as_string().unwrap_or_default();
    let number = |name| property(context, name).as_f64();
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate, and counts of attempts are small"
    )]
    let count = |name| number(name).map_or(1, |count| count as u32);
    CallInfo {
        execution_id: text("executionId"),
        tool_call_id: text("toolCallId"),
        tool_name: tool_name.to_owned(),
        idempotency_key: text("idempotencyKey"),
        attempt: count("attemptNumber"),
        max_attempts: count("maxAttempts"),
        deadline: number("deadline"),
    }
}

/// The function that reports progress. Exceptions of a listener are the page's own.
fn reporter(context: &JsValue) -> Rc<dyn Fn(Value)> {
    let report = property(context, "reportProgress").dyn_into::<Function>();
    let context = context.clone();
    Rc::new(move |progress| {
        if let (Ok(report), Ok(progress)) = (&report, to_js(&progress)) {
            let _heard = report.call1(&context, &progress);
        }
    })
}
