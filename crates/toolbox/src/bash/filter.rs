use super::command::Command;
use super::pattern::CommandPattern;
use super::seen::commands;

/// Which commands may run.
///
/// Every command in a text is looked at: in lists, pipes, subshells, substitutions, functions, and what `env`, `sudo`, `xargs`,
/// `find -exec`, `sh -c` and their like run. What can't be told before it runs is refused. A file that is opened by `>` or `<`
/// counts as a command `> path` or `< path`; variables that are set in front of a command are part of it.
#[derive(Debug, Clone, Default)]
pub struct CommandFilter {
    allow: Option<Vec<CommandPattern>>,
    deny: Vec<CommandPattern>,
}

impl CommandFilter {
    /// Of what a page lists. Without `allow` everything is allowed that is not denied, which is no fence: there is always
    /// another program that does the same.
    ///
    /// # Errors
    ///
    /// The list and the place of a pattern without a word.
    pub fn new(allow: Option<&[String]>, deny: &[String]) -> Result<Self, String> {
        let read = |list: &str, texts: &[String]| {
            let one = |(index, text): (usize, &String)| {
                CommandPattern::read(text).ok_or_else(|| {
                    format!("{list}[{index}] must be a command such as \"git status\" or \"ls *\"")
                })
            };
            texts
                .iter()
                .enumerate()
                .map(one)
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            allow: allow.map(|texts| read("allow", texts)).transpose()?,
            deny: read("deny", deny)?,
        })
    }

    /// Whether a text may run.
    ///
    /// # Errors
    ///
    /// Why not, and what would be allowed.
    pub fn check(&self, text: &str) -> Result<(), String> {
        if self.allow.is_none() && self.deny.is_empty() {
            return Ok(());
        }
        let commands = commands(text)
            .map_err(|why| format!("The command is not run: {why}. {}", self.allowed()))?;
        commands
            .iter()
            .try_for_each(|command| self.check_one(command))
    }

    fn check_one(&self, command: &Command) -> Result<(), String> {
        let words = command.in_words();
        if let Some(pattern) = self.deny.iter().find(|pattern| denies(pattern, command)) {
            return Err(format!(
                "The page denies `{words}` (by \"{}\"). {}",
                pattern.text,
                self.allowed()
            ));
        }
        let Some(allow) = &self.allow else {
            return Ok(());
        };
        if allow.iter().any(|pattern| pattern.names(&command.all())) {
            return Ok(());
        }
        Err(format!(
            "The page does not allow `{words}`. {}",
            self.allowed()
        ))
    }

    /// In words, what is allowed.
    #[must_use]
    pub fn allowed(&self) -> String {
        let named = |patterns: &[CommandPattern]| {
            let texts: Vec<&str> = patterns
                .iter()
                .take(30)
                .map(|pattern| pattern.text.as_str())
                .collect();
            let more = match patterns.len().saturating_sub(30) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{}{more}", texts.join(", "))
        };
        match &self.allow {
            None => format!("Allowed is everything but: {}.", named(&self.deny)),
            Some(allow) if allow.is_empty() => "No command is allowed.".to_owned(),
            Some(allow) => format!(
                "Allowed: {} (a * at the end stands for any arguments).",
                named(allow)
            ),
        }
    }
}

/// Whatever folder the program is named by, and whatever variables stand before it.
fn denies(pattern: &CommandPattern, command: &Command) -> bool {
    let mut bare = command.words.clone();
    if let (Some(name), Some(first)) = (command.program().map(str::to_owned), bare.first_mut()) {
        *first = super::words::Argument::Known(name);
    }
    pattern.may_name(&command.all()) || pattern.may_name(&command.words) || pattern.may_name(&bare)
}
