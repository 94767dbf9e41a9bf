//! Admission of executions: the policies decide if and when one may run, and the queue keeps those that wait.

use super::{ExecutionKey, Manager};
use crate::execution::lifecycle::{Directive, Input};
use crate::policy::{Decision, Policy};

impl Manager {
    /// Lets an execution start or retry, unless a policy answers, refuses or delays it.
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

    /// The decision of the policies on an execution; `None` if it may run.
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

    /// Releases the slot of an execution that waits for executions of its own, which may need that slot. It can end without
    /// one.
    pub fn wait_for_others(&mut self, key: ExecutionKey, now: f64) {
        self.release(key, now);
    }

    /// Releases everything that an execution holds of the policies, and lets others continue.
    pub(super) fn release(&mut self, key: ExecutionKey, now: f64) {
        if let Some(execution) = self.executions.get(key) {
            self.policies.release(execution.call(key), now);
            self.take_turns(now);
        }
    }

    /// Resumes queued executions whose turn has come.
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
