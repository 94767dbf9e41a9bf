use std::collections::HashMap;

use super::call::{Answer, AnsweredBy};
use super::conversation::Conversation;
use super::messages;
use super::note::{Note, NoteCode};
use super::request::{ClientHistory, ClientMessage, ClientResult};

/// Results of calls that were not issued here: history from elsewhere, or invented. They are only shown.
pub(super) struct ForeignResults<'r> {
    of: HashMap<(usize, usize), &'r ClientResult>,
}

impl<'r> ForeignResults<'r> {
    /// Assigns each result to the last call with its id before it.
    pub(super) fn of(
        conversation: &Conversation,
        request: &ClientHistory,
        results: &'r [ClientResult],
        notes: &mut Vec<Note>,
    ) -> Self {
        let mut places: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for (index, message) in request.messages.iter().enumerate() {
            if let ClientMessage::Assistant { calls, .. } = message {
                for (at, call) in calls.iter().enumerate() {
                    places.entry(&call.id).or_default().push((index, at));
                }
            }
        }
        let mut of = HashMap::new();
        for result in results {
            if conversation.call(&result.id).is_some() {
                continue;
            }
            let there = places
                .get(result.id.as_str())
                .map_or(&[][..], Vec::as_slice);
            let end = result.at.unwrap_or(usize::MAX);
            let before = there.partition_point(|(index, _)| *index < end);
            let place = before.checked_sub(1).map(|last| first_of(there, last));
            let code = match place {
                None => NoteCode::ResultUnknown,
                Some(place) if of.contains_key(&place) => NoteCode::ResultTwice,
                Some(place) => {
                    of.insert(place, result);
                    continue;
                }
            };
            notes.push(Note::about(code, &result.id, None));
        }
        Self { of }
    }

    /// The answer to the call at a place, and whether the client brought it.
    pub(super) fn answer_to(&self, place: (usize, usize)) -> (Answer, bool) {
        let result = self.of.get(&place);
        let answer = match result {
            Some(result) => Answer {
                by: AnsweredBy::Client,
                content: result.content.clone(),
                is_error: result.is_error,
            },
            None => Answer {
                by: AnsweredBy::Nobody,
                content: messages::UNKNOWN_CALL.to_owned(),
                is_error: true,
            },
        };
        (answer, result.is_some())
    }
}

/// The first of several calls with one id in a message, which is the one that is shown.
fn first_of(places: &[(usize, usize)], last: usize) -> (usize, usize) {
    let message = places[last].0;
    let first = places.partition_point(|(index, _)| *index < message);
    places[first]
}
