use super::record::{RetryRecord, Timing, ToolExecutionStatus as Status};
use crate::error::{ToolError, ToolErrorCategory};

/// The state machine of one execution.
///
/// Inputs may come late or twice: a handler that settles after its execution was cancelled, a second cancel. An
/// input that does not apply where the execution is changes nothing and gets [`Directive::Ignore`].
///
/// # Examples
///
/// ```
/// use ag_ui_lit::execution::{Directive, Input, Lifecycle};
///
/// let mut life = Lifecycle::new(1000.0);
/// assert_eq!(life.step(Input::Admitted, 1000.0), Directive::Validate);
/// assert_eq!(life.step(Input::ArgumentsAccepted, 1001.0), Directive::Execute);
/// assert_eq!(life.step(Input::HandlerReturned, 1005.0), Directive::Succeed);
/// assert_eq!(life.step(Input::Cancelled(None), 1006.0), Directive::Ignore);
/// assert_eq!(life.timing().duration, Some(4.0));
/// ```
#[derive(Debug, Clone)]
pub struct Lifecycle {
    status: Status,
    timing: Timing,
    retry: RetryRecord,
    error: Option<ToolError>,
    latest: f64,
}

/// What happened to an execution.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// It may begin.
    Admitted,
    /// The arguments match.
    ArgumentsAccepted,
    /// The arguments don't match, or can't be read.
    ArgumentsRejected(ToolError),
    /// The handler came to its end.
    HandlerReturned,
    /// The handler threw.
    HandlerFailed(ToolError),
    /// Somebody stopped it, perhaps saying why.
    Cancelled(Option<String>),
}

/// What the driver does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Directive {
    /// Nothing: the input came too late.
    Ignore,
    /// Check the arguments.
    Validate,
    /// Call the handler.
    Execute,
    /// Announce success.
    Succeed,
    /// Announce failure.
    Fail,
    /// Announce the cancellation, and abort the handler's signal.
    Cancel,
}

impl Lifecycle {
    /// An execution accepted at a time, in milliseconds since 1970.
    #[must_use]
    pub fn new(now: f64) -> Self {
        Self {
            status: Status::Pending,
            timing: Timing {
                queued_at: now,
                started_at: None,
                completed_at: None,
                duration: None,
            },
            retry: RetryRecord {
                attempt_number: 0,
                max_attempts: 1,
                previous_errors: Vec::new(),
            },
            error: None,
            latest: now,
        }
    }

    /// Takes an input at a time and says what to do next. A clock that was set back is read as standing still.
    pub fn step(&mut self, input: Input, now: f64) -> Directive {
        self.latest = self.latest.max(now);
        match (self.status, input) {
            (Status::Pending, Input::Admitted) => {
                self.status = Status::Validating;
                Directive::Validate
            }
            (Status::Validating, Input::ArgumentsAccepted) => {
                self.status = Status::Executing;
                self.timing.started_at = Some(self.latest);
                self.retry.attempt_number = 1;
                Directive::Execute
            }
            (Status::Validating, Input::ArgumentsRejected(error))
            | (Status::Executing, Input::HandlerFailed(error)) => {
                self.end(Status::Failed, Some(error), Directive::Fail)
            }
            (Status::Executing, Input::HandlerReturned) => {
                self.end(Status::Succeeded, None, Directive::Succeed)
            }
            (
                Status::Pending | Status::Validating | Status::Executing,
                Input::Cancelled(reason),
            ) => {
                let message = reason.unwrap_or_else(|| "The call was cancelled.".to_owned());
                let error = ToolError::new(ToolErrorCategory::Cancelled, message);
                self.end(Status::Cancelled, Some(error), Directive::Cancel)
            }
            _ => Directive::Ignore,
        }
    }

    fn end(&mut self, status: Status, error: Option<ToolError>, directive: Directive) -> Directive {
        self.status = status;
        self.error = error;
        self.timing.completed_at = Some(self.latest);
        self.timing.duration = self.timing.started_at.map(|started| self.latest - started);
        directive
    }

    /// Where it is.
    #[must_use]
    pub fn status(&self) -> Status {
        self.status
    }

    /// When things happened.
    #[must_use]
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Its attempts.
    #[must_use]
    pub fn retry(&self) -> &RetryRecord {
        &self.retry
    }

    /// Why it ended, unless it succeeded.
    #[must_use]
    pub fn error(&self) -> Option<&ToolError> {
        self.error.as_ref()
    }
}
