use serde::Deserialize;

use crate::json::{BigIntegers, MAX_DEPTH, ReadOptions};
use crate::policy::{CircuitConfig, RateLimitConfig, RetryConfig};

/// The options of a manager. A tool's metadata overrides them.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct ManagerOptions {
    /// When failed attempts are tried again.
    pub retry: RetryConfig,
    /// Milliseconds an attempt may take; no limit when absent.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub timeout: Option<f64>,
    /// The maximum number of executions that run at once; unlimited by default.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub max_concurrency: Option<u32>,
    /// The limit on all attempts in a time; none when absent.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub rate_limit: Option<RateLimitConfig>,
    /// When a failing tool is left alone; never when absent.
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub circuit: Option<CircuitConfig>,
    /// The handling of integers that a double can't hold.
    pub big_integers: BigIntegers,
    /// The maximum depth of nested arguments.
    pub max_depth: usize,
    /// Finished executions that are kept.
    pub max_history: usize,
}

/// Finished executions that are kept unless a page says otherwise.
pub const MAX_HISTORY: usize = 1000;

/// UTF-16 units of a result's text unless a page says otherwise. The page cuts it, since the core does not see results.
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
