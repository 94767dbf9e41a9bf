//! The one place where an execution's state changes, and where its end takes effect on other executions.

use super::{ExecutionKey, Manager};
use crate::execution::lifecycle::{Directive, Input};
use crate::execution::record::ToolExecutionStatus;
use crate::policy::{End, Policy};
use crate::tool::Ended;

impl Manager {
    pub(super) fn step(&mut self, key: ExecutionKey, input: Input, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let is_rejection = matches!(input, Input::ArgumentsRejected(_) | Input::Refused(_));
        let directive = execution.life.step(input, now);
        if directive.is_end() {
            self.settle(key, is_rejection, now);
        } else if directive == Directive::Execute && self.policies.attempt(execution.call(key), now)
        {
            self.queue.wake_at(now);
        }
        directive
    }

    /// Ends an execution: everything that it held is released, and its outcome is counted.
    fn settle(&mut self, key: ExecutionKey, is_rejection: bool, now: f64) {
        let Some(execution) = self.executions.get_mut(key) else {
            return;
        };
        if std::mem::take(&mut execution.is_queued) {
            self.queue.forget(key);
        }
        self.policies.release(execution.call(key), now);
        self.take_turns(now);
        let Some(execution) = self.executions.get_mut(key) else {
            return;
        };
        execution.unreadable = None;
        let life = &execution.life;
        let ran = execution.answered_by.is_none() && !life.is_cached();
        // The duration of a shared run counts for the leader.
        let duration = life.timing().duration.filter(|_| ran);
        let ended = match (life.status(), life.error()) {
            (ToolExecutionStatus::Cancelled, _) => Ended::Cancelled,
            (_, Some(error)) => Ended::Failed(error),
            (_, None) => Ended::Succeeded,
        };
        execution.tool.record(ended, duration.unwrap_or(0.0));
        let end = End {
            ended,
            ran,
            is_rejection,
        };
        let answered = self.policies.end(execution.call(key), end, now);
        execution.identity = None;
        if answered.is_empty() {
            return;
        }
        let answer = match execution.life.error() {
            None => Input::LeaderSucceeded,
            Some(error) => Input::LeaderFailed(error.clone()),
        };
        for key in &answered {
            if let Some(follower) = self.executions.get_mut(*key) {
                follower.answer = Some(answer.clone());
            }
        }
        self.ready.extend(answered);
    }
}
