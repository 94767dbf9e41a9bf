use std::collections::HashMap;

/// The ids of a conversation's calls for an API that restricts their form: each of the conversation's ids, and its
/// replacement. No two calls share a replacement.
#[derive(Debug, Default)]
pub struct Ids {
    sent: HashMap<String, String>,
    own: HashMap<String, String>,
}

impl Ids {
    /// The conversation's own id for an id of the API.
    pub fn own<'i>(&'i self, sent: &'i str) -> &'i str {
        self.own.get(sent).map_or(sent, String::as_str)
    }

    /// The API's id for a call, always the same one: the first candidate that no other call has.
    pub fn sent(&mut self, own: &str, mut candidates: impl Iterator<Item = String>) -> String {
        if let Some(sent) = self.sent.get(own) {
            return sent.clone();
        }
        let sent = candidates
            .find(|candidate| !self.own.contains_key(candidate))
            .unwrap_or_else(|| own.to_owned());
        self.sent.insert(own.to_owned(), sent.clone());
        self.own.insert(sent.clone(), own.to_owned());
        sent
    }
}
