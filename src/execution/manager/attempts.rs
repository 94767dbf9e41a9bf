//! From executing to the end: what handlers, deadlines, timers and callers report.

use super::{Execution, ExecutionKey, Manager};
use crate::error::{ToolError, ToolErrorCategory};
use crate::execution::lifecycle::{Directive, Input};
use crate::json::number_text;
use crate::policy::{Policy, RetryRequest, Succession, decide_retry};

/// A failed attempt, as the driver saw it.
pub struct Failure {
    /// Which attempt.
    pub attempt: u32,
    /// Why.
    pub error: ToolError,
    /// What the thrower said of another try, if anything.
    pub chosen: Option<bool>,
    /// The handler was given up at its deadline.
    pub timed_out: bool,
}

impl Failure {
    /// The handler threw.
    #[must_use]
    pub fn thrown(attempt: u32, error: ToolError, chosen: Option<bool>) -> Self {
        Self {
            attempt,
            error,
            chosen,
            timed_out: false,
        }
    }

    /// The deadline passed, after so many milliseconds.
    #[must_use]
    pub fn timed_out(attempt: u32, timeout: f64) -> Self {
        let message = format!(
            "The tool did not finish within {} ms.",
            number_text(timeout)
        );
        Self {
            attempt,
            error: ToolError::new(ToolErrorCategory::Timeout, message),
            chosen: None,
            timed_out: true,
        }
    }
}

impl Manager {
    /// The handler came to its end.
    pub fn returned(&mut self, key: ExecutionKey, attempt: u32, now: f64) -> Directive {
        self.step(key, Input::HandlerReturned { attempt }, now)
    }

    /// An attempt failed. `random` lies in 0 to 1, 1 excluded.
    pub fn failed(
        &mut self,
        key: ExecutionKey,
        failure: Failure,
        random: f64,
        now: f64,
    ) -> Directive {
        let Some(execution) = self.executions.get(key) else {
            return Directive::Ignore;
        };
        let metadata = execution.tool.metadata();
        let Failure {
            attempt,
            error,
            chosen,
            timed_out,
        } = failure;
        let request = RetryRequest {
            error: &error,
            chosen,
            attempt,
            idempotent: metadata.idempotent,
            timed_out,
            random,
        };
        let decision = decide_retry(&metadata.retry(&self.options.retry), request);
        let input = Input::AttemptFailed {
            attempt,
            error,
            decision,
        };
        let directive = self.step(key, input, now);
        if directive == Directive::Retry {
            // Waiting for a retry holds no slot.
            self.release(key, now);
        }
        directive
    }

    /// The time before the next attempt is over.
    pub fn delay_elapsed(&mut self, key: ExecutionKey, now: f64) -> Directive {
        match self.step(key, Input::DelayElapsed, now) {
            Directive::Wait => self.admit(key, now),
            other => other,
        }
    }

    /// Somebody stopped it, perhaps saying why.
    pub fn cancel(&mut self, key: ExecutionKey, reason: Option<String>, now: f64) -> Directive {
        let Some(execution) = self.executions.get(key) else {
            return Directive::Ignore;
        };
        let Some(succession) = self.policies.leave(execution.call(key)) else {
            return self.step(key, Input::Cancelled(reason), now);
        };
        self.pass_lead(key, succession);
        match self.step(key, Input::Cancelled(reason), now) {
            Directive::Cancel => Directive::PassLead,
            other => other,
        }
    }

    /// Somebody stopped all of them, perhaps saying why. Returns those that ended with it, oldest first; each is to be
    /// announced as [`Directive::Cancel`] says.
    ///
    /// **Nothing that one call cancels may begin.** So first nobody waits for anything any more, and only then does the first
    /// one end: what it gives back (its slot, its part in a circuit, a run that others share) can go to none of the others.
    pub fn cancel_all(&mut self, reason: Option<&str>, now: f64) -> Vec<ExecutionKey> {
        self.ready.clear();
        self.queue.clear();
        self.policies.stop();
        let under_way = |execution: &Execution| !execution.life.status().is_terminal();
        let cancelled = self.executions.keys_where(under_way);
        for key in &cancelled {
            self.step(*key, Input::Cancelled(reason.map(str::to_owned)), now);
        }
        cancelled
    }

    /// Makes a follower the leader: it gets the handler's attempt, and what the leader holds of the policies.
    fn pass_lead(&mut self, key: ExecutionKey, succession: Succession) {
        let Succession {
            successor,
            followers,
        } = succession;
        let Some(leader) = self.executions.get_mut(key) else {
            return;
        };
        let life = leader.life.clone();
        let is_queued = std::mem::take(&mut leader.is_queued);
        leader.successor = Some(successor);
        self.policies.rename(key, successor);
        self.queue.rename(key, successor);
        for ready in self.ready.iter_mut().filter(|ready| **ready == key) {
            *ready = successor;
        }
        for follower in followers {
            if let Some(follower) = self.executions.get_mut(follower) {
                follower.answered_by = Some(successor);
            }
        }
        if let Some(successor) = self.executions.get_mut(successor) {
            successor.life.take_over(&life);
            successor.is_queued = is_queued;
            successor.answered_by = None;
        }
    }
}
