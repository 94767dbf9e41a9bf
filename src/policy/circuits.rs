use super::circuit::{Admission, CircuitBreaker, CircuitConfig, Outcome};
use serde::{Serialize, Serializer};

use super::contract::{Call, Decision, End, Policy, replace};
use crate::error::{ToolError, ToolErrorCategory};
use crate::execution::{ExecutionKey, ManagerOptions};
use crate::json::number_text;
use crate::tool::{Ended, Fields, MILLIS};

/// The circuit of a tool, from its metadata.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum CircuitOverride {
    /// No circuit. `false` in JSON.
    #[serde(serialize_with = "as_false")]
    Off,
    /// A circuit. The manager's values apply to absent fields.
    #[serde(rename_all = "camelCase")]
    On {
        /// See [`CircuitConfig::failure_threshold`].
        #[serde(skip_serializing_if = "Option::is_none")]
        failure_threshold: Option<u32>,
        /// See [`CircuitConfig::recovery_timeout`].
        #[serde(skip_serializing_if = "Option::is_none")]
        recovery_timeout: Option<f64>,
        /// See [`CircuitConfig::success_threshold`].
        #[serde(skip_serializing_if = "Option::is_none")]
        success_threshold: Option<u32>,
    },
}

fn as_false<S: Serializer>(serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(false)
}

impl CircuitOverride {
    /// Reads an author's configuration.
    pub(crate) fn read(mut fields: Fields<'_>) -> Self {
        Self::On {
            failure_threshold: fields.count("failureThreshold"),
            recovery_timeout: fields.number("recoveryTimeout", MILLIS),
            success_threshold: fields.count("successThreshold"),
        }
    }

    /// The configuration, based on the manager's; `None` if the tool has no circuit.
    pub(crate) fn over(&self, default: Option<CircuitConfig>) -> Option<CircuitConfig> {
        let Self::On {
            failure_threshold,
            recovery_timeout,
            success_threshold,
        } = self
        else {
            return None;
        };
        let default = default.unwrap_or_default();
        Some(CircuitConfig {
            failure_threshold: failure_threshold.unwrap_or(default.failure_threshold),
            recovery_timeout: recovery_timeout.unwrap_or(default.recovery_timeout),
            success_threshold: success_threshold.unwrap_or(default.success_threshold),
        })
    }
}

/// The circuits of all tools, by their names. Only tools that failed lately have one, so the list is nearly always empty and
/// searched linearly.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::policy::{Admission, CircuitConfig, Circuits, Outcome};
///
/// let config = CircuitConfig { failure_threshold: 1, ..CircuitConfig::default() };
/// let mut circuits = Circuits::default();
/// circuits.record("search", &config, Outcome::Failure, false, 0.0);
/// assert_eq!(circuits.admit("search", &config, 0.0), Admission::Refused { retry_after: 60_000.0 });
/// assert_eq!(circuits.admit("book", &config, 0.0), Admission::Allowed);
/// ```
#[derive(Debug, Default)]
pub struct Circuits {
    /// The configuration of tools without their own.
    default: Option<CircuitConfig>,
    by_tool: Vec<(String, CircuitBreaker)>,
    /// The calls that probe their tools.
    probes: Vec<ExecutionKey>,
}

impl Policy for Circuits {
    fn new(options: &ManagerOptions) -> Self {
        Self {
            default: options.circuit,
            ..Self::default()
        }
    }

    /// Refuses a call that has not started while the circuit is open, unless it is the probe.
    fn decide(&mut self, call: Call<'_>, now: f64) -> Option<Decision> {
        if self.by_tool.is_empty() || call.attempts > 0 || self.probes.contains(&call.key) {
            return None;
        }
        let config = call.tool.metadata().circuit(self.default)?;
        match self.admit(call.tool.name(), &config, now) {
            Admission::Allowed => None,
            Admission::Probe => {
                self.probes.push(call.key);
                None
            }
            Admission::Refused { retry_after } => Some(Decision::Refuse(circuit_open(
                call.tool.name(),
                retry_after,
            ))),
        }
    }

    fn end(&mut self, call: Call<'_>, end: End<'_>, now: f64) -> Vec<ExecutionKey> {
        let probe = self.probes.iter().position(|key| *key == call.key);
        if let Some(at) = probe {
            self.probes.swap_remove(at);
        }
        if let Some(config) = call.tool.metadata().circuit(self.default) {
            let outcome = outcome_of(end);
            self.record(call.tool.name(), &config, outcome, probe.is_some(), now);
        }
        Vec::new()
    }

    fn rename(&mut self, key: ExecutionKey, successor: ExecutionKey) {
        replace(&mut self.probes, key, successor);
    }
}

/// The evidence of an end about the tool: refused and cancelled calls give none, nor do calls that were answered by another
/// call's run.
fn outcome_of(end: End<'_>) -> Outcome {
    if !end.ran || end.is_rejection {
        return Outcome::Neutral;
    }
    match end.ended {
        Ended::Succeeded => Outcome::Success,
        Ended::Cancelled => Outcome::Neutral,
        Ended::Failed(error) => match error.category {
            ToolErrorCategory::Validation | ToolErrorCategory::Cancelled => Outcome::Neutral,
            _ => Outcome::Failure,
        },
    }
}

fn circuit_open(tool: &str, retry_after: f64) -> ToolError {
    let seconds = number_text((retry_after / 1000.0).ceil());
    let message = format!(
        "The tool \"{tool}\" has failed several times in a row and is suspended for now; try again in {seconds} s."
    );
    ToolError {
        retry_after: Some(retry_after),
        code: Some("circuit_open".to_owned()),
        ..ToolError::new(ToolErrorCategory::Transient, message)
    }
}

impl Circuits {
    /// [`CircuitBreaker::admit`] of a tool's circuit.
    pub fn admit(&mut self, tool: &str, config: &CircuitConfig, now: f64) -> Admission {
        match self.place(tool) {
            Some(at) => self.by_tool[at].1.admit(config, now),
            None => Admission::Allowed,
        }
    }

    /// [`CircuitBreaker::record`] of a tool's circuit.
    pub fn record(
        &mut self,
        tool: &str,
        config: &CircuitConfig,
        outcome: Outcome,
        probe: bool,
        now: f64,
    ) {
        let at = match self.place(tool) {
            Some(at) => at,
            None if outcome == Outcome::Failure => {
                self.by_tool
                    .push((tool.to_owned(), CircuitBreaker::default()));
                self.by_tool.len() - 1
            }
            None => return,
        };
        let circuit = &mut self.by_tool[at].1;
        circuit.record(config, outcome, probe, now);
        if *circuit == CircuitBreaker::default() {
            self.by_tool.swap_remove(at);
        }
    }

    fn place(&self, tool: &str) -> Option<usize> {
        self.by_tool.iter().position(|(name, _)| name == tool)
    }
}
