use serde::{Deserialize, Serialize};

use super::call::{AnsweredBy, Call, CallMode, CallState};
use super::conversation::Conversation;
use super::messages;

/// The decision on asking the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// The model may be asked. The number of its requests for this client request, from 1.
    Ask(u32),
    /// The limit of model requests is reached.
    Limit,
    /// A call of the conversation has no answer yet.
    Wait,
    /// A newer turn has taken over, or this one has ended.
    Over,
}

/// The outcome of the server's part of a call.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ServerOutcome {
    /// The text for the model; absent if the client has its part to do.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional, type = "string | undefined"))]
    pub content: String,
    /// Whether the content is the reason for the absence of a result.
    #[serde(default)]
    pub is_error: bool,
    /// Whether the call is handed over to the client.
    #[serde(default)]
    pub hands_over: bool,
}

impl ServerOutcome {
    /// The outcome with a tool's result.
    #[must_use]
    pub fn result(content: &str) -> Self {
        Self {
            content: content.to_owned(),
            is_error: false,
            hands_over: false,
        }
    }

    /// The outcome of a failure, with its reason.
    #[must_use]
    pub fn error(content: &str) -> Self {
        Self {
            is_error: true,
            ..Self::result(content)
        }
    }

    /// The outcome that hands the call over to the client.
    #[must_use]
    pub fn hand_over() -> Self {
        Self {
            hands_over: true,
            ..Self::result("")
        }
    }
}

/// The effect of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Settlement {
    /// The call has this answer.
    Answered,
    /// The call was handed over to the client.
    HandedOver,
    /// The client is no longer there to run the call.
    GivenUp,
    /// The call already had an answer.
    Ignored,
}

/// The next step after a model's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Next {
    /// The model is asked again.
    Ask,
    /// The client has calls to run, or to show.
    Client,
    /// The model called no tool.
    Completed,
    /// The limit of model requests is reached.
    Limit,
    /// Calls are still running.
    Wait,
    /// A newer turn has taken over, or this one has ended.
    Over,
}

/// The next step, and the calls it concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Following {
    /// The next step.
    pub next: Next,
    /// With [`Next::Client`]: the calls that the client has to run, and those that have failed, in call order.
    pub calls: Vec<String>,
}

impl Conversation {
    /// Decides whether a model may be asked now, and counts a permitted question.
    pub fn ask(&mut self, turn: u32) -> Asking {
        let most = self.settings.max_iterations;
        let is_open = self.calls.iter().any(|call| call.answer().is_none());
        match self.current(turn) {
            None => Asking::Over,
            Some(state) if state.asked >= most => Asking::Limit,
            Some(_) if is_open => Asking::Wait,
            Some(state) => {
                state.asked += 1;
                Asking::Ask(state.asked)
            }
        }
    }

    /// Starts the server's part of a call. Returns true if it may run: once, and only during its turn.
    pub fn start(&mut self, turn: u32, id: &str) -> bool {
        let is_current = self.current(turn).is_some();
        match self.call_mut(id) {
            Some(call) if is_current && call.turn == turn && call.state == CallState::Asked => {
                call.start();
                true
            }
            _ => false,
        }
    }

    /// Starts an interrupted call of an idempotent tool again, if `may_run`, and returns true. Otherwise the call is
    /// answered with its unknown outcome. Also returns false for a call that is not interrupted, and after its turn.
    pub fn restart(&mut self, turn: u32, id: &str, may_run: bool) -> bool {
        let is_current = self.current(turn).is_some();
        match self.call_mut(id) {
            Some(call) if is_current && call.state == CallState::Interrupted => {
                if may_run {
                    call.start();
                } else {
                    call.give_up(messages::INTERRUPTED);
                }
                may_run
            }
            _ => false,
        }
    }

    /// Records the outcome of the server's part of a call, even after its turn. `now` is in milliseconds.
    pub fn settle(&mut self, id: &str, outcome: ServerOutcome, now: f64) -> Settlement {
        let turn = self.state.as_ref().map(|_| self.turn);
        let Some(call) = self.call_mut(id) else {
            return Settlement::Ignored;
        };
        if call.state != CallState::Running {
            return Settlement::Ignored;
        }
        if !outcome.hands_over {
            call.settle(AnsweredBy::Server, outcome.content, outcome.is_error);
            return Settlement::Answered;
        }
        if turn == Some(call.turn) && call.mode != Some(CallMode::Server) {
            call.state = CallState::HandedOver { since: now };
            return Settlement::HandedOver;
        }
        call.give_up(messages::NOT_HANDED_OVER);
        Settlement::GivenUp
    }

    /// The next step after the model's last answer. `goes_on` asks the model again although a call has failed.
    pub fn next(&mut self, turn: u32, goes_on: bool) -> Following {
        let most = self.settings.max_iterations;
        let Some(state) = self.current(turn) else {
            return Following::to(Next::Over);
        };
        let asked = state.asked;
        let ids = state.given.last().map(|given| given.calls.clone());
        let ids = ids.unwrap_or_default();
        if ids.is_empty() {
            return Following::to(Next::Completed);
        }
        let calls: Vec<_> = ids.iter().filter_map(|id| self.call(id)).collect();
        let is_open = |state: &CallState| {
            matches!(
                state,
                CallState::Asked | CallState::Running | CallState::Interrupted
            )
        };
        if calls.iter().any(|call| is_open(&call.state)) {
            return Following::to(Next::Wait);
        }
        let is_handed = |state: &CallState| matches!(state, CallState::HandedOver { .. });
        let hands_over = calls.iter().any(|call| is_handed(&call.state));
        let has_failed = |call: &&Call| call.answer().is_some_and(|answer| answer.is_error);
        if !hands_over {
            if asked >= most {
                return Following::to(Next::Limit);
            }
            if goes_on || !calls.iter().any(has_failed) {
                return Following::to(Next::Ask);
            }
        }
        let for_client = calls
            .iter()
            .filter(|call| is_handed(&call.state) || has_failed(call));
        Following {
            next: Next::Client,
            calls: for_client.map(|call| call.id.clone()).collect(),
        }
    }

    /// Ends a turn. Calls that have not started never will. `is_clean` means that the client has received everything.
    pub fn end(&mut self, turn: u32, is_clean: bool) {
        if self.current(turn).is_none() {
            return;
        }
        for call in self.calls.iter_mut() {
            if call.state == CallState::Asked {
                call.give_up(messages::ENDED);
            }
        }
        if is_clean {
            self.state = None;
        } else {
            self.keep_given();
        }
        self.forget_old();
    }
}

impl Following {
    fn to(next: Next) -> Self {
        Self {
            next,
            calls: Vec::new(),
        }
    }
}
