use serde::Serialize;

use crate::tool::ExecutionMode;

/// What a page should know about a tool besides what the model is shown. What is absent is as the page has it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolMetadata {
    /// The group it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Its labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The place where it runs: by default the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<ExecutionMode>,
    /// Whether running it twice has the same effect as running it once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// Its usual duration, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_duration: Option<f64>,
    /// Milliseconds an attempt may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// The maximum number of its calls that run at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrency: Option<u32>,
    /// Whether a person is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
}

/// Whether a person is asked before a tool runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Approval {
    /// Nobody is asked.
    Never,
    /// Each call is put to a person.
    Always,
}
