use std::collections::HashSet;

use indexmap::IndexMap;

/// What a tool is called by an API that does not take its name: a name has to begin with a letter or an underscore there.
pub fn sent_name(name: &str, taken: &HashSet<String>) -> String {
    let begins_well = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if begins_well && !taken.contains(name) {
        return name.to_owned();
    }
    let wanted = format!("_{name}");
    let mut free = wanted.clone();
    let mut number = 2;
    while taken.contains(&free) {
        free = format!("{wanted}_{number}");
        number += 1;
    }
    free
}

/// What tools are called there, by their own names and back.
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

    /// Whether a tool is called so there. As long as no tool was sent, nobody knows.
    pub fn knows(&self, sent: &str) -> bool {
        self.own.is_empty() || self.own.contains_key(sent)
    }

    /// What a name that an API uses stands for.
    pub fn own<'n>(&'n self, sent: &'n str) -> &'n str {
        self.own.get(sent).map_or(sent, String::as_str)
    }

    /// What an API calls a tool.
    pub fn sent<'n>(&'n self, own: &'n str) -> &'n str {
        self.sent.get(own).map_or(own, String::as_str)
    }
}
