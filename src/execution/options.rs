use serde::Deserialize;

use crate::json::{BigIntegers, MAX_DEPTH, ReadOptions};
use crate::policy::{CircuitConfig, RateLimitConfig, RetryConfig};

/// The options of a manager. A tool's metadata overrides them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct ManagerOptions {
    /// The configuration of retries.
    pub retry: RetryConfig,
    /// The maximum duration of an attempt, in milliseconds; unlimited by default.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub timeout: Option<f64>,
    /// The maximum number of executions that run at once; unlimited by default.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub max_concurrency: Option<u32>,
    /// The limit on the rate of all attempts; unlimited by default.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub rate_limit: Option<RateLimitConfig>,
    /// The circuit breaker for failing tools; none by default.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub circuit: Option<CircuitConfig>,
    /// The handling of integers that a double can't hold.
    pub big_integers: BigIntegers,
    /// The maximum depth of nested arguments.
    pub max_depth: usize,
    /// The maximum number of finished executions that are kept.
    pub max_history: usize,
}

/// The default number of finished executions that are kept.
pub const MAX_HISTORY: usize = 1000;

/// The default length of a result's text, in UTF-16 units. The page cuts the text, since the core does not see results.
pub const MAX_RESULT_LENGTH: usize = 262_144;

impl Default for ManagerOptions {
    fn default() -> Self {
        Self {
            retry: RetryConfig::default(),
            timeout: None,
            max_concurrency: None,
            rate_limit: None,
            circuit: Some(CircuitConfig::default()),
            big_integers: BigIntegers::Error,
            max_depth: MAX_DEPTH,
            max_history: MAX_HISTORY,
        }
    }
}

impl ManagerOptions {
    /// Options for reading argument text.
    #[must_use]
    pub fn reading(&self) -> ReadOptions {
        ReadOptions {
            max_depth: self.max_depth,
            big_integers: self.big_integers,
        }
    }
}
