use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::definition::DefinitionIssue;
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
    retry: RetryOverrides,
    circuit: Option<CircuitOverride>,
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
    pub(super) fn read(given: Option<&Value>, issues: &mut Vec<DefinitionIssue>) -> Self {
        match given {
            None => Self::default(),
            Some(Value::Object(members)) => Self::read_members(members, issues),
            Some(other) => {
                let fault = format!("must be an object, but is {}", kind(other));
                issues.push(at(["metadata"], fault));
                Self::default()
            }
        }
    }

    fn read_members(members: &Map<String, Value>, issues: &mut Vec<DefinitionIssue>) -> Self {
        let mut fields = Fields::new(members, &["metadata"], issues);
        let mut metadata = Self {
            category: fields.read("category", "must be a string", |_| true),
            tags: fields
                .read("tags", "must be an array of strings", |_| true)
                .unwrap_or_default(),
            idempotent: fields.read("idempotent", "must be true or false", |_| true),
            timeout: fields.read("timeout", MILLIS_ABOVE_0, |millis| *millis > 0.0),
            max_concurrency: fields.read("maxConcurrency", COUNT, |count| *count > 0),
            dedupe: fields
                .read("dedupe", "must be \"inflight\"", |mode: &String| {
                    mode == "inflight"
                })
                .is_some(),
            ..Self::default()
        };
        fields.read("estimatedDuration", MILLIS, |millis: &f64| *millis >= 0.0);
        fields.nested("cache", |cache| {
            let ttl = cache.need("ttl", MILLIS_ABOVE_0, |millis| *millis > 0.0);
            let max_entries = cache.need("maxEntries", COUNT, |count| *count > 0);
            metadata.cache = ttl
                .zip(max_entries)
                .map(|(ttl, max_entries)| CacheConfig { ttl, max_entries });
        });
        fields.nested("retryConfig", |retry| {
            metadata.retry = RetryOverrides::read(retry);
        });
        if members.get("circuitBreaker") == Some(&Value::Bool(false)) {
            metadata.circuit = Some(CircuitOverride::Off);
        } else {
            fields.nested("circuitBreaker", |circuit| {
                metadata.circuit = Some(CircuitOverride::On {
                    failure_threshold: circuit.read("failureThreshold", COUNT, |count| *count > 0),
                    recovery_timeout: circuit
                        .read("recoveryTimeout", MILLIS, |millis| *millis >= 0.0),
                    success_threshold: circuit.read("successThreshold", COUNT, |count| *count > 0),
                });
            });
        }
        if metadata.cache.is_some() && metadata.idempotent != Some(true) {
            let fault =
                "needs idempotent: true: only such a tool's earlier result can stand for a new run";
            issues.push(at(["metadata", "cache"], fault.to_owned()));
        }
        metadata
    }
}

impl RetryOverrides {
    fn read(fields: &mut Fields<'_>) -> Self {
        const CATEGORIES: &str = "must be an array of error categories: validation, execution, timeout, \
                                  cancelled, transient, permanent, unknown";
        Self {
            max_attempts: fields.read("maxAttempts", COUNT, |count| *count > 0),
            base_delay: fields.read("baseDelay", MILLIS, |millis| *millis >= 0.0),
            max_delay: fields.read("maxDelay", MILLIS, |millis| *millis >= 0.0),
            backoff_multiplier: fields.read(
                "backoffMultiplier",
                "must be a number of at least 1",
                |factor| *factor >= 1.0,
            ),
            retryable_categories: fields.read("retryableCategories", CATEGORIES, |_| true),
            jitter: fields.read(
                "jitter",
                "must be \"equal\", \"full\", \"proportional\" or \"none\"",
                |_| true,
            ),
        }
    }
}

const COUNT: &str = "must be a whole number of at least 1";
const MILLIS: &str = "must be a number of milliseconds, 0 or more";
const MILLIS_ABOVE_0: &str = "must be a number of milliseconds above 0";

/// The members of one object, read with a fault for each that is not as it must be.
struct Fields<'a> {
    members: &'a Map<String, Value>,
    path: Vec<String>,
    issues: &'a mut Vec<DefinitionIssue>,
}

impl<'a> Fields<'a> {
    fn new(
        members: &'a Map<String, Value>,
        path: &[&str],
        issues: &'a mut Vec<DefinitionIssue>,
    ) -> Self {
        Self {
            members,
            path: path.iter().map(|&field| field.to_owned()).collect(),
            issues,
        }
    }

    /// A member that may be absent; `null` is what JSON makes of several things that mean nothing.
    fn read<T: DeserializeOwned>(
        &mut self,
        field: &str,
        must: &str,
        holds: impl Fn(&T) -> bool,
    ) -> Option<T> {
        let given = self.members.get(field).filter(|given| !given.is_null())?;
        let value = serde_json::from_value(given.clone()).ok().filter(holds);
        if value.is_none() {
            let shown: String = given.to_string().chars().take(60).collect();
            self.fault(field, format!("{must}, but is {shown}"));
        }
        value
    }

    fn need<T: DeserializeOwned>(
        &mut self,
        field: &str,
        must: &str,
        holds: impl Fn(&T) -> bool,
    ) -> Option<T> {
        if self.members.get(field).is_none_or(Value::is_null) {
            self.fault(field, format!("is missing: {must}"));
        }
        self.read(field, must, holds)
    }

    fn nested(&mut self, field: &str, read: impl FnOnce(&mut Fields<'_>)) {
        match self.members.get(field) {
            None | Some(Value::Null) => {}
            Some(Value::Object(members)) => {
                let mut path = self.path.clone();
                path.push(field.to_owned());
                read(&mut Fields {
                    members,
                    path,
                    issues: self.issues,
                });
            }
            Some(other) => {
                let fault = format!("must be an object, but is {}", kind(other));
                self.fault(field, fault);
            }
        }
    }

    fn fault(&mut self, field: &str, message: String) {
        let mut path = self.path.clone();
        path.push(field.to_owned());
        self.issues.push(DefinitionIssue { path, message });
    }
}
