//! Whether and when an execution may run: its circuit, and a slot.

use super::{ExecutionKey, Manager};
use crate::error::{ToolError, ToolErrorCategory};
use crate::execution::lifecycle::{Directive, Input};
use crate::json::number_text;
use crate::policy::Admission;

impl Manager {
    /// Asks the tool's circuit, unless the execution is its probe already; says why it must not run.
    pub(super) fn ask_circuit(&mut self, key: ExecutionKey, now: f64) -> Option<ToolError> {
        let execution = self.executions.get_mut(key)?;
        if execution.is_probe {
            return None;
        }
        let tool = &execution.tool;
        let config = tool.metadata().circuit(self.options.circuit)?;
        match self.circuits.admit(tool.name(), &config, now) {
            Admission::Allowed => None,
            Admission::Probe => {
                execution.is_probe = true;
                None
            }
            Admission::Refused { retry_after } => Some(circuit_open(tool.name(), retry_after)),
        }
    }

    /// Takes a slot, or waits for one.
    pub(super) fn admit(&mut self, key: ExecutionKey, now: f64) -> Directive {
        let Some(execution) = self.executions.get_mut(key) else {
            return Directive::Ignore;
        };
        let tool = &execution.tool;
        let limit = tool.metadata().max_concurrency;
        if limit.is_some() || self.options.max_concurrency.is_some() {
            execution.has_slot = true;
            if !self.limiter.acquire(key, tool.name(), limit) {
                execution.has_slot = false;
                return Directive::Wait;
            }
        }
        self.step(key, Input::Admitted, now)
    }

    /// It waits for executions of its own, which could wait for its slot: it gives that up, and needs none to end.
    pub fn wait_for_others(&mut self, key: ExecutionKey) {
        self.release_slot(key);
    }

    pub(super) fn release_slot(&mut self, key: ExecutionKey) {
        let Some(execution) = self.executions.get_mut(key) else {
            return;
        };
        if !std::mem::take(&mut execution.has_slot) {
            return;
        }
        let admitted = self.limiter.release(execution.tool.name());
        for key in &admitted {
            if let Some(next) = self.executions.get_mut(*key) {
                next.has_slot = true;
            }
        }
        self.ready.extend(admitted);
    }
}

fn circuit_open(tool: &str, retry_after: f64) -> ToolError {
    let seconds = number_text((retry_after / 1000.0).ceil());
    let message = format!(
        "The tool \"{tool}\" has failed several times in a row and is left alone for now; try again in {seconds} s."
    );
    ToolError {
        retry_after: Some(retry_after),
        code: Some("circuit_open".to_owned()),
        ..ToolError::new(ToolErrorCategory::Transient, message)
    }
}
