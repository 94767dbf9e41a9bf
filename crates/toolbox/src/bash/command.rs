use super::words::Argument;

/// One thing that a text would do: run a program, set a variable, or open a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    /// Variables that are set for it, or by it: `NAME=value`.
    pub assignments: Vec<Argument>,
    /// The program and its arguments; `>` and a path for a file that is written, `<` for one that is read.
    pub words: Vec<Argument>,
}

impl Command {
    pub fn of(words: Vec<Argument>) -> Self {
        Self {
            assignments: Vec::new(),
            words,
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
        match self.words.first()? {
            Argument::Known(name) => Some(name.rsplit('/').next().unwrap_or(name)),
            Argument::Unknown => None,
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
