//! What decides whether and when a tool runs: retry, circuit breaker, concurrency, and the result cache.
//!
//! Each policy is a state machine of its own. It knows nothing of executions beyond a key, takes the time as a
//! number, and answers; [`execution`](crate::execution) asks them in turn.

mod cache;
mod circuit;
mod circuits;
mod concurrency;
mod retry;

pub use cache::{CacheConfig, ResultCache};
pub use circuit::{Admission, CircuitBreaker, CircuitConfig, Outcome};
pub use circuits::Circuits;
pub use concurrency::{ConcurrencyLimiter, Limit};
pub use retry::{Jitter, RetryConfig, RetryDecision, RetryRequest, decide_retry};
