use super::contract::{Call, Policy, Wait, Whom, replace};
use crate::execution::{ExecutionKey, ManagerOptions};

/// How many may run at once; `None` is any number.
pub type Limit = Option<u32>;

/// Hands out slots (the bulkhead pattern): at most so many at once in all, and at most so many per tool.
///
/// A call that waits for its tool does not hold up the calls of other tools. A slot is held from the call's admission until it
/// ends, waits for a retry or for other calls, or follows another call.
#[derive(Debug, Default)]
pub struct ConcurrencyLimiter {
    limit: Limit,
    running: u32,
    /// How many calls of a tool run, for the tools of which any do: so few that a name is looked for from the beginning.
    by_tool: Vec<(String, u32)>,
    /// The calls that have a slot, where there is a limit: no more than that allows.
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
        let wait = |whom| Some(Wait { whom, until: None });
        if self.limit.is_some_and(|limit| self.running >= limit) {
            return wait(Whom::All);
        }
        let limit = call.tool.metadata().max_concurrency?;
        let of_tool = self
            .place(call.tool.name())
            .map_or(0, |at| self.by_tool[at].1);
        if of_tool >= limit {
            return wait(Whom::Tool);
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
