use std::fmt;

/// A command line of the plain grammar: simple commands of literal words, joined by `|`, `&&`, `||` and `;`.
///
/// `Display` prints it, with every word quoted that a shell could read differently. That text runs instead of the original,
/// so exactly the checked command runs. It means the same to bash, dash and busybox ash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine {
    /// The commands in order; never empty.
    pub commands: Vec<PlainCommand>,
}

/// A program with its words and its redirections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainCommand {
    /// The operator before it; [`Operator::Then`] for the first command.
    pub operator: Operator,
    /// Variables that are set only for it: name and value.
    pub assignments: Vec<(String, String)>,
    /// The program and its arguments; never empty.
    pub words: Vec<String>,
    /// The redirections, in order.
    pub redirects: Vec<Redirect>,
}

/// The operator between a command and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
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
        /// Whether standard error is redirected, instead of standard output.
        errors: bool,
        /// Whether the output is appended.
        append: bool,
        /// The file.
        path: String,
    },
    /// `2>&1`, or `>&2`.
    Copy {
        /// Whether standard error goes to standard output, instead of the other way.
        errors: bool,
    },
}

/// Words with a special meaning at the beginning of a command, in any of the shells.
const RESERVED: [&str; 23] = [
    "!", "[[", "]]", "case", "coproc", "do", "done", "elif", "else", "end", "esac", "fi", "for",
    "function", "if", "in", "select", "then", "time", "until", "while", "{", "}",
];

/// Returns true for a word that can't be a program's name at the beginning of a command.
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
            match command.operator {
                _ if index == 0 => {}
                Operator::Then => out.write_str("; ")?,
                Operator::And => out.write_str(" && ")?,
                Operator::Or => out.write_str(" || ")?,
                Operator::Pipe => out.write_str(" | ")?,
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
        // The space before it separates a number that is a word from the number of a stream.
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

/// A word as every shell reads it: bare if every character is plain, otherwise in single quotes.
fn quoted(word: &str) -> String {
    let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"_./:,+@%=-".contains(&byte);
    if !word.is_empty() && !word.starts_with('=') && word.bytes().all(is_safe) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
