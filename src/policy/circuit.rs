use serde::{Deserialize, Serialize};

/// The conditions under which a failing tool is suspended, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(all(feature = "driver", target_arch = "wasm32"), derive(tsify::Tsify))]
pub struct CircuitConfig {
    /// Final failures in a row that open the circuit. Default: 5.
    pub failure_threshold: u32,
    /// Milliseconds until an open circuit allows a probe. Default: 60000.
    pub recovery_timeout: f64,
    /// Successful probes in a row that close the circuit again. Default: 2.
    pub success_threshold: u32,
}

impl Default for CircuitConfig {
    fn default() -> Self {
        Self {
            failure_threshold: 5,
            recovery_timeout: 60_000.0,
            success_threshold: 2,
        }
    }
}

/// Suspends a tool that keeps failing. While closed, calls pass; while open, they are refused; after a while one call at a
/// time may probe the tool.
///
/// The pattern is Nygard's, "Release It!", 2nd ed., section 5.2.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::policy::{Admission, CircuitBreaker, CircuitConfig, Outcome};
///
/// let config = CircuitConfig { failure_threshold: 1, ..CircuitConfig::default() };
/// let mut breaker = CircuitBreaker::default();
/// assert_eq!(breaker.admit(&config, 0.0), Admission::Allowed);
/// breaker.record(&config, Outcome::Failure, false, 0.0);
/// assert_eq!(breaker.admit(&config, 1000.0), Admission::Refused { retry_after: 59_000.0 });
/// assert_eq!(breaker.admit(&config, 60_000.0), Admission::Probe);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CircuitBreaker {
    state: State,
}

#[derive(Debug, Clone, PartialEq)]
enum State {
    Closed {
        failures: u32,
    },
    Open {
        since: f64,
    },
    HalfOpen {
        successes: u32,
        /// The start of the current probe.
        probe: Option<f64>,
    },
}

impl Default for State {
    fn default() -> Self {
        Self::Closed { failures: 0 }
    }
}

/// The decision on a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Admission {
    /// The call may run.
    Allowed,
    /// The call may run, as the probe.
    Probe,
    /// The call is refused.
    Refused {
        /// Milliseconds until another attempt makes sense.
        retry_after: f64,
    },
}

/// The outcome of a call, as evidence about the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The tool works.
    Success,
    /// The tool failed permanently.
    Failure,
    /// No evidence: the arguments were refused, or the call was cancelled.
    Neutral,
}

impl CircuitBreaker {
    /// Decides whether a call may run. The end of a probe must be recorded as such.
    pub fn admit(&mut self, config: &CircuitConfig, now: f64) -> Admission {
        let successes = match self.state {
            State::Closed { .. } => return Admission::Allowed,
            State::Open { since } => match remaining(config, since, now) {
                Some(retry_after) => return Admission::Refused { retry_after },
                None => 0,
            },
            // A probe that never ends must not block the tool forever: after another recovery time the next one may try.
            State::HalfOpen { successes, probe } => {
                match probe.and_then(|since| remaining(config, since, now)) {
                    Some(retry_after) => return Admission::Refused { retry_after },
                    None => successes,
                }
            }
        };
        self.state = State::HalfOpen {
            successes,
            probe: Some(now),
        };
        Admission::Probe
    }

    /// Records the end of a call. While the circuit is not closed only a probe counts: other calls started before it opened.
    pub fn record(&mut self, config: &CircuitConfig, outcome: Outcome, probe: bool, now: f64) {
        match &mut self.state {
            State::Closed { failures } => match outcome {
                Outcome::Success => *failures = 0,
                Outcome::Neutral => {}
                Outcome::Failure => {
                    *failures += 1;
                    if *failures >= config.failure_threshold {
                        self.state = State::Open { since: now };
                    }
                }
            },
            State::HalfOpen {
                successes,
                probe: under_way,
            } if probe => {
                *under_way = None;
                match outcome {
                    Outcome::Neutral => {}
                    Outcome::Failure => self.state = State::Open { since: now },
                    Outcome::Success => {
                        *successes += 1;
                        if *successes >= config.success_threshold {
                            self.state = State::default();
                        }
                    }
                }
            }
            State::Open { .. } | State::HalfOpen { .. } => {}
        }
    }
}

fn remaining(config: &CircuitConfig, since: f64, now: f64) -> Option<f64> {
    let left = since + config.recovery_timeout - now;
    (left > 0.0).then_some(left)
}
