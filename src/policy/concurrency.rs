use std::collections::VecDeque;

/// How many may run at once; `None` is any number.
pub type Limit = Option<u32>;

/// Hands out slots: at most so many at once in all, and at most so many per tool. First in, first out; a call that
/// waits for its tool does not hold up the calls of other tools behind it.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::policy::ConcurrencyLimiter;
///
/// let mut limiter = ConcurrencyLimiter::new(Some(1));
/// assert!(limiter.acquire(1, "search", None));
/// assert!(!limiter.acquire(2, "search", None));
/// assert_eq!(limiter.release("search"), [2]);
/// ```
#[derive(Debug, Default)]
pub struct ConcurrencyLimiter {
    limit: Limit,
    running: u32,
    /// How many calls of a tool run, for the tools of which any do: so few that a name is looked for from the beginning.
    by_tool: Vec<(String, u32)>,
    waiting: VecDeque<Waiting>,
}

#[derive(Debug)]
struct Waiting {
    key: u32,
    tool: String,
    limit: Limit,
}

impl ConcurrencyLimiter {
    /// A limiter with a limit for all tools together.
    #[must_use]
    pub fn new(limit: Limit) -> Self {
        Self {
            limit,
            ..Self::default()
        }
    }

    /// Takes a slot for a call, or puts the call into the queue and says false.
    pub fn acquire(&mut self, key: u32, tool: &str, limit: Limit) -> bool {
        // Whoever waits and could run has been given a slot already, so nobody is overtaken.
        if self.has_room(tool, limit) {
            self.take(tool);
            return true;
        }
        self.waiting.push_back(Waiting {
            key,
            tool: tool.to_owned(),
            limit,
        });
        false
    }

    /// Gives a slot back; returns the calls that have one now.
    pub fn release(&mut self, tool: &str) -> Vec<u32> {
        self.running = self.running.saturating_sub(1);
        if let Some(at) = self.place(tool) {
            self.by_tool[at].1 -= 1;
            if self.by_tool[at].1 == 0 {
                self.by_tool.swap_remove(at);
            }
        }
        self.admit_waiting()
    }

    /// Takes a call out of the queue; says whether it was in it.
    pub fn forget(&mut self, key: u32) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.key != key);
        self.waiting.len() < before
    }

    /// Takes all calls out of the queue.
    pub fn forget_all(&mut self) {
        self.waiting.clear();
    }

    /// Puts a call into another's place in the queue.
    pub fn rename(&mut self, key: u32, successor: u32) {
        for waiting in self.waiting.iter_mut().filter(|waiting| waiting.key == key) {
            waiting.key = successor;
        }
    }

    fn admit_waiting(&mut self) -> Vec<u32> {
        let mut admitted = Vec::new();
        let mut at = 0;
        while at < self.waiting.len() && self.has_global_room() {
            let Waiting { tool, limit, .. } = &self.waiting[at];
            if !self.has_room(tool, *limit) {
                at += 1;
            } else if let Some(next) = self.waiting.remove(at) {
                self.take(&next.tool);
                admitted.push(next.key);
            }
        }
        admitted
    }

    fn has_global_room(&self) -> bool {
        self.limit.is_none_or(|limit| self.running < limit)
    }

    fn has_room(&self, tool: &str, limit: Limit) -> bool {
        let of_tool = self.place(tool).map_or(0, |at| self.by_tool[at].1);
        self.has_global_room() && limit.is_none_or(|limit| of_tool < limit)
    }

    fn take(&mut self, tool: &str) {
        self.running += 1;
        match self.place(tool) {
            Some(at) => self.by_tool[at].1 += 1,
            None => self.by_tool.push((tool.to_owned(), 1)),
        }
    }

    fn place(&self, tool: &str) -> Option<usize> {
        self.by_tool.iter().position(|(name, _)| name == tool)
    }
}
