//! From admitted to executing: what the tool's validator said of the arguments.

use super::{Execution, ExecutionKey, Manager};
use crate::error::ToolError;
use crate::execution::identity::identity;
use crate::execution::in_flight::SharedCall;
use crate::execution::lifecycle::{Directive, Input};
use crate::execution::record::ToolExecutionStatus;
use crate::json::{ReadOptions, read};

impl Manager {
    /// The tool's validator has accepted the arguments; `output`, if JSON says all of it, is what it made of them. Arguments
    /// that can't be read are never accepted: the execution fails with what the reader said.
    pub fn accept(&mut self, key: ExecutionKey, output: Option<&str>, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if execution.life.status() != ToolExecutionStatus::Validating {
            return Directive::Ignore;
        }
        if let Some(error) = execution.unreadable.take() {
            let error = ToolError::unreadable_arguments(error.to_string());
            return self.reject(key, error, now);
        }
        if execution.tool.metadata().dedupe {
            execution.shared = execution.shared_call(output, self.options.reading());
        }
        self.join(key, now)
    }

    /// The arguments were refused.
    pub fn reject(&mut self, key: ExecutionKey, error: ToolError, now: f64) -> Directive {
        self.step(key, Input::ArgumentsRejected(error), now)
    }

    /// The arguments are valid: the handler runs, unless it runs already with the same ones.
    fn join(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let leader = execution
            .shared
            .as_ref()
            .and_then(|call| self.in_flight.join(call, key));
        execution.answered_by = leader;
        if leader.is_none() {
            return self.step(key, Input::ArgumentsAccepted, now);
        }
        let directive = self.step(key, Input::Joined, now);
        self.release_slot(key);
        directive
    }
}

impl Execution {
    /// The call that others may make as well: by what the validator made of the arguments, else by those that came.
    fn shared_call(&self, output: Option<&str>, reading: ReadOptions) -> Option<SharedCall> {
        let received = self.identity.as_ref()?;
        let output = output.and_then(|text| read(text, reading).ok());
        let arguments = match &output {
            Some(output) => identity(output)?,
            None => received.clone(),
        };
        Some(SharedCall {
            tool: self.tool.id(),
            is_output: output.is_some(),
            arguments,
        })
    }
}
