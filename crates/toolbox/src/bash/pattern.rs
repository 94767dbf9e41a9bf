use super::command::{Argument, Command, Kind};

/// Words of a command as a page lists them: `git status`, `ls *`, `npm run test:*`.
///
/// It is compared word by word, so that no quoting makes one word look like two. `*` in a word stands for any characters of that
/// word; `*` as the last word for any number of words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CommandPattern {
    words: Vec<String>,
    /// As the page wrote it.
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

    /// Returns true if it names this command for certain. What is only known when it runs is taken by a whole `*` alone; a file
    /// that is opened, and variables that are set, only by words that are written for them.
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

    /// Returns true if it stands for one command alone.
    pub fn is_literal(&self) -> bool {
        !self.text.contains('*')
    }

    /// Returns true if it may name it: what is only known when it runs may be anything, and any number of words.
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
            // A pattern that ends before what is unknown names only what ends there too.
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

/// `*` in `pattern` stands for any characters. Linear in the text for each star.
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
