use super::{CallStream, Open};
use crate::provider::calls::finding::Finding;
use crate::provider::json::Json;

/// The prefix of generated keys, which no event has.
pub const NAMELESS: &str = "nameless:";

/// The prefix of keys of AG-UI's chunks.
pub const CHUNK: &str = "chunk:";

/// The key by which an event refers to its call: the first of these members that is a number or a text.
pub fn key_of(event: &Json, members: &[&str]) -> String {
    let found = members.iter().find_map(|member| match event.get(member)? {
        Json::Number(number) => Some(number.clone()),
        Json::String(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    });
    found.unwrap_or_default()
}

/// The keys by which a stream finds its calls.
impl CallStream {
    /// A key for a call whose events have none.
    pub(in crate::provider) fn own_key(&self) -> String {
        format!("{NAMELESS}{}", self.calls)
    }

    /// The call that an event refers to: by its key, or without one the only call that can still take arguments. If there
    /// are several such calls, none of them can be trusted.
    pub(in crate::provider) fn key_or_last(
        &mut self,
        key: &str,
        findings: &mut Vec<Finding>,
    ) -> Option<String> {
        if !key.is_empty() {
            return Some(key.to_owned());
        }
        let Some(last) = self.open.keys().next_back().cloned() else {
            self.stray(key, None, findings);
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
        findings.push(Finding::Issue(
            "A piece of arguments does not say which call it belongs to.".to_owned(),
        ));
        None
    }
}

/// A shortened key for a message: its length is up to the sender.
pub(super) fn short(key: &str) -> String {
    key.chars().take(40).collect()
}
