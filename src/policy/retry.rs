use serde::{Deserialize, Serialize};

use crate::error::{ToolError, ToolErrorCategory};
use crate::json::number_text;
use crate::tool::{FACTOR, Fields, MILLIS};

/// The configuration of retries. Times are milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct RetryConfig {
    /// The maximum number of attempts, including the first.
    pub max_attempts: u32,
    /// The delay before the second attempt.
    pub base_delay: f64,
    /// The longest delay. A longer `retryAfter` fails the execution at once.
    pub max_delay: f64,
    /// The factor by which each delay is longer than the one before.
    pub backoff_multiplier: f64,
    /// The categories of errors that are retried, unless a `ToolFailure` decides otherwise.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "readonly ToolErrorCategory[]")
    )]
    pub retryable_categories: Vec<ToolErrorCategory>,
    /// The random spread of the delay, so that many clients do not retry at the same moment: `"equal"` (the default) between
    /// half and all of it, `"full"` from nothing, `"proportional"` up to a tenth more, `"none"`.
    #[serde(default)]
    pub jitter: Jitter,
}

/// The random spread of a delay. See <https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/> for "full"
/// and "equal".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub enum Jitter {
    /// Between half and all of the delay.
    #[default]
    Equal,
    /// Between nothing and all of the delay.
    Full,
    /// All of the delay and up to a tenth more, like the Kotlin tools SDK.
    Proportional,
    /// All of the delay.
    None,
}

impl Jitter {
    /// All values, in the order in which they are listed to people.
    pub const ALL: [Self; 4] = [Self::Equal, Self::Full, Self::Proportional, Self::None];
}

impl Default for RetryConfig {
    fn default() -> Self {
        Self {
            max_attempts: 3,
            base_delay: 1000.0,
            max_delay: 30_000.0,
            backoff_multiplier: 2.0,
            retryable_categories: vec![ToolErrorCategory::Transient, ToolErrorCategory::Timeout],
            jitter: Jitter::Equal,
        }
    }
}

impl RetryConfig {
    /// Milliseconds before the attempt after this number of failed ones. `random` is at least 0 and less than 1.
    ///
    /// # Examples
    ///
    /// ```
    /// use ag_ui_lit::policy::{Jitter, RetryConfig};
    ///
    /// let config = RetryConfig { jitter: Jitter::None, ..RetryConfig::default() };
    /// assert_eq!(config.delay_after(1, 0.5), 1000.0);
    /// assert_eq!(config.delay_after(3, 0.5), 4000.0);
    /// assert_eq!(config.delay_after(9, 0.5), 30_000.0);
    /// ```
    #[must_use]
    pub fn delay_after(&self, failed: u32, random: f64) -> f64 {
        let exponent = i32::try_from(failed.saturating_sub(1)).unwrap_or(i32::MAX);
        let grown = self.base_delay * self.backoff_multiplier.powi(exponent);
        // Growth beyond the largest double is beyond the longest delay as well; `min` also drops a NaN (0 · ∞).
        let delay = grown.min(self.max_delay);
        match self.jitter {
            Jitter::Equal => delay / 2.0 + random * delay / 2.0,
            Jitter::Full => random * delay,
            Jitter::Proportional => (delay + random * delay / 10.0).min(self.max_delay),
            Jitter::None => delay,
        }
    }
}

/// The retries of a tool, from its metadata. The manager's values apply to absent fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetryOverrides {
    /// See [`RetryConfig::max_attempts`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_attempts: Option<u32>,
    /// See [`RetryConfig::base_delay`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_delay: Option<f64>,
    /// See [`RetryConfig::max_delay`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_delay: Option<f64>,
    /// See [`RetryConfig::backoff_multiplier`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backoff_multiplier: Option<f64>,
    /// See [`RetryConfig::retryable_categories`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retryable_categories: Option<Vec<ToolErrorCategory>>,
    /// See [`RetryConfig::jitter`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jitter: Option<Jitter>,
}

impl RetryOverrides {
    /// Reads an author's configuration.
    pub(crate) fn read(mut fields: Fields<'_>) -> Self {
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

    /// The configuration, based on the manager's.
    pub(crate) fn over(&self, default: &RetryConfig) -> RetryConfig {
        let own = self.clone();
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
}

const CATEGORIES: &str = "must be an array of error categories: validation, execution, timeout, cancelled, transient, \
                          permanent, unknown";

/// The facts for deciding about a retry.
#[derive(Debug, Clone, Copy)]
pub struct RetryRequest<'a> {
    /// The failure.
    pub error: &'a ToolError,
    /// Whether the thrower requested or refused another attempt, if it did.
    pub chosen: Option<bool>,
    /// The failed attempt, counted from 1.
    pub attempt: u32,
    /// Whether the tool is idempotent, if it declares that.
    pub idempotent: Option<bool>,
    /// Whether the attempt was abandoned at its deadline. Its handler may still return.
    pub timed_out: bool,
    /// A random number, at least 0 and less than 1.
    pub random: f64,
}

/// The decision about another attempt.
#[derive(Debug, Clone, PartialEq)]
pub enum RetryDecision {
    /// Another attempt follows after this number of milliseconds.
    Retry(f64),
    /// No attempt follows. A text, if there is one, is added to the error's message.
    Stop(Option<String>),
}

/// Decides whether another attempt follows a failed one.
///
/// A handler may have done its work before it failed, so a tool that is not idempotent is not retried, unless the failure
/// itself permits it. After a timeout the effect of the handler is unknown, and it may still be running: only an idempotent
/// tool is retried.
#[must_use]
pub fn decide_retry(config: &RetryConfig, request: RetryRequest<'_>) -> RetryDecision {
    let RetryRequest {
        error,
        chosen,
        attempt,
        idempotent,
        timed_out,
        random,
    } = request;
    if timed_out && idempotent != Some(true) {
        return RetryDecision::Stop(Some(OUTCOME_UNKNOWN.to_owned()));
    }
    let wanted = chosen.unwrap_or_else(|| {
        idempotent != Some(false) && config.retryable_categories.contains(&error.category)
    });
    if !wanted || attempt >= config.max_attempts {
        return RetryDecision::Stop(None);
    }
    let least = error.retry_after.unwrap_or(0.0);
    if least > config.max_delay {
        let reason = format!(
            "It requests a retry after {} ms, which is more than the longest delay of {} ms.",
            number_text(least),
            number_text(config.max_delay)
        );
        return RetryDecision::Stop(Some(reason));
    }
    RetryDecision::Retry(config.delay_after(attempt, random).max(least))
}

const OUTCOME_UNKNOWN: &str =
    "Its outcome is unknown: it may have done its work, or may still do it.";
