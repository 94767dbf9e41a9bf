use serde::Deserialize;
use serde_json::Value;

/// What a page knows of what runs, beside the executions in the [`State`](ag_ui_lit::tool::State).
pub trait Watch: 'static {
    /// Milliseconds since 1970.
    fn now(&self) -> f64;

    /// What was left running by tools that have ended, and what of that has ended of late, oldest first.
    fn background(&self) -> Vec<BackgroundRun>;
}

/// Something that goes on although its call has ended.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackgroundRun {
    /// What it is asked for by.
    pub id: String,
    /// The tool that began it.
    pub tool_name: String,
    /// What it does: the command.
    #[serde(default)]
    pub description: String,
    /// `running`, or how it ended.
    pub status: String,
    /// Milliseconds since 1970.
    pub started_at: f64,
    /// Milliseconds since 1970; absent while it runs.
    #[serde(default)]
    pub ended_at: Option<f64>,
    /// What is known of how far it is.
    #[serde(default)]
    pub progress: Option<Value>,
    /// The end of what it printed.
    #[serde(default)]
    pub output: String,
}
