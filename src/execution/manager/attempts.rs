//! From executing to the end: reports of handlers, deadlines, timers and callers.

use super::{Execution, ExecutionKey, Manager};
use crate::error::{ToolError, ToolErrorCategory};
use crate::execution::lifecycle::{Directive, Input};
use crate::json::number_text;
use crate::policy::{Policy, RetryRequest, Succession, decide_retry};

/// A failed attempt, as reported by the driver.
pub struct Failure {
    /// The attempt.
    pub attempt: u32,
    /// The error.
    pub error: ToolError,
    /// Whether the thrower requested or refused another attempt, if it did.
    pub chosen: Option<bool>,
    /// Whether the attempt was abandoned at its deadline.
    pub timed_out: bool,
}

impl Failure {
    /// The failure of a handler that threw.
    #[must_use]
    pub fn thrown(attempt: u32, error: ToolError, chosen: Option<bool>) -> Self {
        Self {
            attempt,
            error,
            chosen,
            timed_out: false,
        }
    }

    /// The failure of an attempt that exceeded its timeout, in milliseconds.
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
    /// Reports that the handler returned.
    pub fn returned(&mut self, key: ExecutionKey, attempt: u32, now: f64) -> Directive {
        self.step(key, Input::HandlerReturned { attempt }, now)
    }

    /// Reports that an attempt failed. `random` is at least 0 and less than 1.
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
            // An execution that waits for a retry holds no slot.
            self.release(key, now);
        }
        directive
    }

    /// Reports that the delay before the next attempt is over.
    pub fn delay_elapsed(&mut self, key: ExecutionKey, now: f64) -> Directive {
        match self.step(key, Input::DelayElapsed, now) {
            Directive::Wait => self.admit(key, now),
            other => other,
        }
    }

    /// Cancels an execution, perhaps with a reason.
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

    /// Cancels all executions, perhaps with a reason. Returns those that end by it, oldest first; each must be announced as
    /// [`Directive::Cancel`].
    ///
    /// **Cancelling several executions never starts another.** First every wait is given up, and only then does the first
    /// execution end: its released slot, its part in a circuit and its shared run can't go to any of the others.
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

    /// Makes a follower the leader. It takes over the handler's attempt, and whatever the leader holds of the policies.
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
