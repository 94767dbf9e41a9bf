use crate::error::ToolError;
use crate::execution::{ExecutionKey, ManagerOptions};
use crate::tool::{CheckedTool, Ended};

/// A rule for the calls of one manager: it may answer, refuse or delay a call, and names the calls that another call's end
/// releases.
///
/// A policy takes the time as a number and never waits itself. It owns its configuration: the manager's part from
/// [`ManagerOptions`], the tool's part from the [metadata](CheckedTool::metadata). Every method except [`new`](Self::new) is
/// optional. The steps of a call, in order:
///
/// | method | step |
/// |---|---|
/// | [`decide`](Self::decide) | the call is about to start or to be retried; again when its turn comes after a wait |
/// | [`wait`](Self::wait) | no policy has decided the call: it may have to wait, first in, first out |
/// | [`admit`](Self::admit) | no policy delays the call: it takes its place |
/// | [`join`](Self::join) | the arguments are valid: another call's run of the handler may answer the call |
/// | [`attempt`](Self::attempt) | the handler is about to be called |
/// | [`release`](Self::release) | the call needs its place no longer |
/// | [`end`](Self::end) | the call has ended |
pub trait Policy: Sized {
    /// The policy of a manager without calls.
    fn new(options: &ManagerOptions) -> Self;

    /// Answers or refuses a call.
    fn decide(&mut self, _call: Call<'_>, _now: f64) -> Option<Decision> {
        None
    }

    /// Returns the reason for which a call has to wait, if it has to. Reserves nothing, since another policy may delay the
    /// call too.
    fn wait(&mut self, _call: Call<'_>, _now: f64) -> Option<Wait> {
        None
    }

    /// Reserves everything that a call needs, since no policy delays it.
    fn admit(&mut self, _call: Call<'_>, _now: f64) {}

    /// Returns the call whose run of the handler answers this one, if there is such a call.
    fn join(&mut self, _call: Call<'_>) -> Option<ExecutionKey> {
        None
    }

    /// Records that the handler is about to be called. Returns true if waiting calls have to be asked again because of that.
    fn attempt(&mut self, _call: Call<'_>, _now: f64) -> bool {
        false
    }

    /// Releases the place of a call that ended, waits for a retry or for other calls, or follows another. May be called
    /// twice.
    fn release(&mut self, _call: Call<'_>, _now: f64) {}

    /// Records the end of a call. Returns the calls that it answers.
    fn end(&mut self, _call: Call<'_>, _end: End<'_>, _now: f64) -> Vec<ExecutionKey> {
        Vec::new()
    }

    /// Removes a call that is being cancelled from everything it shares. Returns its successor, if there is one.
    fn leave(&mut self, _call: Call<'_>) -> Option<Succession> {
        None
    }

    /// Transfers everything that a call holds to its successor.
    fn rename(&mut self, _key: ExecutionKey, _successor: ExecutionKey) {}

    /// Dissolves everything that calls share: all of them are being cancelled, and none continues in place of another.
    fn stop(&mut self) {}
}

/// A call as policies see it.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The key of the execution.
    pub key: ExecutionKey,
    /// The tool.
    pub tool: &'a CheckedTool,
    /// The number of attempts that have started: 0 before the first.
    pub attempts: u32,
    /// The identity of the arguments; `None` if the call shares nothing.
    pub arguments: Option<Arguments<'a>>,
}

/// The identity of arguments: one text for all equivalent ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arguments<'a> {
    /// The canonical text.
    pub text: &'a str,
    /// Whether the text is from a validator's output, which may look like the original arguments of another call.
    pub is_output: bool,
}

/// The decision on a call that does not run its handler.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// The earlier result of this execution answers the call.
    Answer(ExecutionKey),
    /// The call fails with this error.
    Refuse(ToolError),
}

/// The reason for a wait.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wait {
    /// The calls after it that wait too.
    pub scope: WaitScope,
    /// The time at which to ask again, in milliseconds since 1970; `None` if another call's end ends the wait.
    pub until: Option<f64>,
}

/// The calls that wait for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitScope {
    /// The calls of the same tool: those of other tools overtake it.
    Tool,
    /// All calls.
    All,
}

/// The end of a call.
#[derive(Clone, Copy)]
pub struct End<'a> {
    /// The outcome.
    pub ended: Ended<'a>,
    /// Whether the call ran by itself: no other call's run or result answered it.
    pub ran: bool,
    /// Whether the call was refused, by a policy or for its arguments.
    pub is_rejection: bool,
}

/// The calls that continue without one that was cancelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Succession {
    /// The call in its place.
    pub successor: ExecutionKey,
    /// The calls that follow the successor from now on.
    pub followers: Vec<ExecutionKey>,
}

/// Replaces a call in a list by another one.
pub(super) fn replace(keys: &mut [ExecutionKey], key: ExecutionKey, successor: ExecutionKey) {
    for held in keys.iter_mut().filter(|held| **held == key) {
        *held = successor;
    }
}
