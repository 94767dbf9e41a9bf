//! From admitted to executing: the verdict of the tool's validator.

use std::borrow::Cow;

use super::{Execution, ExecutionKey, Manager};
use crate::error::ToolError;
use crate::execution::identity::identity;
use crate::execution::lifecycle::{Directive, Input};
use crate::execution::record::ToolExecutionStatus;
use crate::json::{ReadOptions, read};
use crate::policy::{Arguments, Call, Policy};

impl Manager {
    /// Accepts the arguments of an execution. `output` is the validator's output, if JSON can express it. Arguments that
    /// can't be read are never accepted: the execution fails with the reader's error.
    pub fn accept(&mut self, key: ExecutionKey, output: Option<&str>, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if execution.life.status() != ToolExecutionStatus::Validating {
            return Directive::Ignore;
        }
        if let Some(error) = execution.unreadable.take() {
            let error = ToolError::unreadable_arguments(&error);
            return self.reject(key, error, now);
        }
        self.join(key, output, now)
    }

    /// Rejects the arguments of an execution.
    pub fn reject(&mut self, key: ExecutionKey, error: ToolError, now: f64) -> Directive {
        self.step(key, Input::ArgumentsRejected(error), now)
    }

    /// Starts the handler, unless a run with the same arguments answers the execution.
    fn join(&mut self, key: ExecutionKey, output: Option<&str>, now: f64) -> Directive {
        let reading = self.options.reading();
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let shared = execution.shared_arguments(output, reading);
        let arguments = shared.as_ref().map(|(text, is_output)| Arguments {
            text,
            is_output: *is_output,
        });
        let leader = self.policies.join(Call {
            arguments,
            ..execution.call(key)
        });
        execution.answered_by = leader;
        if leader.is_none() {
            return self.step(key, Input::ArgumentsAccepted, now);
        }
        let directive = self.step(key, Input::Joined, now);
        self.release(key, now);
        directive
    }
}

impl Execution {
    /// The identity by which runs are shared: of the validator's output, otherwise of the original arguments.
    fn shared_arguments(
        &self,
        output: Option<&str>,
        reading: ReadOptions,
    ) -> Option<(Cow<'_, str>, bool)> {
        let received = self.identity.as_deref()?;
        if !self.tool.metadata().dedupe {
            return None;
        }
        Some(match output.and_then(|text| read(text, reading).ok()) {
            Some(output) => (identity(&output)?.into(), true),
            None => (received.into(), false),
        })
    }
}
