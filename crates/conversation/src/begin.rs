use std::collections::HashSet;

use serde::Serialize;

use super::bounds::{MAX_KEPT, cut};
use super::call::{AnsweredBy, Call, CallMode, CallState};
use super::conversation::{Conversation, Turn};
use super::merge::ids_of;
use super::messages;
use super::note::{Note, NoteCode};
use super::request::{ClientHistory, ClientMessage, ClientResult, results_of};

/// A request that has started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Begun {
    /// The number of its turn. Decisions for an older turn do not count anymore.
    pub turn: u32,
    /// Calls of older turns that still run. They must be awaited, since their results belong to the history.
    pub wait: Vec<String>,
    /// Calls of idempotent tools that another process started, with an unknown outcome. Each is to be started again or given
    /// up by [`Conversation::restart`]. Until then the model is not asked.
    pub again: Vec<String>,
    /// Whether the request has answered calls, by its results or by their absence.
    #[serde(rename = "hasAnswered")]
    pub has_answered: bool,
    /// Entries that were ignored, or answered without a result.
    pub notes: Vec<Note>,
}

impl Conversation {
    /// Starts a client's request, which takes over from an older one. The client's results are accepted or ignored, and a
    /// call that the client had to run and brings no result for is answered without one.
    ///
    /// `now` is in milliseconds.
    pub fn begin(&mut self, request: &ClientHistory, now: f64) -> Begun {
        let mut notes = Vec::new();
        self.keep_given();
        let unanswered = self.unanswered();
        self.turn += 1;
        let (results, are_readable) = results_of(request);
        if !are_readable {
            notes.push(Note::of(NoteCode::ResultsUnreadable));
        }
        let deadline = self.settings.client_deadline;
        self.give_up(
            &mut notes,
            NoteCode::NoResult,
            messages::NOT_IN_TIME,
            |call| matches!(call.state, CallState::HandedOver { since } if now - since > deadline),
        );
        self.take(&results, &mut notes);
        self.give_up(
            &mut notes,
            NoteCode::NoResult,
            messages::NO_RESULT,
            |call| matches!(call.state, CallState::HandedOver { .. }),
        );
        self.give_up(
            &mut notes,
            NoteCode::CallOvertaken,
            messages::OVERTAKEN,
            |call| call.state == CallState::Asked,
        );
        let has_answered = self.unanswered() < unanswered;
        self.forget_old();
        let view = self.view_of(request, &results, &mut notes);
        // Loops, since a chain of iterators is several times as much code.
        let mut taken = HashSet::new();
        for id in ids_of(request) {
            taken.insert(id.to_owned());
        }
        for call in self.calls.iter() {
            taken.insert(call.id.clone());
        }
        for result in &results {
            taken.insert(result.id.clone());
        }
        let last = request
            .messages
            .iter()
            .rev()
            .find_map(|message| match message {
                ClientMessage::Tool { .. } => None,
                ClientMessage::Assistant { id, .. } | ClientMessage::Other { id } => {
                    Some(id.clone())
                }
            });
        self.state = Some(Turn {
            view,
            last,
            taken,
            ..Turn::default()
        });
        Begun {
            turn: self.turn,
            wait: self.ids_of_state(&CallState::Running),
            again: self.ids_of_state(&CallState::Interrupted),
            has_answered,
            notes,
        }
    }

    fn unanswered(&self) -> usize {
        let calls = self.calls.iter();
        calls.filter(|call| call.answer().is_none()).count()
    }

    fn ids_of_state(&self, state: &CallState) -> Vec<String> {
        let mut ids = Vec::new();
        for call in self.calls.iter() {
            if call.state == *state {
                ids.push(call.id.clone());
            }
        }
        ids
    }

    /// Applies a client's results to known calls.
    fn take(&mut self, results: &[ClientResult], notes: &mut Vec<Note>) {
        let mut seen = HashSet::new();
        for result in results {
            let Some(call) = self.call_mut(&result.id) else {
                continue;
            };
            let code = if seen.insert(&result.id) {
                taken_by(call, result)
            } else {
                Some(NoteCode::ResultTwice)
            };
            notes.extend(code.map(|code| Note::about(code, &call.id, Some(&call.name))));
        }
    }

    fn give_up(
        &mut self,
        notes: &mut Vec<Note>,
        code: NoteCode,
        why: &str,
        is_one: impl Fn(&Call) -> bool,
    ) {
        for call in self.calls.iter_mut().filter(|call| is_one(call)) {
            notes.push(Note::about(code, &call.id, Some(&call.name)));
            call.give_up(why);
        }
    }

    /// Keeps a turn that was not ended: its client may lack the answers whose calls have started. They are put back into a
    /// history that lacks them, so that a model does not request the same a second time. Calls of an answer that broke off
    /// are answered permanently, since the client may have received them.
    pub(super) fn keep_given(&mut self) {
        let Some(state) = self.state.take() else {
            return;
        };
        for (id, name) in state.issued {
            if self.call(&id).is_none() {
                self.calls.push(Call::broken_off(id, name, self.turn));
            }
        }
        for given in state.given {
            let mut calls = given.calls.iter().filter_map(|id| self.call(id));
            if calls.any(Call::has_begun) {
                self.kept.push(given);
            }
        }
        let surplus = self.kept.len().saturating_sub(MAX_KEPT);
        self.kept.drain(..surplus);
    }
}

/// Applies a client's result to its call, and returns the note if there is one.
fn taken_by(call: &mut Call, result: &ClientResult) -> Option<NoteCode> {
    let answer = match (&call.state, call.mode) {
        (CallState::HandedOver { .. }, _) | (CallState::Running, Some(CallMode::Client)) => {
            call.settle(AnsweredBy::Client, result.content.clone(), result.is_error);
            return None;
        }
        (CallState::Answered(answer), _) => answer,
        (_, Some(CallMode::Server) | None) => return Some(NoteCode::ResultForServer),
        (_, Some(CallMode::Preflight | CallMode::Client)) => return Some(NoteCode::ResultEarly),
    };
    // A client also sends back results that it received.
    if answer.content == result.content || cut(&answer.content) == result.content {
        return None;
    }
    Some(match answer.by {
        AnsweredBy::Server => NoteCode::ResultForServer,
        AnsweredBy::Client => NoteCode::ResultDiffers,
        AnsweredBy::Nobody => NoteCode::ResultLate,
    })
}
