use serde::Deserialize;
use serde_json::Value;

use super::fields::{Fields, MILLIS, MILLIS_ABOVE_0};
use super::issue::DefinitionIssue;
use super::rules::{at, kind};
use crate::policy::{
    CacheConfig, CircuitConfig, CircuitOverride, RateLimitConfig, RetryConfig, RetryOverrides,
};

/// The part of a tool's metadata that the core uses. The manager's values apply to absent fields.
#[derive(Debug, Clone, Default)]
pub struct Metadata {
    /// The group the tool belongs to.
    pub category: Option<String>,
    /// The labels of the tool.
    pub tags: Vec<String>,
    /// The place where the tool runs.
    pub execution: ExecutionMode,
    /// Whether running the tool twice has the same effect as running it once.
    pub idempotent: Option<bool>,
    /// The maximum duration of an attempt, in milliseconds.
    pub timeout: Option<f64>,
    /// The maximum number of simultaneous calls.
    pub max_concurrency: Option<u32>,
    /// The limit on the rate of attempts.
    pub rate_limit: Option<RateLimitConfig>,
    /// Whether calls with the same arguments share one run.
    pub dedupe: bool,
    /// The cache of results.
    pub cache: Option<CacheConfig>,
    /// Whether the page caches the results, in its own store or by its own keys. Then `cache` is absent.
    pub kept_by_page: bool,
    retry: RetryOverrides,
    circuit: Option<CircuitOverride>,
}

/// The place where a tool runs: AGN-005 (the contract of client and server tools), section 4.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tools", derive(serde::Serialize))]
#[serde(rename_all = "lowercase")]
pub enum ExecutionMode {
    /// In the page.
    #[default]
    Client,
    /// On the server, next to the model.
    Server,
    /// In the page, after the server has prepared the call.
    Preflight,
}

impl Metadata {
    /// The maximum number of attempts of an execution.
    #[must_use]
    pub fn max_attempts(&self, default: &RetryConfig) -> u32 {
        self.retry.max_attempts.unwrap_or(default.max_attempts)
    }

    /// The retry configuration, based on the manager's.
    #[must_use]
    pub fn retry(&self, default: &RetryConfig) -> RetryConfig {
        self.retry.over(default)
    }

    /// The circuit breaker, based on the manager's; `None` if the tool has none.
    #[must_use]
    pub fn circuit(&self, default: Option<CircuitConfig>) -> Option<CircuitConfig> {
        match &self.circuit {
            None => default,
            Some(own) => own.over(default),
        }
    }

    /// Reads an author's metadata, and collects the faults. The page's half checks the fields that the core does not use.
    pub(super) fn read(given: &Value, issues: &mut Vec<DefinitionIssue>) -> Self {
        if given.is_null() {
            return Self::default();
        }
        if !given.is_object() {
            let fault = format!("must be an object, but is {}", kind(given));
            issues.push(at(&["metadata"], fault));
            return Self::default();
        }
        let mut fields = Fields::of(given, issues);
        let mut metadata = Self {
            category: fields.text("category"),
            tags: fields.texts("tags").unwrap_or_default(),
            execution: fields.typed("execution", MODES).unwrap_or_default(),
            idempotent: fields.flag("idempotent"),
            timeout: fields.number("timeout", MILLIS_ABOVE_0),
            max_concurrency: fields.count("maxConcurrency"),
            rate_limit: fields.nested("rateLimit").and_then(RateLimitConfig::read),
            dedupe: fields.is("dedupe", "inflight"),
            cache: {
                fields.flag("validateFormats");
                fields.number("estimatedDuration", MILLIS);
                fields.nested("cache").and_then(CacheConfig::read)
            },
            kept_by_page: false,
            retry: fields
                .nested("retryConfig")
                .map_or_else(RetryOverrides::default, RetryOverrides::read),
            circuit: if given.get("circuitBreaker") == Some(&Value::Bool(false)) {
                Some(CircuitOverride::Off)
            } else {
                fields.nested("circuitBreaker").map(CircuitOverride::read)
            },
        };
        if metadata.cache.is_some() && metadata.idempotent != Some(true) {
            let fault =
                "needs idempotent: true: only such a tool's earlier result can stand for a new run";
            issues.push(at(&["metadata", "cache"], fault.to_owned()));
        }
        // The page's half sets this if it caches the results itself.
        if given["cache"]["byPage"] == Value::Bool(true) {
            metadata.kept_by_page = metadata.cache.take().is_some();
        }
        metadata
    }
}

const MODES: &str = "must be \"client\", \"server\" or \"preflight\"";
