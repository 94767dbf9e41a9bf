use super::rate_limit::RateLimitConfig;

/// The missing tokens of a bucket.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bucket {
    /// Tokens of calls whose handler was not called yet. They return with time only after the handler's call, since that is
    /// limited.
    reserved: u32,
    /// Tokens that were spent and have not returned by `since`.
    spent: f64,
    since: f64,
    /// The time at which all spent tokens have returned.
    full_at: f64,
}

/// The part of a token by which rounding may miss a whole one.
const NEARLY: f64 = 1e-6;

impl Bucket {
    /// Returns the tokens whose time has come. A clock that was set back counts as stopped.
    pub(super) fn refill(&mut self, config: &RateLimitConfig, now: f64) {
        let elapsed = (now - self.since).max(0.0);
        self.spent = (self.spent - elapsed * f64::from(config.limit) / config.interval).max(0.0);
        self.since = self.since.max(now);
    }

    /// Milliseconds until there is a token: 0 if there is one, infinite while reserved tokens are needed for it.
    pub(super) fn delay(&self, config: &RateLimitConfig) -> f64 {
        let missing = f64::from(self.reserved) + self.spent + 1.0 - config.capacity();
        if missing <= NEARLY {
            0.0
        } else if missing <= self.spent + NEARLY {
            config.time_of(missing)
        } else {
            f64::INFINITY
        }
    }

    pub(super) fn change(&mut self, config: &RateLimitConfig, change: Change, now: f64) {
        self.refill(config, now);
        match change {
            Change::Reserve => self.reserved += 1,
            Change::GiveBack => self.reserved -= 1,
            Change::Spend => {
                self.reserved -= 1;
                self.spent += 1.0;
            }
        }
        self.full_at = self.since + config.time_of(self.spent);
    }

    pub(super) fn is_full(&self, now: f64) -> bool {
        self.reserved == 0 && self.full_at <= now
    }
}

/// The change of a token in a bucket.
#[derive(Clone, Copy)]
pub(super) enum Change {
    Reserve,
    Spend,
    GiveBack,
}
