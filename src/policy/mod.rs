//! The policies decide if and when a tool runs: cache, circuit breaker, rate limit, concurrency, single flight, and retry.
//!
//! Each [`Policy`] is a file: a state machine with its configuration. It knows an execution only by its key, takes the time
//! as a number, and returns a decision. [`Policies`] is the one list of them, in order; [`execution`](crate::execution) asks
//! that list. Calls that have to wait are in one [`Queue`], whatever the reason.

mod cache;
mod circuit;
mod circuits;
mod concurrency;
mod contract;
mod list;
mod queue;
mod rate_limit;
mod retry;
mod single_flight;
mod token_bucket;

pub use cache::{CacheConfig, ResultCache};
pub use circuit::{Admission, CircuitBreaker, CircuitConfig, Outcome};
pub use circuits::{CircuitOverride, Circuits};
pub use concurrency::{ConcurrencyLimiter, Limit};
pub use contract::{Arguments, Call, Decision, End, Policy, Succession, Wait, WaitScope};
pub use list::Policies;
pub use queue::{Queue, Wake};
pub use rate_limit::{MAX_INTERVAL, OnLimit, RateLimitConfig, RateLimiter};
pub use retry::{Jitter, RetryConfig, RetryDecision, RetryOverrides, RetryRequest, decide_retry};
pub use single_flight::SingleFlight;
