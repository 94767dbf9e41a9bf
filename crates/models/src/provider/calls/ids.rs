use std::collections::HashMap;

/// Ids of calls in a conversation with an API that takes ids of a certain form only: the conversation's own, and those the API
/// is sent in their place. No two calls are sent under one id.
#[derive(Debug, Default)]
pub struct Ids {
    sent: HashMap<String, String>,
    own: HashMap<String, String>,
}

impl Ids {
    /// The conversation's own id for one that the API uses.
    pub fn own<'i>(&'i self, sent: &'i str) -> &'i str {
        self.own.get(sent).map_or(sent, String::as_str)
    }

    /// The id under which a call is sent: the same each time. It is the first of the candidates that no other call has.
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
