//! Admission of executions: the policies decide if and when one may run, and the queue keeps those that wait.

use super::{ExecutionKey, Manager};
use crate::execution::lifecycle::{Directive, Input};
use crate::policy::{Decision, Policy};

impl Manager {
    /// Lets an execution begin, or be tried again, unless a policy answers it, refuses it or has it wait.
    pub(super) fn admit(&mut self, key: ExecutionKey, now: f64) -> Directive {
        if let Some(input) = self.decide(key, now) {
            return self.step(key, input, now);
        }
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let call = execution.call(key);
        let tool = call.tool.id();
        let is_behind = self.queue.is_behind(tool);
        let wait = if is_behind {
            None
        } else {
            self.policies.wait(call, now)
        };
        if is_behind || wait.is_some() {
            self.queue.push(tool, key, wait);
            execution.is_queued = true;
            return Directive::Wait;
        }
        self.policies.admit(call, now);
        self.step(key, Input::Admitted, now)
    }

    /// The decision of the policies on an execution, if they don't let it run.
    pub(super) fn decide(&mut self, key: ExecutionKey, now: f64) -> Option<Input> {
        let execution = self.executions.get_mut(key)?;
        match self.policies.decide(execution.call(key), now)? {
            Decision::Refuse(error) => Some(Input::Refused(error)),
            Decision::Answer(found) => {
                execution.answered_by = Some(found);
                Some(Input::ServedFromCache)
            }
        }
    }

    /// It waits for executions of its own, which could wait for its slot: it gives that up, and needs none to end.
    pub fn wait_for_others(&mut self, key: ExecutionKey, now: f64) {
        self.release(key, now);
    }

    /// Gives back what an execution holds of the policies, and lets others go on with it.
    pub(super) fn release(&mut self, key: ExecutionKey, now: f64) {
        if let Some(execution) = self.executions.get(key) {
            self.policies.release(execution.call(key), now);
            self.take_turns(now);
        }
    }

    /// Lets those of the queue go on whose turn has come.
    pub(super) fn take_turns(&mut self, now: f64) {
        if self.queue.is_empty() {
            return;
        }
        let (executions, policies) = (&mut self.executions, &mut self.policies);
        let admitted = self.queue.take_turns(|key| {
            let execution = executions.get_mut(key)?;
            let call = execution.call(key);
            let wait = policies.wait(call, now);
            if wait.is_none() {
                policies.admit(call, now);
                execution.is_queued = false;
            }
            wait
        });
        self.ready.extend(admitted);
    }
}
