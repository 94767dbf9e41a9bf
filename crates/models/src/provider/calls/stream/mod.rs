mod open;

use std::collections::HashSet;

use indexmap::IndexMap;

use super::call::{Given, Reading};
use super::ending::{cut_off, is_cut};
use super::listing::{kind, name};
use super::told::Told;
use crate::provider::apis::Target;
use crate::provider::json::Json;
use ag_ui_lit::json::MAX_LENGTH;
pub use open::Open;

/// The maximum number of calls in a stream.
const MOST_CALLS: usize = 1000;

/// The calls of an answer that still arrives, by its events. Whatever an event says that fits nothing is an issue, and the
/// rest goes on.
#[derive(Debug)]
pub struct CallStream {
    target: Target,
    /// Calls under way, by what the API's events name them by.
    pub(in crate::provider) open: IndexMap<String, Open>,
    /// The other calls, under way or ended.
    pub(in crate::provider) passed: HashSet<String>,
    /// Of the calls so far.
    pub(in crate::provider) ids: HashSet<String>,
    calls: usize,
    /// Bytes of arguments.
    length: usize,
    /// Pieces of arguments were lost, so that a call without any may be the one that lacks them.
    has_lost: bool,
    /// A call without arguments is complete, unless the next event says that the answer was cut off.
    has_waiting: bool,
    has_ended: bool,
}

impl CallStream {
    /// A stream of an API.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            target,
            open: IndexMap::new(),
            passed: HashSet::new(),
            ids: HashSet::new(),
            calls: 0,
            length: 0,
            has_lost: false,
            has_waiting: false,
            has_ended: false,
        }
    }

    /// Takes the next event.
    pub(in crate::provider) fn push(&mut self, event: &Json, reading: &mut Reading) -> Vec<Told> {
        let mut told = Vec::new();
        if self.has_ended {
            told.push(Told::Issue("The stream has ended.".to_owned()));
        } else if event.as_object().is_none() {
            told.push(Told::Issue("An event must be an object.".to_owned()));
        } else {
            self.take(event, reading, &mut told);
        }
        told
    }

    /// An event of the stream could not be read.
    pub(in crate::provider) fn lose(&mut self) {
        self.has_lost = true;
    }

    fn take(&mut self, event: &Json, reading: &mut Reading, told: &mut Vec<Told>) {
        let api = self.target.api();
        let event = &*api.normal(event, reading);
        let reason = Some(api.ending(event)).filter(|reason| !reason.is_empty());
        let cut = reason.filter(|reason| is_cut(reason)).map(cut_off);
        if self.has_waiting && kind(event) != "ping" {
            self.settle(cut.as_deref(), reading, told);
        }
        api.event(self, event, reading, told);
        match &cut {
            Some(cut) => self.cut(cut),
            None if reason.is_some() => self.lost_at_end(),
            None => {}
        }
        if reason.is_some() {
            self.finish_all(reading, told);
        }
    }

    /// Calls without arguments that waited for what comes next.
    fn settle(&mut self, cut: Option<&str>, reading: &Reading, told: &mut Vec<Told>) {
        self.has_waiting = false;
        let waiting = self.open.iter().filter(|(_, open)| open.is_whole);
        let waiting: Vec<_> = waiting.map(|(key, _)| key.clone()).collect();
        for key in waiting {
            if let (Some(cut), Some(open)) = (cut, self.open.get_mut(&key)) {
                open.spoil(cut);
            }
            self.finish(&key, reading, told);
        }
    }

    /// The answer was cut off. What is open lacks something, but in chats, which say of no call that it is complete: there
    /// the last one may, and what is not whole.
    fn cut(&mut self, issue: &str) {
        let says_complete = self.target.api().says_complete();
        let last = self.open.len().saturating_sub(1);
        for (at, open) in self.open.values_mut().enumerate() {
            if says_complete || at == last || !open.is_closed() {
                open.spoil(issue);
            }
        }
    }

    /// An answer has ended with calls that never got to their end. A chat and a chunk of AG-UI say of no call that it did.
    fn lost_at_end(&mut self) {
        let says_complete = self.target.api().says_complete();
        for (key, open) in &mut self.open {
            if open.is_empty() && !open.is_whole && says_complete && !key.starts_with(CHUNK) {
                open.spoil("The answer ended before the arguments of the call came.");
            }
        }
    }

    /// There are no more events. What is under way was cut off, and must not run.
    pub(in crate::provider) fn end(&mut self, reading: &Reading) -> Vec<Told> {
        let mut told = Vec::new();
        self.has_ended = true;
        for (key, open) in &mut self.open {
            // A chunk of AG-UI says of no call that it is complete.
            if !key.starts_with(CHUNK) || open.is_empty() {
                open.spoil("The stream ended before the call was complete.");
            }
        }
        self.finish_all(reading, &mut told);
        told
    }

    pub(in crate::provider) fn begin(&mut self, key: String, open: Open, told: &mut Vec<Told>) {
        if self.open.contains_key(&key) || self.passed.contains(&key) {
            told.push(Told::Issue(format!(
                "A call begins where another is or was ({}); it is passed over.",
                short(&key)
            )));
            return;
        }
        if !self.is_new(&open.id, told) {
            self.passed.insert(key);
            return;
        }
        self.open.insert(key, open);
    }

    /// A key for a call that the API's events name by nothing.
    pub(in crate::provider) fn own_key(&self) -> String {
        format!("{NAMELESS}{}", self.calls)
    }

    /// The call that an event means which names one by `key`, or by nothing: then it is the one that can still take something.
    /// If there are several, none of them can be trusted.
    pub(in crate::provider) fn meant(&mut self, key: &str, told: &mut Vec<Told>) -> Option<String> {
        if !key.is_empty() {
            return Some(key.to_owned());
        }
        let Some(last) = self.open.keys().next_back().cloned() else {
            self.stray(key, None, told);
            return None;
        };
        let before = self.open.len() - 1;
        if self.open.values().take(before).all(Open::is_closed) {
            return Some(last);
        }
        let issue = "A piece of the arguments may belong to this call or to another one.";
        for open in self.open.values_mut().filter(|open| !open.is_closed()) {
            open.spoil(issue);
        }
        told.push(Told::Issue(
            "A piece of arguments does not say which call it belongs to.".to_owned(),
        ));
        None
    }

    /// Returns true if a call is one more: each has an id of its own, by which it is answered.
    fn is_new(&mut self, id: &str, told: &mut Vec<Told>) -> bool {
        self.calls += 1;
        let issue = if self.calls > MOST_CALLS {
            format!("An answer may have {MOST_CALLS} calls; more are passed over.")
        } else if !id.is_empty() && !self.ids.insert(id.to_owned()) {
            format!(
                "Two calls have the id {}; the second is passed over.",
                short(id)
            )
        } else {
            return true;
        };
        told.push(Told::Issue(issue));
        false
    }

    /// Tells of a call once its tool is known. A name that is not `whole` may still be the beginning of one.
    pub(in crate::provider) fn tell(
        &mut self,
        key: &str,
        is_whole: bool,
        reading: &Reading,
        told: &mut Vec<Told>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        if open.is_told || open.sent.is_empty() || open.id.is_empty() {
            return;
        }
        if !is_whole && (open.is_made || !reading.names.is_settled(&open.sent)) {
            return;
        }
        open.is_told = true;
        told.push(Told::Start {
            id: open.id.clone(),
            name: reading.names.own(&open.sent).to_owned(),
        });
        if !open.text.is_empty() {
            told.push(Told::Args {
                id: open.id.clone(),
                delta: open.text.clone(),
            });
        }
    }

    /// A name that comes again, or goes on.
    pub(in crate::provider) fn rename(&mut self, key: &str, next: &str, reading: &Reading) {
        let Some(open) = self.open.get_mut(key).filter(|_| !next.is_empty()) else {
            return;
        };
        match reading.names.joined(&open.sent, next) {
            Some(sent) if sent == open.sent => {}
            Some(sent) if !open.is_told => open.sent = sent,
            Some(_) => open.spoil("The name of the tool changed while the call arrived."),
            None => open
                .spoil("The name of the tool may be two names in a row, or one that came twice."),
        }
    }

    pub(in crate::provider) fn more(
        &mut self,
        key: &str,
        delta: Option<&Json>,
        reading: &Reading,
        told: &mut Vec<Told>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            self.stray(key, delta, told);
            return;
        };
        open.has_arguments = true;
        // Some servers that are compatible with an API give the object itself.
        if let (Some(given @ Json::Object(_)), true, None) =
            (delta, open.text.is_empty(), &open.given)
        {
            open.given = Some(given.clone());
            return;
        }
        let Some(delta) = delta.and_then(Json::as_str) else {
            open.spoil("A piece of the arguments is no text.");
            return;
        };
        if delta.is_empty() || open.issue.is_some() {
            return;
        }
        if delta.len() > MAX_LENGTH.saturating_sub(self.length) {
            open.spoil(&format!(
                "The arguments of an answer may have {MAX_LENGTH} bytes."
            ));
            return;
        }
        self.length += delta.len();
        let was_told = open.is_told;
        open.add(delta);
        if was_told {
            told.push(Told::Args {
                id: open.id.clone(),
                delta: delta.to_owned(),
            });
        } else {
            // Behind its name come the arguments.
            self.tell(key, true, reading, told);
        }
    }

    /// The call once more, as a whole: missing parts are added, and a difference is an issue.
    pub(in crate::provider) fn whole_call(
        &mut self,
        key: &str,
        holder: &Json,
        reading: &Reading,
        told: &mut Vec<Told>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        let sent = name(holder, "name");
        if !open.is_told && !sent.is_empty() {
            sent.clone_into(&mut open.sent);
        } else if open.sent != sent && !sent.is_empty() {
            open.spoil("The name of the tool changed while the call arrived.");
        }
        let given = holder
            .get("arguments")
            .filter(|given| **given != Json::Null);
        let Some(all) = given.and_then(Json::as_str) else {
            if given.is_some() && open.is_empty() {
                self.more(key, given, reading, told);
            }
            return;
        };
        match all.strip_prefix(open.text.as_str()) {
            Some(rest) => {
                let rest = Json::String(rest.to_owned());
                self.more(key, Some(&rest), reading, told);
            }
            None => {
                open.spoil("The arguments arrived otherwise than they are said to be at the end.");
            }
        }
    }

    /// The API says that a call is complete.
    pub(in crate::provider) fn complete(
        &mut self,
        key: &str,
        reading: &Reading,
        told: &mut Vec<Told>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        open.is_whole = true;
        if self.target.api().says_cut_afterwards() && open.is_empty() {
            self.has_waiting = true;
        } else {
            self.finish(key, reading, told);
        }
    }

    pub(in crate::provider) fn finish(
        &mut self,
        key: &str,
        reading: &Reading,
        told: &mut Vec<Told>,
    ) {
        self.tell(key, true, reading, told);
        let Some(mut open) = self.open.shift_remove(key) else {
            return;
        };
        self.passed.insert(key.to_owned());
        if self.has_lost && open.is_empty() {
            open.spoil("A piece of arguments that was lost may belong to this call.");
        }
        let given = match &open.given {
            Some(given) if open.text.is_empty() => Given::Value(given),
            _ if !open.has_arguments && self.target.api().always_has_arguments() => Given::Missing,
            _ => Given::Text(&open.text),
        };
        let mut call = reading.call(&open.id, &open.sent, given);
        if let Some(issue) = open.issue {
            call.issue = None;
            call.spoil(&issue);
        }
        if open.text.is_empty() && open.is_told && open.given.is_some() {
            told.push(Told::Args {
                id: call.id.clone(),
                delta: call.text.clone(),
            });
        }
        told.push(Told::End(call));
    }

    fn finish_all(&mut self, reading: &Reading, told: &mut Vec<Told>) {
        // Arguments that belong to no tool may be those that another call lacks.
        let is_lost = |open: &Open| open.sent.is_empty() && !open.is_empty();
        self.has_lost |= self.open.values().any(is_lost);
        while let Some(key) = self.open.keys().next().cloned() {
            self.finish(&key, reading, told);
        }
    }

    /// A call that came in one piece.
    pub(in crate::provider) fn whole(&mut self, call: super::call::Call, told: &mut Vec<Told>) {
        if !self.is_new(&call.id, told) {
            return;
        }
        if !call.name.is_empty() {
            told.push(Told::Start {
                id: call.id.clone(),
                name: call.name.clone(),
            });
            told.push(Told::Args {
                id: call.id.clone(),
                delta: call.text.clone(),
            });
        }
        told.push(Told::End(call));
    }

    pub(in crate::provider) fn stray(
        &mut self,
        key: &str,
        delta: Option<&Json>,
        told: &mut Vec<Told>,
    ) {
        if self.passed.contains(key) {
            return;
        }
        self.has_lost |= delta.and_then(Json::as_str) != Some("");
        told.push(Told::Issue(format!(
            "A piece of arguments belongs to no call that has begun ({}).",
            short(key)
        )));
    }
}

/// The prefix of keys that no event has.
pub const NAMELESS: &str = "nameless:";

/// The prefix of keys of AG-UI's chunks.
pub const CHUNK: &str = "chunk:";

/// The name that an event gives its call: the first of some members that is a number or a text.
pub fn key_of(event: &Json, members: &[&str]) -> String {
    let found = members.iter().find_map(|member| match event.get(member)? {
        Json::Number(number) => Some(number.clone()),
        Json::String(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    });
    found.unwrap_or_default()
}

/// A key for a message: whoever sent it may have sent much.
fn short(key: &str) -> String {
    key.chars().take(40).collect()
}
