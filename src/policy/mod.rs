//! The policies, which decide if and when a tool runs: cache, circuit breaker, rate limit, concurrency, single flight, and retry.
//!
//! A [`Policy`] is a file: a state machine with its configuration. It knows nothing of executions beyond a key, takes the time
//! as a number, and answers. [`Policies`] is the one list of them, in order; [`execution`](crate::execution) asks that list.
//! The calls that have to wait stand in one [`Queue`], whatever they wait for.

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

pub use cache::{CacheConfig, ResultCache};
pub use circuit::{Admission, CircuitBreaker, CircuitConfig, Outcome};
pub use circuits::{CircuitOverride, Circuits};
pub use concurrency::{ConcurrencyLimiter, Limit};
pub use contract::{Arguments, Call, Decision, End, Policy, Succession, Wait, Whom};
pub use list::Policies;
pub use queue::{Queue, Wake};
pub use rate_limit::{MAX_INTERVAL, OnLimit, RateLimitConfig, RateLimiter};
pub use retry::{Jitter, RetryConfig, RetryDecision, RetryOverrides, RetryRequest, decide_retry};
pub use single_flight::SingleFlight;
