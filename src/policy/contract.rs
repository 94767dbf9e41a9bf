use crate::error::ToolError;
use crate::execution::{ExecutionKey, ManagerOptions};
use crate::tool::{CheckedTool, Ended};

/// A rule over the calls of one manager: it may answer, refuse or delay a call, and knows what the call's end sets free.
///
/// A policy takes the time as a number and never waits itself. Its configuration is its own: the manager's part from
/// [`ManagerOptions`], the tool's part from the [metadata](CheckedTool::metadata). Every method but [`new`](Self::new) may be
/// left out. The steps of a call, in order:
///
/// | method | when |
/// |---|---|
/// | [`decide`](Self::decide) | the call wants to begin or to be tried again; once more when its turn has come after a wait |
/// | [`wait`](Self::wait) | nothing has decided the call: it may have to wait, first in, first out |
/// | [`admit`](Self::admit) | no policy has it wait: it takes its place |
/// | [`join`](Self::join) | its arguments are valid: another call's run of the handler may answer it |
/// | [`attempt`](Self::attempt) | its handler is about to be called |
/// | [`release`](Self::release) | it needs its place no longer |
/// | [`end`](Self::end) | it has ended |
pub trait Policy: Sized {
    /// The policy of a manager without calls.
    fn new(options: &ManagerOptions) -> Self;

    /// Answers or refuses a call.
    fn decide(&mut self, _call: Call<'_>, _now: f64) -> Option<Decision> {
        None
    }

    /// Returns why a call has to wait, if it has to. Takes nothing: another policy may have it wait.
    fn wait(&mut self, _call: Call<'_>, _now: f64) -> Option<Wait> {
        None
    }

    /// Takes what a call needs that no policy has wait.
    fn admit(&mut self, _call: Call<'_>, _now: f64) {}

    /// Returns the call whose run of the handler answers this one, if there is such a call.
    fn join(&mut self, _call: Call<'_>) -> Option<ExecutionKey> {
        None
    }

    /// Records that the handler is about to be called; returns true if the calls that wait have to be asked again for it.
    fn attempt(&mut self, _call: Call<'_>, _now: f64) -> bool {
        false
    }

    /// Gives back the place of a call that ended, waits for a retry or for other calls, or follows another. May come twice.
    fn release(&mut self, _call: Call<'_>, _now: f64) {}

    /// Records the end of a call; returns the calls that it answers.
    fn end(&mut self, _call: Call<'_>, _end: End<'_>, _now: f64) -> Vec<ExecutionKey> {
        Vec::new()
    }

    /// Takes a call that is being cancelled out of what it shares; returns who goes on in its place, if somebody does.
    fn leave(&mut self, _call: Call<'_>) -> Option<Succession> {
        None
    }

    /// Hands everything that a call holds to its successor.
    fn rename(&mut self, _key: ExecutionKey, _successor: ExecutionKey) {}

    /// Dissolves what calls share: all of them are being cancelled, and none goes on in another's place.
    fn stop(&mut self) {}
}

/// A call, as far as policies know it.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// Its execution.
    pub key: ExecutionKey,
    /// Its tool.
    pub tool: &'a CheckedTool,
    /// The number of attempts that have begun: 0 before the first.
    pub attempts: u32,
    /// The text by which its arguments are compared with those of other calls; `None` when it shares nothing.
    pub arguments: Option<Arguments<'a>>,
}

/// Arguments as one text for all that mean the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arguments<'a> {
    /// The canonical text.
    pub text: &'a str,
    /// True if a validator made them of those that came: its output for some may look like others as they came.
    pub is_output: bool,
}

/// The decision on a call that does not run its handler.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// The earlier result of this execution answers it.
    Answer(ExecutionKey),
    /// It fails with this error.
    Refuse(ToolError),
}

/// The reason of a wait.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wait {
    /// The calls behind it that wait too.
    pub whom: Whom,
    /// The time at which to ask again, in milliseconds since 1970; `None` when the wait ends by another call's end.
    pub until: Option<f64>,
}

/// The calls that wait for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whom {
    /// The calls of its tool: those of other tools overtake it.
    Tool,
    /// All calls.
    All,
}

/// The end of a call.
#[derive(Clone, Copy)]
pub struct End<'a> {
    /// The outcome.
    pub ended: Ended<'a>,
    /// True if it ran by itself: no other call's run or result has answered it.
    pub ran: bool,
    /// True if it was refused, by a policy or for its arguments.
    pub is_rejection: bool,
}

/// The calls that go on without one that was cancelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Succession {
    /// The call that takes its place.
    pub successor: ExecutionKey,
    /// The calls that follow that one from now on.
    pub followers: Vec<ExecutionKey>,
}

/// Puts a call into another's place in a list.
pub(super) fn replace(keys: &mut [ExecutionKey], key: ExecutionKey, successor: ExecutionKey) {
    for held in keys.iter_mut().filter(|held| **held == key) {
        *held = successor;
    }
}
