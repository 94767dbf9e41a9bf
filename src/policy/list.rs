//! The one list of policies, in the order in which a call meets them.

use super::cache::ResultCache;
use super::circuits::Circuits;
use super::concurrency::ConcurrencyLimiter;
use super::contract::{Call, Decision, End, Policy, Succession, Wait};
use super::rate_limit::RateLimiter;
use super::single_flight::SingleFlight;
use crate::execution::{ExecutionKey, ManagerOptions};

/// Combines several policies. The first one that answers, refuses or delays a call decides; everything else reaches all of
/// them.
macro_rules! policies {
    ($($name:ident: $policy:ty,)+) => {
        /// All policies of one manager, as one.
        #[derive(Debug, Default)]
        pub struct Policies {
            $(pub(crate) $name: $policy,)+
        }

        impl Policy for Policies {
            fn new(options: &ManagerOptions) -> Self {
                Self { $($name: Policy::new(options),)+ }
            }

            fn decide(&mut self, call: Call<'_>, now: f64) -> Option<Decision> {
                None$(.or_else(|| Policy::decide(&mut self.$name, call, now)))+
            }

            fn wait(&mut self, call: Call<'_>, now: f64) -> Option<Wait> {
                None$(.or_else(|| Policy::wait(&mut self.$name, call, now)))+
            }

            fn admit(&mut self, call: Call<'_>, now: f64) {
                $(Policy::admit(&mut self.$name, call, now);)+
            }

            fn join(&mut self, call: Call<'_>) -> Option<ExecutionKey> {
                None$(.or_else(|| Policy::join(&mut self.$name, call)))+
            }

            fn attempt(&mut self, call: Call<'_>, now: f64) -> bool {
                let mut is_asked_again = false;
                $(is_asked_again |= Policy::attempt(&mut self.$name, call, now);)+
                is_asked_again
            }

            fn release(&mut self, call: Call<'_>, now: f64) {
                $(Policy::release(&mut self.$name, call, now);)+
            }

            fn end(&mut self, call: Call<'_>, end: End<'_>, now: f64) -> Vec<ExecutionKey> {
                let mut answered = Vec::new();
                $(answered.append(&mut Policy::end(&mut self.$name, call, end, now));)+
                answered
            }

            fn leave(&mut self, call: Call<'_>) -> Option<Succession> {
                None$(.or_else(|| Policy::leave(&mut self.$name, call)))+
            }

            fn rename(&mut self, key: ExecutionKey, successor: ExecutionKey) {
                $(Policy::rename(&mut self.$name, key, successor);)+
            }

            fn stop(&mut self) {
                $(Policy::stop(&mut self.$name);)+
            }
        }
    };
}

policies! {
    cache: ResultCache,
    circuits: Circuits,
    rates: RateLimiter,
    slots: ConcurrencyLimiter,
    flights: SingleFlight,
}
