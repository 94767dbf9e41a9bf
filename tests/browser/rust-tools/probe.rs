//! A module of misbehaving tools, for `tests/browser/rust-tools.spec.ts`. `scripts/lib/rust-tools.mjs`
//! compiles it.
#![cfg(target_arch = "wasm32")]

use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, Preview, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata,
    ToolOutput, ToolResult,
};
use ag_ui_lit::wasm::tools::{PageEnvironment, define, property, to_js};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Promise};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// A function of the page that throws, which the tool does not expect.
    #[wasm_bindgen(js_name = throwsUnexpectedly)]
    fn throws_unexpectedly();
}

/// The instructions to the tool.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ProbeArguments {
    action: Action,
    /// The value for the instruction.
    #[serde(default)]
    value: Value,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Action {
    Echo,
    Wait,
    Loop,
    Panic,
    PanicWhileChecked,
    PanicWhileTraced,
    Throw,
    Refuse,
    Fail,
    Progress,
    Call,
    State,
    Context,
    HugeInteger,
}

/// The given value.
#[derive(Serialize)]
struct Echoed(Value);

impl ResultMetadata for Echoed {
    const TOOL_TYPE: Option<&'static str> = Some("probe");
}

struct Probe {
    name: String,
    /// The page's functions: `dropped` is called when work is dropped, `call` by the tool.
    page: JsValue,
}

impl Probe {
    fn call(&self, name: &str, argument: &JsValue) -> Option<JsValue> {
        let function = property(&self.page, name).dyn_into::<Function>().ok()?;
        function.call1(&self.page, argument).ok()
    }
}

/// Calls the page's `dropped` when it is dropped.
struct Guard<'a>(&'a Probe);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.call("dropped", &JsValue::UNDEFINED);
    }
}

impl Tool for Probe {
    type Arguments = ProbeArguments;
    type Metadata = Echoed;

    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &'static str {
        "Does what tools should not do."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("tests".to_owned()),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &ProbeArguments,
        _state: &dyn State,
    ) -> Result<(), ToolFailure> {
        match arguments.action {
            Action::Refuse => Err(ToolFailure::new("Only on Mondays. Try again on Monday.")),
            Action::PanicWhileChecked => panic!("it broke while it checked"),
            _ => Ok(()),
        }
    }

    async fn preview(&self, arguments: &ProbeArguments, _state: &dyn State) -> Option<Preview> {
        let text = arguments.value.as_str()?.to_owned();
        Some(Preview::Text { text })
    }

    async fn execute(
        &self,
        arguments: ProbeArguments,
        context: &ToolContext,
    ) -> ToolResult<Echoed> {
        let ProbeArguments { action, value } = arguments;
        let _guard = Guard(self);
        match action {
            Action::Wait => {
                let milliseconds = value.as_u64().and_then(|time| u32::try_from(time).ok());
                TimeoutFuture::new(milliseconds.unwrap_or(0)).await;
                self.call("waited", &JsValue::UNDEFINED);
                Ok(ToolOutput::new("waited"))
            }
            Action::Loop => {
                let mut rounds = 0;
                while !context.is_aborted() && rounds < 1000 {
                    rounds += 1;
                    self.call("call", &rounds.into());
                }
                Ok(ToolOutput::new(format!("{rounds} rounds")))
            }
            Action::Panic => {
                TimeoutFuture::new(0).await;
                panic!("it broke")
            }
            Action::Throw => {
                throws_unexpectedly();
                Ok(ToolOutput::new("no exception"))
            }
            Action::Fail => Err(
                ToolFailure::transient("The line is busy. Call again later.")
                    .retry_after(60_000.0)
                    .retryable(true)
                    .code("busy")
                    .metadata(&value),
            ),
            Action::Progress => {
                context.report_progress(&value);
                TimeoutFuture::new(0).await;
                context.report_progress("done");
                Ok(ToolOutput::new("told"))
            }
            Action::Call => {
                let given = to_js(&value).map_err(|_| ToolFailure::new("It can't cross."))?;
                let answer = self.call("call", &given).unwrap_or_default();
                let said = JsFuture::from(Promise::resolve(&answer)).await;
                let said = said.ok().and_then(|said| said.as_string());
                Ok(ToolOutput::new(
                    said.unwrap_or_else(|| "nothing".to_owned()),
                ))
            }
            Action::State => {
                let state = context.state();
                let all = json!({
                    "tools": state.tools(),
                    "config": state.config(),
                    "running": state.running(),
                    "page": state.page(),
                    "mcpTools": state.mcp_tools(),
                });
                Ok(ToolOutput::new(all.to_string()))
            }
            Action::Context => {
                let info = context.info();
                let all = json!({
                    "executionId": info.execution_id,
                    "toolCallId": info.tool_call_id,
                    "toolName": info.tool_name,
                    "idempotencyKey": info.idempotency_key,
                    "attempt": info.attempt,
                    "maxAttempts": info.max_attempts,
                    "deadline": info.deadline,
                    "aborted": context.is_aborted(),
                });
                Ok(ToolOutput::new(all.to_string()))
            }
            Action::HugeInteger => Ok(ToolOutput::new("counted").with(Echoed(json!(u64::MAX)))),
            Action::Echo
            | Action::Refuse
            | Action::PanicWhileChecked
            | Action::PanicWhileTraced => {
                Ok(ToolOutput::new(value.to_string()).with(Echoed(value)))
            }
        }
    }

    fn tracing_attributes(&self, arguments: &ProbeArguments) -> Vec<Attribute> {
        assert!(
            !matches!(arguments.action, Action::PanicWhileTraced),
            "it broke while it was traced"
        );
        vec![Attribute::new("probe.value", arguments.value.to_string())]
    }
}

/// A definition of the tool.
///
/// # Errors
///
/// If it can't be written.
#[wasm_bindgen(js_name = probe)]
pub fn probe(
    environment: JsValue,
    page: JsValue,
    name: Option<String>,
) -> Result<JsValue, JsError> {
    let name = name.unwrap_or_else(|| "probe".to_owned());
    define(
        Rc::new(Probe { name, page }),
        Rc::new(PageEnvironment::of(environment)),
    )
}
