use super::record::{RetryRecord, Timing, ToolExecutionStatus as Status};
use crate::error::{ToolError, ToolErrorCategory};
use crate::policy::RetryDecision;

/// The state machine of one execution.
///
/// Inputs may arrive late or twice: a handler that settles after its execution was cancelled, a second cancel, a timer that
/// fires at the last moment. An input that does not apply to the current phase changes nothing and returns
/// [`Directive::Ignore`].
///
/// # Examples
///
/// ```
/// use ag_ui_lit::execution::{Directive, Input, Lifecycle};
///
/// let mut life = Lifecycle::new(3, 1000.0);
/// assert_eq!(life.step(Input::Admitted, 1000.0), Directive::Validate);
/// assert_eq!(life.step(Input::ArgumentsAccepted, 1001.0), Directive::Execute);
/// assert_eq!(life.step(Input::HandlerReturned { attempt: 1 }, 1005.0), Directive::Succeed);
/// assert_eq!(life.step(Input::Cancelled(None), 1006.0), Directive::Ignore);
/// assert_eq!(life.timing().duration, Some(4.0));
/// ```
#[derive(Debug, Clone)]
pub struct Lifecycle {
    phase: Phase,
    timing: Timing,
    retry: RetryRecord,
    error: Option<ToolError>,
    cached: bool,
    delay: f64,
    latest: f64,
}

/// The state of an execution, finer than its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Waits for a slot, before the first attempt.
    Queued,
    /// Its arguments are being checked.
    Validating,
    /// Its handler runs.
    Attempting,
    /// Waits before the next attempt.
    Delaying,
    /// Waits for a slot for the next attempt.
    QueuedAgain,
    /// Another execution runs the handler for this one.
    Following,
    /// The execution has ended.
    Over(Status),
}

/// An input to the state machine.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// The execution must not start, or not be retried.
    Refused(ToolError),
    /// An earlier result answers the execution.
    ServedFromCache,
    /// The execution has a slot.
    Admitted,
    /// The arguments are valid.
    ArgumentsAccepted,
    /// The arguments are invalid, or can't be read.
    ArgumentsRejected(ToolError),
    /// The arguments are valid, and another execution runs the handler with the same ones.
    Joined,
    /// The handler returned.
    HandlerReturned {
        /// The attempt.
        attempt: u32,
    },
    /// The attempt failed: the handler threw, or its deadline passed.
    AttemptFailed {
        /// The attempt.
        attempt: u32,
        /// The error.
        error: ToolError,
        /// Whether another attempt follows.
        decision: RetryDecision,
    },
    /// The delay before the next attempt is over.
    DelayElapsed,
    /// The leader of this execution has succeeded.
    LeaderSucceeded,
    /// The leader of this execution has failed.
    LeaderFailed(ToolError),
    /// A caller cancelled the execution, perhaps with a reason.
    Cancelled(Option<String>),
}

/// The driver's next step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// Nothing: the input arrived too late.
    Ignore,
    /// Nothing yet: the execution continues when it is ready.
    Wait,
    /// Announce the validation, have the tool's validator judge the arguments, then accept or reject them.
    Validate,
    /// Announce the attempt, then call the handler.
    Execute,
    /// Announce the attempt. The handler of another execution answers it.
    Follow,
    /// Announce the retry, then wait for the delay.
    Retry,
    /// Announce success.
    Succeed,
    /// Announce failure.
    Fail,
    /// Announce the cancellation, and abort the handler's signal.
    Cancel,
    /// Announce the cancellation. The handler continues for the new leader.
    PassLead,
}

impl Directive {
    /// Returns true if the directive ends the execution.
    #[must_use]
    pub fn is_end(self) -> bool {
        matches!(
            self,
            Self::Succeed | Self::Fail | Self::Cancel | Self::PassLead
        )
    }
}

impl Lifecycle {
    /// An execution accepted at this time, in milliseconds since 1970, with this maximum of attempts.
    #[must_use]
    pub fn new(max_attempts: u32, now: f64) -> Self {
        Self {
            phase: Phase::Queued,
            timing: Timing {
                queued_at: now,
                started_at: None,
                completed_at: None,
                duration: None,
            },
            retry: RetryRecord {
                attempt_number: 0,
                max_attempts,
                previous_errors: Vec::new(),
            },
            error: None,
            cached: false,
            delay: 0.0,
            latest: now,
        }
    }

    /// Applies an input at a time, and returns the next step. A clock that was set back counts as stopped.
    pub fn step(&mut self, input: Input, now: f64) -> Directive {
        self.latest = self.latest.max(now);
        match (self.phase, input) {
            (Phase::Queued | Phase::QueuedAgain, Input::Refused(error))
            | (Phase::Validating, Input::ArgumentsRejected(error))
            | (Phase::Following, Input::LeaderFailed(error)) => self.fail(error),
            (Phase::Queued, Input::ServedFromCache) => {
                self.cached = true;
                self.end(Status::Succeeded, Directive::Succeed)
            }
            (Phase::Queued, Input::Admitted) => self.enter(Phase::Validating, Directive::Validate),
            (Phase::Validating, Input::ArgumentsAccepted)
            | (Phase::QueuedAgain, Input::Admitted) => {
                self.begin_attempt();
                self.enter(Phase::Attempting, Directive::Execute)
            }
            (Phase::Validating, Input::Joined) => {
                self.begin_attempt();
                self.enter(Phase::Following, Directive::Follow)
            }
            (Phase::Attempting, Input::HandlerReturned { attempt }) if self.is_current(attempt) => {
                self.end(Status::Succeeded, Directive::Succeed)
            }
            (Phase::Following, Input::LeaderSucceeded) => {
                self.end(Status::Succeeded, Directive::Succeed)
            }
            (
                Phase::Attempting,
                Input::AttemptFailed {
                    attempt,
                    error,
                    decision,
                },
            ) if self.is_current(attempt) => self.attempt_failed(error, decision),
            (Phase::Delaying, Input::DelayElapsed) => {
                self.enter(Phase::QueuedAgain, Directive::Wait)
            }
            (Phase::Over(_), _) => Directive::Ignore,
            (_, Input::Cancelled(reason)) => {
                let message = reason.unwrap_or_else(|| "The call was cancelled.".to_owned());
                self.error = Some(ToolError::new(ToolErrorCategory::Cancelled, message));
                self.end(Status::Cancelled, Directive::Cancel)
            }
            _ => Directive::Ignore,
        }
    }

    /// Takes over the run of a leader that was cancelled. This execution followed it until now.
    pub fn take_over(&mut self, leader: &Self) {
        self.phase = leader.phase;
        self.retry = leader.retry.clone();
        self.delay = leader.delay;
    }

    fn is_current(&self, attempt: u32) -> bool {
        self.retry.attempt_number == attempt
    }

    fn begin_attempt(&mut self) {
        self.retry.attempt_number += 1;
        self.timing.started_at.get_or_insert(self.latest);
    }

    fn attempt_failed(&mut self, mut error: ToolError, decision: RetryDecision) -> Directive {
        match decision {
            RetryDecision::Retry(delay) => {
                self.delay = delay;
                self.retry.previous_errors.push(error);
                self.enter(Phase::Delaying, Directive::Retry)
            }
            RetryDecision::Stop(remark) => {
                if let Some(remark) = remark {
                    error.message = format!("{} {remark}", error.message);
                }
                self.fail(error)
            }
        }
    }

    fn enter(&mut self, phase: Phase, directive: Directive) -> Directive {
        self.phase = phase;
        directive
    }

    fn fail(&mut self, error: ToolError) -> Directive {
        self.error = Some(error);
        self.end(Status::Failed, Directive::Fail)
    }

    fn end(&mut self, status: Status, directive: Directive) -> Directive {
        self.timing.completed_at = Some(self.latest);
        self.timing.duration = self.timing.started_at.map(|started| self.latest - started);
        self.enter(Phase::Over(status), directive)
    }

    /// The status. While waiting for a retry it is `Executing`.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.phase {
            Phase::Queued => Status::Pending,
            Phase::Validating => Status::Validating,
            Phase::Attempting | Phase::Delaying | Phase::QueuedAgain | Phase::Following => {
                Status::Executing
            }
            Phase::Over(status) => status,
        }
    }

    /// The times of the execution.
    #[must_use]
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// The attempts.
    #[must_use]
    pub fn retry(&self) -> &RetryRecord {
        &self.retry
    }

    /// The error of a failed execution; while waiting for a retry, that of the last attempt.
    #[must_use]
    pub fn error(&self) -> Option<&ToolError> {
        match self.phase {
            Phase::Delaying => self.retry.previous_errors.last(),
            _ => self.error.as_ref(),
        }
    }

    /// Returns true if an earlier result answered the execution.
    #[must_use]
    pub fn is_cached(&self) -> bool {
        self.cached
    }

    /// Milliseconds to wait before the next attempt, after [`Directive::Retry`].
    #[must_use]
    pub fn delay(&self) -> f64 {
        self.delay
    }
}
