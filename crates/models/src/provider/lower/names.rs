use std::collections::HashSet;

use indexmap::IndexMap;

/// The rule of an API for the names of tools. A name that does not fit is sent behind an underscore.
#[derive(Debug)]
pub struct NameRule {
    /// True for a name that is sent as it is.
    pub fits: fn(&str) -> bool,
    /// The reason for another one.
    pub reason: &'static str,
}

/// The name under which a tool is sent whose own name does not fit, or is taken.
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

/// The likeness of a text to the name of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// No tool is called so, or begins so.
    None,
    /// A tool's name begins so.
    Beginning,
    /// A tool is called so.
    Name,
}

/// The API's names of tools, by their own names and back.
#[derive(Debug, Default)]
pub struct Names {
    sent: IndexMap<String, String>,
    own: IndexMap<String, String>,
}

impl Names {
    pub fn note(&mut self, own: &str, sent: &str) {
        self.sent.insert(own.to_owned(), sent.to_owned());
        self.own.insert(sent.to_owned(), own.to_owned());
    }

    /// Returns true if a tool is called so there. As long as no tool was sent, nobody knows.
    pub fn knows(&self, sent: &str) -> bool {
        self.own.is_empty() || self.own.contains_key(sent)
    }

    /// Returns true if a name that is known can't be the beginning of another one.
    pub fn is_settled(&self, sent: &str) -> bool {
        let is_longer = |known: &String| known.len() > sent.len() && known.starts_with(sent);
        self.own.contains_key(sent) && !self.own.keys().any(is_longer)
    }

    /// Joins a name with its next piece, or with the same name again, perhaps longer than before.
    /// Nothing where both would be names of tools.
    pub fn joined(&self, sent: &str, next: &str) -> Option<String> {
        let joined = format!("{sent}{next}");
        if !next.starts_with(sent) {
            return Some(joined);
        }
        match (self.fit(&joined), self.fit(next)) {
            (Fit::Name, Fit::Name) if !sent.is_empty() => None,
            (of_joined, of_next) if of_joined > of_next => Some(joined),
            // Only a whole name comes again.
            (Fit::Beginning, Fit::Beginning) => Some(joined),
            _ => Some(next.to_owned()),
        }
    }

    /// The likeness of a text to the name of a tool.
    pub fn fit(&self, sent: &str) -> Fit {
        if self.own.contains_key(sent) {
            Fit::Name
        } else if self.own.keys().any(|known| known.starts_with(sent)) {
            Fit::Beginning
        } else {
            Fit::None
        }
    }

    /// The tool's own name for a name that an API uses.
    pub fn own<'n>(&'n self, sent: &'n str) -> &'n str {
        self.own.get(sent).map_or(sent, String::as_str)
    }

    /// The API's name of a tool.
    pub fn sent<'n>(&'n self, own: &'n str) -> &'n str {
        self.sent.get(own).map_or(own, String::as_str)
    }
}
