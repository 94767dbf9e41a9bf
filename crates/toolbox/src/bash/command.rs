use super::line::{CommandLine, PlainCommand, Redirect};
use super::wrappers::inner;

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Argument {
    /// It is this text.
    Known(String),
    /// It is only known when the command runs: a line that `xargs` reads, a file that `find` finds.
    Unknown,
}

/// A command as it was understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Run,
    /// It opens a file by `<`.
    Read,
    /// It opens a file by `>` or `>>`.
    Write,
}

/// One thing that a command line does, as the filter judges it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub kind: Kind,
    /// Variables that are set for it: `NAME=value`.
    pub assignments: Vec<Argument>,
    /// The program and its arguments; `>` or `<` and a path for a file.
    pub words: Vec<Argument>,
}

/// Commands that one line may have, with those that its programs run.
const MAX_COMMANDS: usize = 200;
/// The deepest nesting of programs that run each other.
const MAX_DEPTH: usize = 8;

/// Everything that a command line does.
///
/// # Errors
///
/// Which program's arguments do not tell what it runs.
pub(super) fn commands(line: &CommandLine) -> Result<Vec<Command>, String> {
    let mut all = Vec::new();
    for command in &line.commands {
        all.extend(command.redirects.iter().filter_map(file));
        add(&mut all, Command::plain(command), 0)?;
    }
    Ok(all)
}

fn add(all: &mut Vec<Command>, command: Command, depth: usize) -> Result<(), String> {
    if depth > MAX_DEPTH || all.len() >= MAX_COMMANDS {
        return Err("it runs too many programs by programs".to_owned());
    }
    let runs = inner(&command)?;
    all.push(command);
    runs.into_iter()
        .try_for_each(|inner| add(all, inner, depth + 1))
}

/// A file that is opened. `/dev/null` and copies of streams open nothing.
fn file(redirect: &Redirect) -> Option<Command> {
    let (kind, sign, path) = match redirect {
        Redirect::Copy { .. } => return None,
        Redirect::Read { path } => (Kind::Read, "<", path),
        Redirect::Write { path, .. } => (Kind::Write, ">", path),
    };
    (path != "/dev/null").then(|| Command {
        kind,
        assignments: Vec::new(),
        words: vec![
            Argument::Known(sign.to_owned()),
            Argument::Known(path.clone()),
        ],
    })
}

impl Command {
    fn plain(command: &PlainCommand) -> Self {
        let assignments = command.assignments.iter();
        Self {
            kind: Kind::Run,
            assignments: assignments
                .map(|(name, value)| Argument::Known(format!("{name}={value}")))
                .collect(),
            words: command.words.iter().cloned().map(Argument::Known).collect(),
        }
    }

    /// All of it, as an allowed pattern has to name it.
    pub fn all(&self) -> Vec<Argument> {
        self.assignments
            .iter()
            .chain(&self.words)
            .cloned()
            .collect()
    }

    /// The program's name without its folder.
    pub fn program(&self) -> Option<&str> {
        match (self.kind, self.words.first()?) {
            (Kind::Run, Argument::Known(name)) => Some(name.rsplit('/').next().unwrap_or(name)),
            _ => None,
        }
    }

    /// Returns true if which file is meant depends on the folder that it runs in.
    pub fn is_relative(&self) -> bool {
        let name = usize::from(self.kind != Kind::Run);
        match self.words.get(name) {
            Some(Argument::Known(path)) => {
                !path.starts_with('/') && (self.kind != Kind::Run || path.contains('/'))
            }
            _ => false,
        }
    }

    /// For people: what is only known when it runs is `…`.
    pub fn in_words(&self) -> String {
        let words: Vec<&str> = self
            .assignments
            .iter()
            .chain(&self.words)
            .map(|argument| match argument {
                Argument::Known(text) => text.as_str(),
                Argument::Unknown => "…",
            })
            .collect();
        words.join(" ").chars().take(200).collect()
    }
}
