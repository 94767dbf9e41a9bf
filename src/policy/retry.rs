use serde::{Deserialize, Serialize};

use crate::error::{ToolError, ToolErrorCategory};
use crate::json::number_text;
use crate::tool::{FACTOR, Fields, MILLIS};

/// When a failed attempt is tried again, and how long after. Times are milliseconds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct RetryConfig {
    /// Attempts in all, the first included.
    pub max_attempts: u32,
    /// The delay before the second attempt.
    pub base_delay: f64,
    /// The longest delay. A `retryAfter` that is longer fails the execution at once.
    pub max_delay: f64,
    /// How much longer each further delay is.
    pub backoff_multiplier: f64,
    /// The categories of errors that are tried again, unless a `ToolFailure` decides otherwise.
    #[cfg_attr(
        all(feature = "driver", target_arch = "wasm32"),
        tsify(type = "readonly ToolErrorCategory[]")
    )]
    pub retryable_categories: Vec<ToolErrorCategory>,
    /// The spread of the delay, so that many clients don't try again at the same moment: `"equal"` (the default) between half and
    /// all of it, `"full"` from nothing, `"proportional"` up to a tenth more, `"none"`.
    #[serde(default)]
    pub jitter: Jitter,
}

/// How a delay is spread.
/// See <https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/> for "full" and "equal".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub enum Jitter {
    /// Between half and all of it.
    #[default]
    Equal,
    /// Between nothing and all of it.
    Full,
    /// All of it and up to a tenth more, as the Kotlin tools SDK does.
    Proportional,
    /// All of it.
    None,
}

impl Jitter {
    /// All of them, in the order in which they are listed to people.
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
    /// Milliseconds before the attempt after the `failed`th. `random` lies in 0 to 1, 1 excluded.
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

/// The retries of a tool, as its metadata has them. An absent field is as the manager has it.
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
    /// Reads what an author gave.
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

    /// The configuration over the manager's.
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

/// What is asked when an attempt has failed.
#[derive(Debug, Clone, Copy)]
pub struct RetryRequest<'a> {
    /// The failure.
    pub error: &'a ToolError,
    /// What the thrower said of another try, if anything.
    pub chosen: Option<bool>,
    /// Which attempt failed, counted from 1.
    pub attempt: u32,
    /// What the tool says of being run twice, if anything.
    pub idempotent: Option<bool>,
    /// The handler was given up at its deadline and may still come to its end.
    pub timed_out: bool,
    /// A number in 0 to 1, 1 excluded.
    pub random: f64,
}

/// Whether another attempt follows.
#[derive(Debug, Clone, PartialEq)]
pub enum RetryDecision {
    /// After so many milliseconds.
    Retry(f64),
    /// None; the text, if any, is what the error's message must add.
    Stop(Option<String>),
}

/// Decides whether a failed attempt is followed by another.
///
/// A handler that has begun may have done its work before it failed, so a tool that says it must not be run twice
/// isn't, unless the failure itself says that another try is safe. After a timeout nobody knows what the handler
/// has done or still does: only a tool that says it may be run twice is tried again.
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
            "It asks to be tried again after {} ms, which is longer than the longest delay of {} ms.",
            number_text(least),
            number_text(config.max_delay)
        );
        return RetryDecision::Stop(Some(reason));
    }
    RetryDecision::Retry(config.delay_after(attempt, random).max(least))
}

const OUTCOME_UNKNOWN: &str =
    "Its outcome is unknown: it may have done its work, or may still do it.";
