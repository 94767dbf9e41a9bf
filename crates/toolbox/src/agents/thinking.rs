use ag_ui_lit::tool::{Tool, ToolContext, ToolMetadata, ToolOutput, ToolResult};
use schemars::JsonSchema;
use serde::Deserialize;

/// The arguments of `thinking`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ThinkingArguments {
    /// The thought.
    pub thought: String,
}

/// Lets a model write down a thought between two steps, without any other effect.
#[derive(Debug)]
pub struct Thinking;

impl Tool for Thinking {
    type Arguments = ThinkingArguments;
    type Metadata = ();

    fn name(&self) -> &'static str {
        "thinking"
    }

    fn description(&self) -> &'static str {
        "Writes a thought down, and does nothing else: it reads and changes nothing. Use it to plan before several steps, or to \
         weigh the meaning of a result."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            category: Some("agents".to_owned()),
            idempotent: Some(true),
            ..ToolMetadata::default()
        }
    }

    async fn execute(
        &self,
        _arguments: ThinkingArguments,
        _context: &ToolContext,
    ) -> ToolResult<()> {
        Ok(ToolOutput::new("Your thought is noted."))
    }
}
