//! From admitted to executing: the arguments are checked, once.

use std::rc::Rc;

use super::{ExecutionKey, Manager};
use crate::error::ToolError;
use crate::execution::flights::FlightName;
use crate::execution::identity::identity;
use crate::execution::lifecycle::{Directive, Input};
use crate::json::{Tree, read};
use crate::schema::Verdict;
use crate::tool::Tool;

impl Manager {
    /// Validates an execution's arguments, or says that the tool must be asked.
    pub fn validate(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let (tool, arguments) = match self.take_arguments(key, now) {
            Ok(taken) => taken,
            Err(directive) => return directive,
        };
        let Some(schema) = tool.schema() else {
            return Directive::AskTool;
        };
        let known = self
            .executions
            .get(key)
            .and_then(|execution| execution.verdict);
        let issues = match (known, arguments.root()) {
            (Some(Verdict::Valid), _) | (_, None) => Vec::new(),
            (_, Some(root)) => schema.issues(root),
        };
        self.spare = arguments;
        if issues.is_empty() {
            self.board(key, now)
        } else {
            self.reject(key, ToolError::validation(issues), now)
        }
    }

    /// Passes arguments on unchecked, for an executor that checks them itself. Text that can't be read fails here too.
    pub fn skip_validation(&mut self, key: ExecutionKey, now: f64) -> Directive {
        match self.take_arguments(key, now) {
            Ok(_) => Directive::AskTool,
            Err(directive) => directive,
        }
    }

    /// The arguments, once, noted as far as a run is shared by them; or what comes of it that they were taken already or
    /// can't be read.
    fn take_arguments(
        &mut self,
        key: ExecutionKey,
        now: f64,
    ) -> Result<(Rc<Tool>, Tree), Directive> {
        let Some(execution) = self.executions.get_mut(key) else {
            return Err(Directive::Ignore);
        };
        match execution.arguments.take() {
            None => Err(Directive::Ignore),
            Some(Ok(arguments)) => {
                if execution.tool.metadata().dedupe {
                    execution.wanted_flight = execution.flight_of(&arguments);
                }
                Ok((Rc::clone(&execution.tool), arguments))
            }
            Some(Err(error)) => {
                let error = ToolError::unreadable_arguments(error.to_string());
                Err(self.reject(key, error, now))
            }
        }
    }

    /// The tool's own validator has accepted the arguments; `output`, if JSON says all of it, is what the validator
    /// made of them.
    pub fn accepted(&mut self, key: ExecutionKey, output: Option<&str>, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if let Some(wanted) = execution.wanted_flight.take() {
            let output = output.and_then(|text| read(text, self.options.reading()).ok());
            execution.wanted_flight = match output {
                None => Some(wanted),
                Some(output) => {
                    identity(&output.tree, &output.big_integers).map(|arguments| FlightName {
                        is_output: true,
                        arguments,
                        ..wanted
                    })
                }
            };
        }
        self.board(key, now)
    }

    /// The arguments were refused.
    pub fn reject(&mut self, key: ExecutionKey, error: ToolError, now: f64) -> Directive {
        self.step(key, Input::ArgumentsRejected(error), now)
    }

    /// The arguments are valid: the handler runs, unless it runs already with the same ones.
    pub(super) fn board(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        if execution.life.status().is_terminal() {
            return Directive::Ignore;
        }
        execution.flight = execution.wanted_flight.take();
        let leader = execution
            .flight
            .as_ref()
            .and_then(|name| self.flights.board(name, key));
        execution.answered_by = leader;
        if leader.is_none() {
            return self.step(key, Input::ArgumentsAccepted, now);
        }
        let directive = self.step(key, Input::Joined, now);
        self.release_slot(key);
        directive
    }
}
