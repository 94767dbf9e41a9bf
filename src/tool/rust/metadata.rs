use serde::Serialize;
use serde_json::{Map, Value};

use crate::policy::{CacheConfig, CircuitOverride, RateLimitConfig, RetryOverrides};
use crate::tool::ExecutionMode;

/// What a page should know about a tool besides what the model is shown. What is absent is as the page has it. The fields of
/// JavaScript's `ToolMetadata` that are functions of the arguments are methods of [`Tool`](super::Tool): `preview` and
/// `tracing_attributes`.
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
    /// When failed attempts are tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_config: Option<RetryOverrides>,
    /// The limit on its attempts in a time, in addition to the manager's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate_limit: Option<RateLimitConfig>,
    /// When it is left alone because it keeps failing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub circuit_breaker: Option<CircuitOverride>,
    /// Whether calls with the same arguments at the same time share one run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dedupe: Option<Dedupe>,
    /// How long and how many of its results are served again, by the manager. Needs `idempotent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<CacheConfig>,
    /// Whether a person is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approval>,
    /// Fields of your own, which nothing here reads.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub annotations: Map<String, Value>,
}

/// Which calls share one run of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dedupe {
    /// Those with the same arguments at the same time.
    Inflight,
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
