use super::command::{Argument, Command, Kind};

/// A pattern for commands, from a page's list: `git status`, `ls *`, `npm run test:*`.
///
/// Words are compared one by one, so that no quoting makes one word look like two. `*` in a word matches any characters of
/// that word; `*` as the last word matches any number of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommandPattern {
    words: Vec<String>,
    /// The pattern as the page wrote it.
    pub text: String,
}

impl CommandPattern {
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        (!words.is_empty()).then(|| Self {
            words,
            text: text.trim().to_owned(),
        })
    }

    /// Returns true if the pattern certainly matches the command. Only a whole `*` matches a word that is not known before
    /// the command runs; only explicit words match an opened file, and variables that are set.
    pub fn names(&self, command: &Command) -> bool {
        let is_for_it = match command.kind {
            Kind::Run => {
                let variables = command.assignments.len();
                self.words.len() >= variables
                    && self.words[..variables]
                        .iter()
                        .all(|word| word.contains('='))
            }
            Kind::Read => self.words[0] == "<",
            Kind::Write => self.words[0] == ">",
        };
        let fits = |word: &str, argument: &Argument| match argument {
            Argument::Known(text) => {
                word == "*" || (glob(word, text) && (!word.contains('*') || !climbs(text)))
            }
            Argument::Unknown => word == "*",
        };
        is_for_it && matches(&self.words, &command.all(), &fits)
    }

    /// Returns true if the pattern matches a single command.
    pub fn is_literal(&self) -> bool {
        !self.text.contains('*')
    }

    /// Returns true if the pattern may match: an unknown word may be anything, and any number of words.
    pub fn may_name(&self, command: &[Argument]) -> bool {
        if command.contains(&Argument::Unknown) {
            let known = command
                .iter()
                .position(|argument| *argument == Argument::Unknown)
                .unwrap_or(0);
            let begins = self
                .words
                .iter()
                .zip(&command[..known])
                .all(|(word, argument)| match argument {
                    Argument::Known(text) => glob(word, text),
                    Argument::Unknown => true,
                });
            // A pattern that ends before the unknown word only matches commands that end there too.
            return begins && (self.words.len() >= known || self.is_open());
        }
        matches(&self.words, command, &|word, argument| match argument {
            Argument::Known(text) => glob(word, text),
            Argument::Unknown => true,
        })
    }

    fn is_open(&self) -> bool {
        self.words.last().is_some_and(|last| last == "*")
    }
}

fn matches(words: &[String], command: &[Argument], fits: &dyn Fn(&str, &Argument) -> bool) -> bool {
    let (fixed, is_open) = match words.split_last() {
        Some((last, fixed)) if last == "*" && !fixed.is_empty() => (fixed, true),
        _ => (words, false),
    };
    let is_length = command.len() == fixed.len() || (is_open && command.len() > fixed.len());
    let is_all = words == ["*"];
    is_all
        || (is_length
            && fixed
                .iter()
                .zip(command)
                .all(|(word, argument)| fits(word, argument)))
}

/// Returns true for a path that goes up.
fn climbs(text: &str) -> bool {
    text.split(['/', '=', ':']).any(|part| part == "..")
}

/// Compares a text with a pattern in which `*` matches any characters. Linear in the text for each star.
fn glob(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for part in parts {
        if let Some(before) = last.replace(part) {
            match rest.find(before) {
                Some(at) => rest = &rest[at + before.len()..],
                None => return false,
            }
        }
    }
    match last {
        None => rest.is_empty(),
        Some(end) => rest.ends_with(end),
    }
}
