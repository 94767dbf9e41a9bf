mod ag_ui;
mod anthropic;
mod openai;

use std::collections::HashSet;

use indexmap::IndexMap;

use super::call::{Given, Reading};
use super::listing::{gemini, request};
use super::told::Told;
use crate::json::MAX_LENGTH;
use crate::provider::json::Json;
use crate::provider::target::Target;

/// How many calls a stream may have.
const MOST_CALLS: usize = 1000;

/// The calls of an answer that still arrives, by its events. Whatever an event says that fits nothing is an issue, and the
/// rest goes on.
#[derive(Debug)]
pub struct CallStream {
    target: Target,
    /// Calls under way, by what the API's events name them by.
    open: IndexMap<String, Open>,
    /// What else is under way, or was.
    passed: HashSet<String>,
    /// Of the calls so far.
    ids: HashSet<String>,
    calls: usize,
    /// Bytes of arguments.
    length: usize,
    has_ended: bool,
}

/// A call under way.
#[derive(Debug, Default)]
struct Open {
    id: String,
    /// The tool, as the API calls it.
    sent: String,
    text: String,
    /// Arguments that came with the call's beginning, for when no text does.
    given: Option<Json>,
    /// The stream has told of it.
    is_told: bool,
    issue: Option<String>,
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
            match self.target {
                Target::Anthropic => self.anthropic(event, reading, &mut told),
                Target::OpenAiChat => self.openai_chat(event, reading, &mut told),
                Target::OpenAiResponses => self.openai_responses(event, reading, &mut told),
                Target::AgUi => self.ag_ui(event, reading, &mut told),
                Target::Gemini => {
                    for call in gemini(event, reading) {
                        self.whole(call, &mut told);
                    }
                }
                Target::Mcp | Target::WebMcp => {
                    let call = request(event, reading);
                    self.whole(call, &mut told);
                }
            }
        }
        told
    }

    /// There are no more events. What is under way was cut off, and must not run.
    pub(in crate::provider) fn end(&mut self, reading: &Reading) -> Vec<Told> {
        let mut told = Vec::new();
        self.has_ended = true;
        while let Some(key) = self.open.keys().next().cloned() {
            // A chunk of AG-UI says of no call that it is complete.
            if !key.starts_with(CHUNK)
                && let Some(open) = self.open.get_mut(&key)
            {
                let issue = "The stream ended before the call was complete.";
                open.issue.get_or_insert_with(|| issue.to_owned());
            }
            self.finish(&key, reading, &mut told);
        }
        told
    }

    fn begin(&mut self, key: String, open: Open, reading: &Reading, told: &mut Vec<Told>) {
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
        self.open.insert(key.clone(), open);
        self.tell(&key, reading, told);
    }

    /// Whether a call is one more: each has an id of its own, by which it is answered.
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

    /// Tells of a call once its tool is known.
    fn tell(&mut self, key: &str, reading: &Reading, told: &mut Vec<Told>) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        if open.is_told || open.sent.is_empty() || open.id.is_empty() {
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

    fn more(&mut self, key: &str, delta: Option<&Json>, told: &mut Vec<Told>) {
        let Some(open) = self.open.get_mut(key) else {
            self.stray(key, told);
            return;
        };
        let Some(delta) = delta.and_then(Json::as_str) else {
            let issue = "A piece of the arguments is no text.";
            open.issue.get_or_insert_with(|| issue.to_owned());
            return;
        };
        if delta.is_empty() || open.issue.is_some() {
            return;
        }
        if delta.len() > MAX_LENGTH.saturating_sub(self.length) {
            let issue = format!("The arguments of an answer may have {MAX_LENGTH} bytes.");
            open.issue = Some(issue);
            return;
        }
        self.length += delta.len();
        open.text.push_str(delta);
        if open.is_told {
            told.push(Told::Args {
                id: open.id.clone(),
                delta: delta.to_owned(),
            });
        }
    }

    /// All of the text, once more: what is missing is added, and what differs is an issue.
    fn whole_text(&mut self, key: &str, holder: &Json, told: &mut Vec<Told>) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        let Some(all) = holder.get("arguments").and_then(Json::as_str) else {
            return;
        };
        match all.strip_prefix(open.text.as_str()) {
            Some("") => {}
            Some(rest) => {
                let rest = Json::String(rest.to_owned());
                self.more(key, Some(&rest), told);
            }
            None => {
                let issue = "The arguments arrived otherwise than they are said to be at the end.";
                open.issue.get_or_insert_with(|| issue.to_owned());
            }
        }
    }

    fn finish(&mut self, key: &str, reading: &Reading, told: &mut Vec<Told>) {
        let Some(open) = self.open.shift_remove(key) else {
            return;
        };
        self.passed.insert(key.to_owned());
        let given = match &open.given {
            Some(given) if open.text.is_empty() => Given::Value(given),
            _ => Given::Text(&open.text),
        };
        let mut call = reading.call(&open.id, &open.sent, given);
        if let Some(issue) = open.issue {
            call.issue = Some(issue);
            call.arguments = None;
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
        while let Some(key) = self.open.keys().next().cloned() {
            self.finish(&key, reading, told);
        }
    }

    /// A call that came in one piece.
    fn whole(&mut self, call: super::call::Call, told: &mut Vec<Told>) {
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

    fn stray(&self, key: &str, told: &mut Vec<Told>) {
        if !self.passed.contains(key) {
            told.push(Told::Issue(format!(
                "A piece of arguments belongs to no call that has begun ({}).",
                short(key)
            )));
        }
    }
}

/// What keys of AG-UI's chunks begin with.
const CHUNK: &str = "chunk:";

/// What an event names its call by: the first of some members that is a number or a text.
fn key_of(event: &Json, members: &[&str]) -> String {
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
