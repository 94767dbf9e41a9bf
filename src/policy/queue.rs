use std::collections::VecDeque;

use super::contract::{Wait, WaitScope};
use crate::execution::ExecutionKey;

/// The waiting calls, with a line for each tool. First in, first out: always within a line, and between lines, except that a
/// call that waits for its own tool does not delay calls of other tools.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::policy::{Queue, Wait, WaitScope};
///
/// let busy = Wait { scope: WaitScope::Tool, until: None };
/// let mut queue = Queue::default();
/// queue.push(1, 10, Some(busy));
/// queue.push(1, 11, None);
/// queue.push(2, 12, Some(busy));
/// // Tool 1 is still busy, and tool 2 is not.
/// let admitted = queue.take_turns(|key| (key == 10).then_some(busy));
/// assert_eq!(admitted, [12]);
/// ```
#[derive(Debug, Default)]
pub struct Queue {
    lines: Vec<Line>,
    /// The number of calls that have arrived.
    arrivals: u64,
    /// Whether the first call waits for something that all calls wait for.
    is_held: bool,
    wake: Option<Wake>,
}

/// The waiting calls of a tool. Never empty.
#[derive(Debug)]
struct Line {
    /// The number of the tool.
    tool: usize,
    /// The calls, each with its number among all arrivals.
    calls: VecDeque<(u64, ExecutionKey)>,
    /// Whether its first call has to wait in the current round.
    is_held: bool,
}

/// The time at which a call may continue without the end of another call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wake {
    /// The call.
    pub key: ExecutionKey,
    /// Milliseconds since 1970.
    pub at: f64,
}

impl Queue {
    /// Returns true if no call waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns true if a new call of a tool has to wait after others, regardless of the policies.
    #[must_use]
    pub fn is_behind(&self, tool: usize) -> bool {
        self.is_held || self.lines.iter().any(|line| line.tool == tool)
    }

    /// Adds a call at the end of its tool's line. `wait` is the reason; `None` if the call only waits for its turn.
    pub fn push(&mut self, tool: usize, key: ExecutionKey, wait: Option<Wait>) {
        self.arrivals += 1;
        let call = (self.arrivals, key);
        match self.lines.iter_mut().find(|line| line.tool == tool) {
            Some(line) => line.calls.push_back(call),
            None => self.lines.push(Line {
                tool,
                calls: VecDeque::from([call]),
                is_held: false,
            }),
        }
        if let Some(wait) = wait {
            self.hold(key, wait);
        }
    }

    /// Asks for the first call of each line, oldest first, whether it has to wait. Removes and returns those that do not.
    pub fn take_turns(
        &mut self,
        mut ask: impl FnMut(ExecutionKey) -> Option<Wait>,
    ) -> Vec<ExecutionKey> {
        self.is_held = false;
        self.wake = None;
        for line in &mut self.lines {
            line.is_held = false;
        }
        let mut admitted = Vec::new();
        while !self.is_held
            && let Some((at, key)) = self.next()
        {
            if let Some(wait) = ask(key) {
                self.lines[at].is_held = true;
                self.hold(key, wait);
            } else {
                admitted.push(key);
                self.lines[at].calls.pop_front();
                self.drop_empty();
            }
        }
        admitted
    }

    /// Removes a call.
    pub fn forget(&mut self, key: ExecutionKey) {
        for line in &mut self.lines {
            line.calls.retain(|(_, waiting)| *waiting != key);
        }
        self.drop_empty();
    }

    /// Removes all calls.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Replaces a call by another one.
    pub fn rename(&mut self, key: ExecutionKey, successor: ExecutionKey) {
        let calls = self.lines.iter_mut().flat_map(|line| &mut line.calls);
        for (_, waiting) in calls.filter(|(_, waiting)| *waiting == key) {
            *waiting = successor;
        }
        if let Some(wake) = self.wake.as_mut().filter(|wake| wake.key == key) {
            wake.key = successor;
        }
    }

    /// Schedules another round of turns at a time.
    pub fn wake_at(&mut self, at: f64) {
        let first = self.lines.first().and_then(|line| line.calls.front());
        self.wake = first.map(|(_, key)| Wake { key: *key, at });
    }

    /// The time of the next round of turns.
    #[must_use]
    pub fn wake(&self) -> Option<Wake> {
        self.wake
    }

    /// The line whose first call is the oldest of those that may have a turn, and that call.
    fn next(&self) -> Option<(usize, ExecutionKey)> {
        let lines = self.lines.iter().enumerate();
        let firsts = lines.filter(|(_, line)| !line.is_held);
        firsts
            .filter_map(|(at, line)| Some((line.calls.front()?, at)))
            .min_by_key(|((arrival, _), _)| *arrival)
            .map(|((_, key), at)| (at, *key))
    }

    fn hold(&mut self, key: ExecutionKey, wait: Wait) {
        self.is_held |= wait.scope == WaitScope::All;
        if let Some(at) = wait.until
            && self.wake.is_none_or(|wake| at < wake.at)
        {
            self.wake = Some(Wake { key, at });
        }
    }

    fn drop_empty(&mut self) {
        self.lines.retain(|line| !line.calls.is_empty());
        if self.lines.is_empty() {
            self.is_held = false;
            self.wake = None;
        }
    }
}
