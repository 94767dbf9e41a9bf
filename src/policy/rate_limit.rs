use serde::{Deserialize, Serialize};

use super::contract::{Call, Decision, Policy, Wait, WaitScope, replace};
use super::token_bucket::{Bucket, Change};
use crate::error::{ToolError, ToolErrorCategory};
use crate::execution::{ExecutionKey, ManagerOptions};
use crate::json::number_text;
use crate::tool::{COUNT, Fields};

/// A limit on the rate of attempts, as a token bucket: it holds at most `burst` tokens and gets `limit` of them in each
/// `interval`, evenly spread. Each attempt takes a token, so at most `limit + burst` attempts start within any `interval`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct RateLimitConfig {
    /// Attempts that may start in each interval, in the long run: a whole number from 1.
    pub limit: u32,
    /// Milliseconds, above 0 and at most 2147483647.
    pub interval: f64,
    /// Attempts that may start at once after a quiet time: a whole number from 1; `limit` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub burst: Option<u32>,
    /// The treatment of an attempt without a token: it waits for one (the default), or fails with the code `rate_limited`.
    #[serde(default)]
    #[cfg_attr(all(feature = "driver", target_arch = "wasm32"), tsify(optional))]
    pub on_limit: OnLimit,
}

/// The treatment of an attempt without a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub enum OnLimit {
    /// The attempt waits.
    #[default]
    Wait,
    /// The attempt fails.
    Refuse,
}

impl OnLimit {
    /// All values, in the order in which they are listed to people.
    pub const ALL: [Self; 2] = [Self::Wait, Self::Refuse];
}

/// The longest interval, in milliseconds: the maximum of a timer, 24.8 days.
pub const MAX_INTERVAL: u32 = 2_147_483_647;

const INTERVAL: &str = "must be a number of milliseconds above 0 and at most 2147483647";
const ON_LIMIT: &str = "must be \"wait\" or \"refuse\"";

impl RateLimitConfig {
    /// Reads an author's configuration.
    pub(crate) fn read(mut fields: Fields<'_>) -> Option<Self> {
        fields.need("limit", COUNT);
        let limit = fields.count("limit");
        fields.need("interval", INTERVAL);
        let interval = fields.checked("interval", INTERVAL, |given| {
            let given = given.as_f64()?;
            (given > 0.0 && given <= f64::from(MAX_INTERVAL)).then_some(given)
        });
        let burst = fields.count("burst");
        let on_limit = fields.checked("onLimit", ON_LIMIT, |given| match given.as_str()? {
            "wait" => Some(OnLimit::Wait),
            "refuse" => Some(OnLimit::Refuse),
            _ => None,
        });
        Some(Self {
            limit: limit?,
            interval: interval?,
            burst,
            on_limit: on_limit.unwrap_or_default(),
        })
    }

    /// The maximum number of tokens.
    pub(super) fn capacity(&self) -> f64 {
        f64::from(self.burst.unwrap_or(self.limit))
    }

    /// The milliseconds in which this number of tokens is added.
    pub(super) fn time_of(&self, tokens: f64) -> f64 {
        tokens * self.interval / f64::from(self.limit)
    }
}

/// Limits the rate of attempts, for each tool and for all of them together.
///
/// A call reserves its tokens when it is admitted, together with its slot: no call holds one while it waits for the other.
/// The tokens are spent when its handler is called. A call that does not get that far (its arguments are refused, it follows
/// another call, it is cancelled) returns them.
#[derive(Debug, Default)]
pub struct RateLimiter {
    limit: Option<RateLimitConfig>,
    all: Bucket,
    /// The buckets of tools that started an attempt lately, by the tool's name.
    by_tool: Vec<(String, Bucket)>,
    /// The calls that have reserved a token in each of their buckets.
    reserved: Vec<ExecutionKey>,
    /// The calls whose turn came when a refusing bucket had no token.
    denied: Vec<ExecutionKey>,
}

/// A bucket without a token, and the milliseconds until it has one.
struct Lack {
    scope: WaitScope,
    config: RateLimitConfig,
    delay: f64,
}

impl Policy for RateLimiter {
    fn new(options: &ManagerOptions) -> Self {
        Self {
            limit: options.rate_limit,
            ..Self::default()
        }
    }

    fn decide(&mut self, call: Call<'_>, now: f64) -> Option<Decision> {
        if !self.is_limited(call) {
            return None;
        }
        // A call whose turn came without a token takes one now or is refused, even by a bucket that delays calls.
        let was_denied = take(&mut self.denied, call.key);
        let on_limit = (!was_denied).then_some(OnLimit::Refuse);
        if let Some(lack) = self.lack(call, on_limit, now) {
            return Some(Decision::Refuse(lack.error(call)));
        }
        if was_denied {
            self.admit(call, now);
        }
        None
    }

    fn wait(&mut self, call: Call<'_>, now: f64) -> Option<Wait> {
        if !self.is_limited(call) {
            return None;
        }
        let Lack { scope, delay, .. } = self.lack(call, Some(OnLimit::Wait), now)?;
        // The sum with a very short delay may be the same time.
        let until = delay.is_finite().then(|| (now + delay).max(now.next_up()));
        Some(Wait { scope, until })
    }

    /// Reserves a token in each bucket, or in none if a refusing one is empty: then the call is refused at its turn.
    fn admit(&mut self, call: Call<'_>, now: f64) {
        if !self.is_limited(call) {
            return;
        }
        if self.lack(call, Some(OnLimit::Refuse), now).is_some() {
            self.denied.push(call.key);
        } else {
            self.reserved.push(call.key);
            self.change(call, Change::Reserve, now);
        }
    }

    fn attempt(&mut self, call: Call<'_>, now: f64) -> bool {
        let is_spent = self.is_limited(call) && take(&mut self.reserved, call.key);
        if is_spent {
            self.change(call, Change::Spend, now);
        }
        is_spent
    }

    fn release(&mut self, call: Call<'_>, now: f64) {
        if !self.is_limited(call) {
            return;
        }
        take(&mut self.denied, call.key);
        if take(&mut self.reserved, call.key) {
            self.change(call, Change::GiveBack, now);
        }
    }

    fn rename(&mut self, key: ExecutionKey, successor: ExecutionKey) {
        replace(&mut self.reserved, key, successor);
        replace(&mut self.denied, key, successor);
    }
}

/// Removes a call from a list. Returns true if the call was in it.
fn take(keys: &mut Vec<ExecutionKey>, key: ExecutionKey) -> bool {
    let at = keys.iter().position(|held| *held == key);
    at.map(|at| keys.swap_remove(at)).is_some()
}

impl RateLimiter {
    fn is_limited(&self, call: Call<'_>) -> bool {
        self.limit.is_some() || call.tool.metadata().rate_limit.is_some()
    }

    /// The first bucket of a call that has no token for it; with `on_limit`, only among buckets with this treatment.
    #[cold]
    fn lack(&mut self, call: Call<'_>, on_limit: Option<OnLimit>, now: f64) -> Option<Lack> {
        if self.reserved.contains(&call.key) {
            return None;
        }
        let is_asked =
            |config: &RateLimitConfig| on_limit.is_none_or(|asked| asked == config.on_limit);
        let own = call.tool.metadata().rate_limit.filter(is_asked);
        let at = self.place(call.tool.name());
        let own = own
            .zip(at)
            .map(|(config, at)| (WaitScope::Tool, config, &mut self.by_tool[at].1));
        let all = self.limit.filter(is_asked);
        let all = all.map(|config| (WaitScope::All, config, &mut self.all));
        for (scope, config, bucket) in own.into_iter().chain(all) {
            bucket.refill(&config, now);
            let delay = bucket.delay(&config);
            if delay > 0.0 {
                return Some(Lack {
                    scope,
                    config,
                    delay,
                });
            }
        }
        None
    }

    /// Changes a call's token in each of its buckets.
    #[cold]
    fn change(&mut self, call: Call<'_>, change: Change, now: f64) {
        let own = call.tool.metadata().rate_limit;
        let own = own.map(|config| (config, self.bucket_of(call.tool.name(), now)));
        if let Some((config, at)) = own {
            self.by_tool[at].1.change(&config, change, now);
        }
        if let Some(config) = &self.limit {
            self.all.change(config, change, now);
        }
    }

    /// The place of a tool's bucket. Full buckets are removed, since they are equal to new ones.
    fn bucket_of(&mut self, tool: &str, now: f64) -> usize {
        self.place(tool).unwrap_or_else(|| {
            self.by_tool.retain(|(_, bucket)| !bucket.is_full(now));
            self.by_tool.push((tool.to_owned(), Bucket::default()));
            self.by_tool.len() - 1
        })
    }

    fn place(&self, tool: &str) -> Option<usize> {
        self.by_tool.iter().position(|(name, _)| name == tool)
    }
}

impl Lack {
    fn error(&self, call: Call<'_>) -> ToolError {
        let RateLimitConfig {
            limit, interval, ..
        } = self.config;
        // While all tokens are reserved, the first one returns after the time of one token at the earliest.
        let delay = if self.delay.is_finite() {
            self.delay
        } else {
            self.config.time_of(1.0)
        };
        let retry_after = delay.ceil();
        let what = match self.scope {
            WaitScope::Tool => format!("The tool \"{}\" is", call.tool.name()),
            WaitScope::All => "All tools together are".to_owned(),
        };
        let message = format!(
            "{what} limited to {limit} calls in {} ms; try again in {} ms.",
            number_text(interval),
            number_text(retry_after)
        );
        ToolError {
            retry_after: Some(retry_after),
            code: Some("rate_limited".to_owned()),
            ..ToolError::new(ToolErrorCategory::Transient, message)
        }
    }
}
