use std::rc::Rc;

use ag_ui_lit::tool::State;
use ag_ui_lit::wasm::tools::{PageEnvironment, from_js, property, set};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Function, Object, Promise};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortController;

use super::{count, definitions};
use crate::bash::{Bash, BashOptions, CommandFilter, Ended, OutputSink, Shell, ShellFault};

/// `bash`. `options.run` runs a command, `options.start` starts one in the background and returns its id.
pub fn bash_tool(options: JsValue) -> Result<Array, JsError> {
    let function = |name: &str| property(&options, name).dyn_into::<Function>().ok();
    let allow: Option<Vec<String>> = from_js(property(&options, "allow"))?;
    let deny: Option<Vec<String>> = from_js(property(&options, "deny"))?;
    let filter = CommandFilter::new(allow.as_deref(), &deny.unwrap_or_default())
        .map_err(|fault| JsError::new(&format!("ag-ui-lit: bashTool(): {fault}.")))?;
    let usual = BashOptions::default();
    let seconds = |name, otherwise: u32| {
        u32::try_from(count(&options, name, otherwise as usize)).unwrap_or(u32::MAX)
    };
    let start = function("start");
    let tool = Bash::new(
        PageShell {
            run: function("run").ok_or_else(|| JsError::new("ag-ui-lit: bashTool() needs run."))?,
            start: start.clone(),
        },
        BashOptions {
            filter,
            timeout: seconds("timeout", usual.timeout),
            max_timeout: seconds("maxTimeout", usual.max_timeout),
            max_output: count(&options, "maxOutput", usual.max_output),
            background: start.is_some(),
            asked: property(&options, "asked").as_bool().unwrap_or(true),
        },
    );
    let state: Rc<dyn State> = Rc::new(PageEnvironment::of(property(&options, "environment")));
    definitions(vec![Rc::new(tool)], &state)
}

struct PageShell {
    run: Function,
    start: Option<Function>,
}

/// Aborts the command's signal, unless the command has ended.
struct Running(Option<AbortController>);

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(controller) = self.0.take() {
            controller.abort();
        }
    }
}

impl Shell for PageShell {
    async fn run(&self, command: &str, output: OutputSink) -> Result<Ended, ShellFault> {
        let controller = AbortController::new().map_err(|thrown| fault(&thrown))?;
        let on_output = Closure::<dyn Fn(JsValue)>::new(move |text: JsValue| {
            if let Some(text) = text.as_string() {
                output(&text);
            }
        });
        let options: JsValue = Object::new().into();
        set(&options, "signal", &controller.signal());
        // Later output has no receiver: the function stays callable, and is collected with its last holder.
        set(&options, "onOutput", &on_output.into_js_value());
        let mut running = Running(Some(controller));
        let given = self
            .run
            .call2(&JsValue::UNDEFINED, &command.into(), &options)
            .map_err(|thrown| fault(&thrown))?;
        let ended = JsFuture::from(Promise::resolve(&given)).await;
        running.0 = None;
        let ended = ended.map_err(|thrown| fault(&thrown))?;
        Ok(Ended {
            exit_code: exit_code(&ended),
        })
    }

    fn start(&self, command: &str, name: &str) -> Result<String, ShellFault> {
        let nothing = || ShellFault {
            message: "it runs nothing in the background".to_owned(),
        };
        let start = self.start.as_ref().ok_or_else(nothing)?;
        let id = start
            .call2(&JsValue::UNDEFINED, &command.into(), &name.into())
            .map_err(|thrown| fault(&thrown))?;
        id.as_string().ok_or_else(nothing)
    }

    async fn sleep(&self, milliseconds: f64) {
        // The maximum of a browser's timers.
        const LONGEST: f64 = 2_147_483_647.0;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is within the bound"
        )]
        TimeoutFuture::new(milliseconds.clamp(0.0, LONGEST) as u32).await;
    }
}

/// The exit code, as a number or in an object.
fn exit_code(ended: &JsValue) -> Option<i32> {
    let code = ended
        .as_f64()
        .or_else(|| property(ended, "exitCode").as_f64())?;
    #[allow(clippy::cast_possible_truncation, reason = "casts saturate")]
    Some(code as i32)
}

fn fault(thrown: &JsValue) -> ShellFault {
    let message = property(thrown, "message")
        .as_string()
        .or_else(|| thrown.as_string());
    ShellFault {
        message: message.unwrap_or_else(|| "a value was thrown that is not an error".to_owned()),
    }
}
