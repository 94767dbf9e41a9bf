use std::fmt;

/// A command line of the plain grammar: simple commands of literal words, joined by `|`, `&&`, `||` and `;`.
///
/// It is printed anew by `Display`, every word quoted that a shell could read as anything but itself. That text, not the one
/// it was read from, is what runs: what was checked is what is run. It means the same to bash, dash and busybox ash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    /// In order; never empty.
    pub commands: Vec<PlainCommand>,
}

/// A program with its words, and what its input and output are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainCommand {
    /// The operator before it; [`Joint::Then`] for the first command.
    pub joint: Joint,
    /// Variables that are set for it alone: name and value.
    pub assignments: Vec<(String, String)>,
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
    /// Its redirections, in order.
    pub redirects: Vec<Redirect>,
}

/// The operator between a command and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// `;` or a new line.
    Then,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `|`.
    Pipe,
}

/// A redirection of input or output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redirect {
    /// `< path`.
    Read {
        /// The file.
        path: String,
    },
    /// `> path`, `2>> path`.
    Write {
        /// Standard error; otherwise standard output.
        errors: bool,
        /// Added to the end of the file.
        append: bool,
        /// The file.
        path: String,
    },
    /// `2>&1`, or `>&2`.
    Copy {
        /// Standard error goes where standard output goes; otherwise the other way.
        errors: bool,
    },
}

/// Words with a meaning of their own where a command begins, in any of the shells.
const RESERVED: [&str; 23] = [
    "!", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "end", "esac", "fi", "for",
    "function", "if", "in", "select", "then", "time", "until", "while", "{", "}",
];

/// Returns true for a word that is no program's name where a command begins.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// Returns true for the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.bytes().all(is_part)
        && text
            .bytes()
            .next()
            .is_some_and(|byte| !byte.is_ascii_digit())
}

impl fmt::Display for CommandLine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, command) in self.commands.iter().enumerate() {
            match command.joint {
                _ if index == 0 => {}
                Joint::Then => out.write_str("; ")?,
                Joint::And => out.write_str(" && ")?,
                Joint::Or => out.write_str(" || ")?,
                Joint::Pipe => out.write_str(" | ")?,
            }
            write!(out, "{command}")?;
        }
        Ok(())
    }
}

impl fmt::Display for PlainCommand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.assignments {
            write!(out, "{name}={} ", quoted(value))?;
        }
        for (index, word) in self.words.iter().enumerate() {
            match index {
                0 if is_reserved(word) => write!(out, "'{word}'")?,
                0 => out.write_str(&quoted(word))?,
                _ => write!(out, " {}", quoted(word))?,
            }
        }
        // The space before it keeps a number that is a word from being the number of a stream.
        self.redirects
            .iter()
            .try_for_each(|redirect| write!(out, " {redirect}"))
    }
}

impl fmt::Display for Redirect {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { path } => write!(out, "< {}", quoted(path)),
            Self::Copy { errors: true } => out.write_str("2>&1"),
            Self::Copy { errors: false } => out.write_str(">&2"),
            Self::Write {
                errors,
                append,
                path,
            } => {
                let stream = if *errors { "2" } else { "" };
                let sign = if *append { ">>" } else { ">" };
                write!(out, "{stream}{sign} {}", quoted(path))
            }
        }
    }
}

/// A word as every shell reads it: bare if no character of it could mean anything else, in single quotes otherwise.
fn quoted(word: &str) -> String {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"_./:,+@%=-".contains(&byte);
    if !word.is_empty() && !word.starts_with('=') && word.bytes().all(is_safe) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
