use std::collections::HashSet;

use indexmap::IndexMap;

/// The rule of an API for the names of tools. A name that does not fit is sent with a leading underscore.
#[derive(Debug)]
pub struct NameRule {
    /// Returns true if a name is sent unchanged.
    pub fits: fn(&str) -> bool,
    /// The reason for changing a name.
    pub reason: &'static str,
}

/// The replacement for a name that does not fit or is taken.
pub fn sent_name(name: &str, taken: &HashSet<String>) -> String {
    let wanted = format!("_{name}");
    let mut free = wanted.clone();
    let mut number = 2;
    while taken.contains(&free) {
        free = format!("{wanted}_{number}");
        number += 1;
    }
    free
}

/// The degree to which a text matches the name of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// No tool's name starts with the text.
    None,
    /// A tool's name starts with the text.
    Beginning,
    /// The text is a tool's name.
    Name,
}

/// The API's names of tools and their own names, in both directions.
#[derive(Debug, Default)]
pub struct Names {
    sent: IndexMap<String, String>,
    own: IndexMap<String, String>,
}

impl Names {
    pub fn record(&mut self, own: &str, sent: &str) {
        self.sent.insert(own.to_owned(), sent.to_owned());
        self.own.insert(sent.to_owned(), own.to_owned());
    }

    /// Returns true if the API has a tool of this name. Before any tool is sent every name is accepted.
    pub fn knows(&self, sent: &str) -> bool {
        self.own.is_empty() || self.own.contains_key(sent)
    }

    /// Returns true if the name is a tool's, and not the beginning of a longer one.
    pub fn is_settled(&self, sent: &str) -> bool {
        let is_longer = |known: &String| known.len() > sent.len() && known.starts_with(sent);
        self.own.contains_key(sent) && !self.own.keys().any(is_longer)
    }

    /// Joins a name with its next piece, or with a repetition of it that may be longer. `None` if both results are names of
    /// tools.
    pub fn joined(&self, sent: &str, next: &str) -> Option<String> {
        let joined = format!("{sent}{next}");
        if !next.starts_with(sent) {
            return Some(joined);
        }
        match (self.fit(&joined), self.fit(next)) {
            (Fit::Name, Fit::Name) if !sent.is_empty() => None,
            (of_joined, of_next) if of_joined > of_next => Some(joined),
            // Only a complete name is repeated.
            (Fit::Beginning, Fit::Beginning) => Some(joined),
            _ => Some(next.to_owned()),
        }
    }

    /// The degree to which a text matches the name of a tool.
    pub fn fit(&self, sent: &str) -> Fit {
        if self.own.contains_key(sent) {
            Fit::Name
        } else if self.own.keys().any(|known| known.starts_with(sent)) {
            Fit::Beginning
        } else {
            Fit::None
        }
    }

    /// The tool's own name for the API's name.
    pub fn own<'n>(&'n self, sent: &'n str) -> &'n str {
        self.own.get(sent).map_or(sent, String::as_str)
    }

    /// The API's name of a tool.
    pub fn sent<'n>(&'n self, own: &'n str) -> &'n str {
        self.sent.get(own).map_or(own, String::as_str)
    }
}
