use serde::Deserialize;
use serde_json::Value;

/// The page's background runs, in addition to the executions in the [`State`](ag_ui_lit::tool::State).
pub trait Watch: 'static {
    /// Milliseconds since 1970.
    fn now(&self) -> f64;

    /// The background runs of tools that have ended, including those that ended recently, oldest first.
    fn background(&self) -> Vec<BackgroundRun>;
}

/// A run that continues after its call has ended.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackgroundRun {
    /// The id of the run.
    pub id: String,
    /// The tool that started it.
    pub tool_name: String,
    /// The description: the command.
    #[serde(default)]
    pub description: String,
    /// `running`, or its end.
    pub status: String,
    /// Milliseconds since 1970.
    pub started_at: f64,
    /// Milliseconds since 1970; absent while it runs.
    #[serde(default)]
    pub ended_at: Option<f64>,
    /// The progress, if known.
    #[serde(default)]
    pub progress: Option<Value>,
    /// The end of the output.
    #[serde(default)]
    pub output: String,
}
