use super::line::{CommandLine, PlainCommand, Redirect};
use super::wrappers::inner;

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Argument {
    /// The word is this text.
    Known(String),
    /// The word is only known when the command runs: a line that `xargs` reads, a file that `find` finds.
    Unknown,
}

/// The kind of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Run,
    /// Opens a file by `<`.
    Read,
    /// Opens a file by `>` or `>>`.
    Write,
}

/// One action of a command line, as the filter checks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    pub kind: Kind,
    /// Variables that are set only for it: `NAME=value`.
    pub assignments: Vec<Argument>,
    /// The program and its arguments; for a file, `>` or `<` and its path.
    pub words: Vec<Argument>,
}

/// The maximum number of commands of one line, including those that its programs run.
const MAX_COMMANDS: usize = 200;
/// The maximum depth of programs that run each other.
const MAX_DEPTH: usize = 8;

/// Every action of a command line.
///
/// # Errors
///
/// The program whose arguments do not reveal the commands that it runs.
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
        return Err("its programs run too many others".to_owned());
    }
    let runs = inner(&command)?;
    all.push(command);
    runs.into_iter()
        .try_for_each(|inner| add(all, inner, depth + 1))
}

/// The file that a redirection opens. `/dev/null` and copies of streams open nothing.
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

    /// The whole command, as an allowed pattern has to name it.
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

    /// Returns true if the meant file depends on the folder in which the command runs.
    pub fn is_relative(&self) -> bool {
        let name = usize::from(self.kind != Kind::Run);
        match self.words.get(name) {
            Some(Argument::Known(path)) => {
                !path.starts_with('/') && (self.kind != Kind::Run || path.contains('/'))
            }
            _ => false,
        }
    }

    /// The command for people: a word that is only known when it runs is `…`.
    pub fn for_people(&self) -> String {
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
