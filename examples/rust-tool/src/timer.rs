use std::num::NonZeroU32;
use std::rc::Rc;

use ag_ui_lit::tool::{
    Attribute, ResultMetadata, State, Tool, ToolContext, ToolFailure, ToolMetadata, ToolOutput,
    ToolResult,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Clock;

/// The arguments of `kitchen_timer`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct KitchenTimerArguments {
    /// The duration, in seconds.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number"))]
    pub seconds: NonZeroU32,
    /// The purpose, such as "the eggs".
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub label: Option<String>,
}

/// The metadata of a result of `kitchen_timer`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct KitchenTimerMetadata {
    /// The duration, in seconds.
    pub seconds: u32,
}

impl ResultMetadata for KitchenTimerMetadata {
    const TOOL_TYPE: Option<&'static str> = Some("kitchen_timer");
}

/// The progress, reported once a second.
#[derive(Serialize)]
struct Remaining {
    remaining: u32,
}

/// Waits, with a maximum in seconds from the page's configuration: `{ "longestTimer": 3600 }`.
pub struct KitchenTimer {
    clock: Rc<dyn Clock>,
}

impl KitchenTimer {
    /// A timer with this clock.
    pub fn new(clock: Rc<dyn Clock>) -> Self {
        Self { clock }
    }
}

impl Tool for KitchenTimer {
    type Arguments = KitchenTimerArguments;
    type Metadata = KitchenTimerMetadata;

    fn name(&self) -> &str {
        "kitchen_timer"
    }

    fn description(&self) -> &str {
        "Waits for so many seconds while something cooks, and says when the time is up. Call it when a step of the recipe takes a \
         certain time; the person sees the seconds pass and can stop it."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("kitchen".to_owned()),
            max_concurrency: Some(4),
            ..ToolMetadata::default()
        }
    }

    async fn validate(
        &self,
        arguments: &KitchenTimerArguments,
        state: &dyn State,
    ) -> Result<(), ToolFailure> {
        let longest = state.config()["longestTimer"].as_u64().unwrap_or(3600);
        if u64::from(arguments.seconds.get()) <= longest {
            return Ok(());
        }
        Err(ToolFailure::new(format!(
            "A timer of {} seconds is too long. It may have up to {longest} seconds.",
            arguments.seconds
        )))
    }

    async fn execute(
        &self,
        arguments: KitchenTimerArguments,
        context: &ToolContext,
    ) -> ToolResult<KitchenTimerMetadata> {
        let seconds = arguments.seconds.get();
        for passed in 0..seconds {
            let remaining = seconds - passed;
            context.report_progress(Remaining { remaining });
            self.clock.wait(1000).await;
        }
        let what = arguments.label.unwrap_or_else(|| "The timer".to_owned());
        let text = format!("The time is up after {seconds} s: {what}.");
        Ok(ToolOutput::new(text).with(KitchenTimerMetadata { seconds }))
    }

    fn tracing_attributes(&self, arguments: &KitchenTimerArguments) -> Vec<Attribute> {
        vec![Attribute::new("kitchen.seconds", arguments.seconds.get())]
    }
}
