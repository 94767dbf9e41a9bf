use super::contract::{Call, Policy, Wait, WaitScope, replace};
use crate::execution::{ExecutionKey, ManagerOptions};

/// The maximum number of simultaneous calls; `None` for any number.
pub type Limit = Option<u32>;

/// Assigns slots (the bulkhead pattern), up to a maximum in total and a maximum per tool.
///
/// A call that waits for its tool does not delay calls of other tools. A slot is held from the call's admission until it
/// ends, waits for a retry or for other calls, or follows another call.
#[derive(Debug, Default)]
pub struct ConcurrencyLimiter {
    limit: Limit,
    running: u32,
    /// The number of running calls of each tool that has any: so few that a name is searched linearly.
    by_tool: Vec<(String, u32)>,
    /// The calls that hold a slot, if there is a limit: never more than the limit.
    holders: Vec<ExecutionKey>,
}

impl Policy for ConcurrencyLimiter {
    fn new(options: &ManagerOptions) -> Self {
        Self {
            limit: options.max_concurrency,
            ..Self::default()
        }
    }

    fn wait(&mut self, call: Call<'_>, _now: f64) -> Option<Wait> {
        let wait = |scope| Some(Wait { scope, until: None });
        if self.limit.is_some_and(|limit| self.running >= limit) {
            return wait(WaitScope::All);
        }
        let limit = call.tool.metadata().max_concurrency?;
        let of_tool = self
            .place(call.tool.name())
            .map_or(0, |at| self.by_tool[at].1);
        if of_tool >= limit {
            return wait(WaitScope::Tool);
        }
        None
    }

    fn admit(&mut self, call: Call<'_>, _now: f64) {
        if self.limit.is_none() && call.tool.metadata().max_concurrency.is_none() {
            return;
        }
        self.holders.push(call.key);
        self.running += 1;
        match self.place(call.tool.name()) {
            Some(at) => self.by_tool[at].1 += 1,
            None => self.by_tool.push((call.tool.name().to_owned(), 1)),
        }
    }

    fn release(&mut self, call: Call<'_>, _now: f64) {
        let Some(at) = self.holders.iter().position(|key| *key == call.key) else {
            return;
        };
        self.holders.swap_remove(at);
        self.running -= 1;
        if let Some(at) = self.place(call.tool.name()) {
            self.by_tool[at].1 -= 1;
            if self.by_tool[at].1 == 0 {
                self.by_tool.swap_remove(at);
            }
        }
    }

    fn rename(&mut self, key: ExecutionKey, successor: ExecutionKey) {
        replace(&mut self.holders, key, successor);
    }
}

impl ConcurrencyLimiter {
    fn place(&self, tool: &str) -> Option<usize> {
        self.by_tool.iter().position(|(name, _)| name == tool)
    }
}
