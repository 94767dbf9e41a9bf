//! The one place where an execution's state changes, and what its end means for everything else.

use super::{Execution, ExecutionKey, Manager};
use crate::error::ToolErrorCategory;
use crate::execution::in_flight::SharedCall;
use crate::execution::lifecycle::{Directive, Input};
use crate::execution::record::ToolExecutionStatus;
use crate::policy::Outcome;
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
        }
        directive
    }

    /// An execution has ended: everything that it held is given back, and whatever counts is counted.
    fn settle(&mut self, key: ExecutionKey, is_rejection: bool, now: f64) {
        self.release_slot(key);
        self.limiter.forget(key);
        let Some(execution) = self.executions.get_mut(key) else {
            return;
        };
        execution.unreadable = None;
        let Execution { tool, life, .. } = execution;
        let ran_itself = execution.answered_by.is_none() && !life.is_cached();
        // The time of a shared run is the leader's.
        let duration = life.timing().duration.filter(|_| ran_itself);
        let ended = match (life.status(), life.error()) {
            (ToolExecutionStatus::Cancelled, _) => Ended::Cancelled,
            (_, Some(error)) => Ended::Failed(error),
            (_, None) => Ended::Succeeded,
        };
        tool.record(ended, duration.unwrap_or(0.0));
        if let Some(config) = tool.metadata().circuit(self.options.circuit) {
            let outcome = if ran_itself && !is_rejection {
                outcome_of(ended)
            } else {
                Outcome::Neutral
            };
            let probe = execution.is_probe;
            self.circuits
                .record(tool.name(), &config, outcome, probe, now);
        }
        let is_own_success = ran_itself && matches!(ended, Ended::Succeeded);
        let identity = execution.identity.take();
        if let Some(config) = tool.metadata().cache
            && is_own_success
        {
            match identity {
                Some(arguments) => self.cache.store(&config, tool.id(), arguments, key, now),
                None => self.cache.decline(key),
            }
        }
        if let Some(call) = execution.shared.take() {
            if ran_itself {
                let answer = match life.error() {
                    None => Input::LeaderSucceeded,
                    Some(error) => Input::LeaderFailed(error.clone()),
                };
                self.complete(&call, &answer);
            } else {
                self.in_flight.leave(&call, key);
            }
        }
    }

    /// A leader has ended: those that followed it have its answer, and go on.
    fn complete(&mut self, call: &SharedCall, answer: &Input) {
        let followers = self.in_flight.complete(call);
        for key in &followers {
            if let Some(follower) = self.executions.get_mut(*key) {
                follower.answer = Some(answer.clone());
            }
        }
        self.ready.extend(followers);
    }
}

/// What an end says of the tool: refused arguments and cancellations say nothing.
fn outcome_of(ended: Ended<'_>) -> Outcome {
    match ended {
        Ended::Succeeded => Outcome::Success,
        Ended::Cancelled => Outcome::Neutral,
        Ended::Failed(error) => match error.category {
            ToolErrorCategory::Validation | ToolErrorCategory::Cancelled => Outcome::Neutral,
            _ => Outcome::Failure,
        },
    }
}
