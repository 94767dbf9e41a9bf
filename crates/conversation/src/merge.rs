use std::collections::{HashMap, HashSet};

use super::answer::{shown_arguments, shown_name};
use super::conversation::Conversation;
use super::foreign::ForeignResults;
use super::note::{Note, NoteCode};
use super::request::{ClientCall, ClientHistory, ClientMessage, ClientResult};
use super::view::{CallView, Item, ItemCall};

impl Conversation {
    /// The view of a client's history, with the lost answers whose calls have started.
    pub(super) fn view_of(
        &mut self,
        request: &ClientHistory,
        results: &[ClientResult],
        notes: &mut Vec<Note>,
    ) -> Vec<Item> {
        let foreign = ForeignResults::of(self, request, results, notes);
        let mut merge = Merge {
            conversation: self,
            given: set_of(&mut self.calls.iter().map(|call| call.message_id.as_str())),
            foreign,
            named: ids_of(request),
            has_result: set_of(&mut results.iter().map(|result| result.id.as_str())),
            used: HashSet::new(),
            counts: HashMap::new(),
            notes,
        };
        let mut messages = HashSet::new();
        let mut items = Vec::new();
        for (index, message) in request.messages.iter().enumerate() {
            let item = match message {
                ClientMessage::Tool { .. } => continue,
                ClientMessage::Other { id } => (id.clone(), Item::Message(index)),
                ClientMessage::Assistant { id, calls } => {
                    let is_first = !messages.contains(id.as_str());
                    let calls = merge.calls_of(index, is_first.then_some(id.as_str()), calls);
                    let item = if calls.is_empty() {
                        Item::Message(index)
                    } else {
                        Item::Assistant(index, calls)
                    };
                    (id.clone(), item)
                }
            };
            messages.insert(match message {
                ClientMessage::Assistant { id, .. } | ClientMessage::Other { id } => id.as_str(),
                ClientMessage::Tool { .. } => continue,
            });
            items.push(item);
        }
        drop(merge);
        let named = ids_of(request);
        // Answers that the client has received meanwhile are kept no longer. A call with the same id may be another one:
        // after a process has lost its memory, a model's own ids are used again, and the rest of its answer is as lost as
        // before.
        self.kept.retain(|given| {
            let has_all = given.calls.iter().all(|id| named.contains(id.as_str()));
            !has_all && !messages.contains(given.message_id.as_str())
        });
        for given in &self.kept {
            let given = given.without(&named);
            let after = set_of(&mut given.after.iter().map(String::as_str));
            if let Some(place) = items
                .iter()
                .rposition(|(id, _)| after.contains(id.as_str()))
            {
                items.insert(place + 1, (given.message_id.clone(), Item::Given(given)));
            }
        }
        items.into_iter().map(|(_, item)| item).collect()
    }
}

/// The ids of all calls in a request.
pub(super) fn ids_of(request: &ClientHistory) -> HashSet<&str> {
    let calls = request.messages.iter().flat_map(|message| match message {
        ClientMessage::Assistant { calls, .. } => calls.as_slice(),
        ClientMessage::Tool { .. } | ClientMessage::Other { .. } => &[],
    });
    set_of(&mut calls.map(|call| call.id.as_str()))
}

/// One function for every kind of iterator: compiled for each, it would be a large part of the module.
fn set_of<'r>(texts: &mut dyn Iterator<Item = &'r str>) -> HashSet<&'r str> {
    texts.collect()
}

/// The calls of a client's history, one message after the other.
struct Merge<'r> {
    conversation: &'r Conversation,
    /// The messages whose calls are known. A client's history may have tens of thousands of others.
    given: HashSet<&'r str>,
    foreign: ForeignResults<'r>,
    /// All calls in the request.
    named: HashSet<&'r str>,
    has_result: HashSet<&'r str>,
    /// The ids in the view.
    used: HashSet<String>,
    /// The number of times that an id was replaced in the view.
    counts: HashMap<String, u32>,
    notes: &'r mut Vec<Note>,
}

impl Merge<'_> {
    /// The calls of a message in the view. For a message with a known answer, `given`, they include the calls that the
    /// client has lost, in their original order.
    fn calls_of(
        &mut self,
        index: usize,
        given: Option<&str>,
        calls: &[ClientCall],
    ) -> Vec<ItemCall> {
        let given = given.filter(|message| self.given.contains(message));
        let here = set_of(&mut calls.iter().map(|call| call.id.as_str()));
        let mut shown = Vec::new();
        let mut placed = HashSet::new();
        let all = given.map_or(&[][..], |_| &self.conversation.calls[..]);
        for call in all
            .iter()
            .filter(|call| Some(call.message_id.as_str()) == given)
        {
            let id = call.id.as_str();
            if (here.contains(id) || !self.named.contains(id)) && self.used.insert(id.to_owned()) {
                placed.insert(id);
                shown.push(self.known(id));
            }
        }
        for (at, call) in calls.iter().enumerate() {
            // A repeated call in one message counts once.
            if !placed.insert(&call.id) {
                continue;
            }
            if self.conversation.call(&call.id).is_none() {
                shown.push(self.unknown((index, at), call));
            } else if self.used.insert(call.id.clone()) {
                shown.push(self.known(&call.id));
            } else {
                let note = Note::about(NoteCode::CallCopied, &call.id, None);
                self.notes.push(note);
            }
        }
        shown
    }

    fn known(&self, id: &str) -> ItemCall {
        ItemCall::Known(id.to_owned(), self.has_result.contains(id))
    }

    fn unknown(&mut self, place: (usize, usize), call: &ClientCall) -> ItemCall {
        let (answer, is_brought) = self.foreign.answer_to(place);
        let name = shown_name(&call.name);
        if !is_brought {
            let note = Note::about(NoteCode::CallUnknown, &call.id, Some(&name));
            self.notes.push(note);
        }
        let shown = CallView {
            id: self.unused(&call.id),
            name,
            arguments: shown_arguments(&call.arguments),
        };
        ItemCall::Foreign(shown, answer)
    }

    /// A replacement for an id that is already in the view: backends that count from 0 in each answer repeat their ids.
    fn unused(&mut self, id: &str) -> String {
        if self.used.insert(id.to_owned()) {
            return id.to_owned();
        }
        let count = self.counts.entry(id.to_owned()).or_insert(1);
        loop {
            *count += 1;
            let other = format!("{id}-{count}");
            let is_free =
                !self.named.contains(other.as_str()) && self.conversation.call(&other).is_none();
            if is_free && self.used.insert(other.clone()) {
                return other;
            }
        }
    }
}
