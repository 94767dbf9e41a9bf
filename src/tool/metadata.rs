use serde::Deserialize;
use serde_json::Value;

use super::fields::{COUNT, Fields, Range};
use super::issue::DefinitionIssue;
use super::rules::{at, kind};
use crate::error::ToolErrorCategory;
use crate::policy::{CacheConfig, CircuitConfig, Jitter, RetryConfig};

/// The part of a tool's metadata that the core acts on. What is absent is as the manager has it.
#[derive(Debug, Clone, Default)]
pub struct Metadata {
    /// The group the tool belongs to.
    pub category: Option<String>,
    /// Its labels.
    pub tags: Vec<String>,
    /// Where it runs.
    pub execution: ExecutionMode,
    /// Whether running it twice does no more than running it once.
    pub idempotent: Option<bool>,
    /// Milliseconds an attempt may take.
    pub timeout: Option<f64>,
    /// How many of its calls may run at once.
    pub max_concurrency: Option<u32>,
    /// Whether calls with the same arguments share one run.
    pub dedupe: bool,
    /// How its results are kept.
    pub cache: Option<CacheConfig>,
    /// Whether the page keeps its results, in a store of its own or by keys of its own. Then `cache` is absent.
    pub kept_by_page: bool,
    retry: RetryOverrides,
    circuit: Option<CircuitOverride>,
}

/// Where a tool runs: AGN-005, section 4.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "tools", derive(serde::Serialize))]
#[serde(rename_all = "lowercase")]
pub enum ExecutionMode {
    /// In the page.
    #[default]
    Client,
    /// Beside the model.
    Server,
    /// In the page, once the server has prepared the call.
    Preflight,
}

#[derive(Debug, Clone, Default)]
struct RetryOverrides {
    max_attempts: Option<u32>,
    base_delay: Option<f64>,
    max_delay: Option<f64>,
    backoff_multiplier: Option<f64>,
    retryable_categories: Option<Vec<ToolErrorCategory>>,
    jitter: Option<Jitter>,
}

#[derive(Debug, Clone)]
enum CircuitOverride {
    Off,
    On {
        failure_threshold: Option<u32>,
        recovery_timeout: Option<f64>,
        success_threshold: Option<u32>,
    },
}

impl Metadata {
    /// How many attempts its executions may take.
    #[must_use]
    pub fn max_attempts(&self, default: &RetryConfig) -> u32 {
        self.retry.max_attempts.unwrap_or(default.max_attempts)
    }

    /// Its retry configuration, over the manager's.
    #[must_use]
    pub fn retry(&self, default: &RetryConfig) -> RetryConfig {
        let own = self.retry.clone();
        RetryConfig {
            max_attempts: own.max_attempts.unwrap_or(default.max_attempts),
            base_delay: own.base_delay.unwrap_or(default.base_delay),
            max_delay: own.max_delay.unwrap_or(default.max_delay),
            backoff_multiplier: own.backoff_multiplier.unwrap_or(default.backoff_multiplier),
            retryable_categories: own
                .retryable_categories
                .unwrap_or_else(|| default.retryable_categories.clone()),
            jitter: own.jitter.unwrap_or(default.jitter),
        }
    }

    /// Its circuit breaker, over the manager's; `None` when it has none.
    #[must_use]
    pub fn circuit(&self, default: Option<CircuitConfig>) -> Option<CircuitConfig> {
        match &self.circuit {
            None => default,
            Some(CircuitOverride::Off) => None,
            Some(CircuitOverride::On {
                failure_threshold,
                recovery_timeout,
                success_threshold,
            }) => {
                let default = default.unwrap_or_default();
                Some(CircuitConfig {
                    failure_threshold: failure_threshold.unwrap_or(default.failure_threshold),
                    recovery_timeout: recovery_timeout.unwrap_or(default.recovery_timeout),
                    success_threshold: success_threshold.unwrap_or(default.success_threshold),
                })
            }
        }
    }

    /// Reads what an author gave. Faults are collected; unknown fields are the author's own.
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
        // The page's half sets it, where it does the core's part.
        if given["cache"]["byPage"] == Value::Bool(true) {
            metadata.kept_by_page = metadata.cache.take().is_some();
        }
        metadata
    }
}

const MILLIS: Range = Range("must be a number of milliseconds, 0 or more", 0.0);
const MILLIS_ABOVE_0: Range = Range(
    "must be a number of milliseconds above 0",
    f64::MIN_POSITIVE,
);
const FACTOR: Range = Range("must be a number of at least 1", 1.0);
const MODES: &str = "must be \"client\", \"server\" or \"preflight\"";
const CATEGORIES: &str = "must be an array of error categories: validation, execution, timeout, cancelled, transient, \
                          permanent, unknown";

impl CacheConfig {
    fn read(mut fields: Fields<'_>) -> Option<Self> {
        fields.need("ttl", MILLIS_ABOVE_0.0);
        let ttl = fields.number("ttl", MILLIS_ABOVE_0);
        fields.need("maxEntries", COUNT);
        let max_entries = fields.count("maxEntries");
        ttl.zip(max_entries)
            .map(|(ttl, max_entries)| CacheConfig { ttl, max_entries })
    }
}

impl RetryOverrides {
    fn read(mut fields: Fields<'_>) -> Self {
        Self {
            max_attempts: fields.count("maxAttempts"),
            base_delay: fields.number("baseDelay", MILLIS),
            max_delay: fields.number("maxDelay", MILLIS),
            backoff_multiplier: fields.number("backoffMultiplier", FACTOR),
            retryable_categories: fields.typed("retryableCategories", CATEGORIES),
            jitter: fields.typed(
                "jitter",
                "must be \"equal\", \"full\", \"proportional\" or \"none\"",
            ),
        }
    }
}

impl CircuitOverride {
    fn read(mut fields: Fields<'_>) -> Self {
        Self::On {
            failure_threshold: fields.count("failureThreshold"),
            recovery_timeout: fields.number("recoveryTimeout", MILLIS),
            success_threshold: fields.count("successThreshold"),
        }
    }
}
