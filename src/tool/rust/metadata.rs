use serde::Serialize;
use serde_json::{Map, Value};

use crate::policy::{CacheConfig, CircuitOverride, RateLimitConfig, RetryOverrides};
use crate::tool::ExecutionMode;

/// The metadata of a tool for the page, in addition to the information for the model. The page's defaults apply to absent
/// fields. The fields of JavaScript's `ToolMetadata` that are functions of the arguments are methods of
/// [`Tool`](super::Tool): `preview` and `tracing_attributes`.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::policy::{CacheConfig, RetryOverrides};
/// use ag_ui_lit::tool::{Dedupe, ToolMetadata};
///
/// let metadata = ToolMetadata {
///     idempotent: Some(true),
///     retry_config: Some(RetryOverrides { max_attempts: Some(5), ..RetryOverrides::default() }),
///     dedupe: Some(Dedupe::Inflight),
///     cache: Some(CacheConfig { ttl: 60_000.0, max_entries: 100 }),
///     ..ToolMetadata::default()
/// };
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolMetadata {
    /// The group of the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// The labels of the tool.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// The place where it runs: by default the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub execution: Option<ExecutionMode>,
    /// Whether running it twice has the same effect as running it once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// The usual duration, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimated_duration: Option<f64>,
    /// The maximum duration of an attempt, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<f64>,
    /// The maximum number of simultaneous calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrency: Option<u32>,
    /// The configuration of retries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_config: Option<RetryOverrides>,
    /// The limit on the rate of attempts, in addition to the manager's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_limit: Option<RateLimitConfig>,
    /// The circuit breaker, which suspends a tool that keeps failing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circuit_breaker: Option<CircuitOverride>,
    /// Whether simultaneous calls with the same arguments share one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dedupe: Option<Dedupe>,
    /// The cache of results in the manager. Needs `idempotent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheConfig>,
    /// Whether a person must approve a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// The application's own fields. They are passed on unchanged.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub annotations: Map<String, Value>,
}

/// The calls that share one run of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dedupe {
    /// Simultaneous calls with the same arguments.
    Inflight,
}

/// The approval that a call needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Approval {
    /// No approval.
    Never,
    /// A person approves each call.
    Always,
}
