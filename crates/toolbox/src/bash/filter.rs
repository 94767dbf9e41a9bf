use super::command::{Argument, Command, Kind, commands};
use super::line::CommandLine;
use super::pattern::CommandPattern;
use super::special::is_special;

/// The commands that may run.
///
/// With patterns, a text has to be a [`CommandLine`], and the text that may run is its printed form: exactly the checked
/// command runs. Every command in it is checked, including those that `env`, `sudo`, `xargs`, `find -exec` and their like
/// run. A file that is opened by `>` or `<` counts as a command `> path` or `< path`. Variables in front of a command are
/// part of it. Text outside of the grammar is refused.
#[derive(Debug, Clone, Default)]
pub struct CommandFilter {
    allow: Option<Vec<CommandPattern>>,
    deny: Vec<CommandPattern>,
}

impl CommandFilter {
    /// A filter from a page's lists. Without `allow` everything is allowed that is not denied, which is not a security
    /// boundary: another program can always do the same.
    ///
    /// # Errors
    ///
    /// The list and the index of an empty pattern.
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

    /// The text that may run in place of this one: without patterns the text itself.
    ///
    /// # Errors
    ///
    /// The reason for a refusal, a way to write the command, and the allowed patterns.
    pub fn check(&self, text: &str) -> Result<String, String> {
        if self.allow.is_none() && self.deny.is_empty() {
            return Ok(text.to_owned());
        }
        let unclear = |why| {
            format!(
                "The command is not run: {why}. Write plain commands, joined by |, &&, || or ;, without expansions, substitutions, loops, \
                 here documents or comments; put special characters in single quotes. {}",
                self.allowed()
            )
        };
        let line = CommandLine::read(text).map_err(unclear)?;
        let commands = commands(&line).map_err(unclear)?;
        commands
            .iter()
            .try_for_each(|command| self.check_one(command))?;
        let moves = commands
            .iter()
            .any(|command| command.program() == Some("cd"));
        match commands.iter().find(|command| command.is_relative()) {
            Some(command) if moves => Err(unclear(format!(
                "after cd it is not known which file `{}` names; write its whole path, or leave out cd",
                command.for_people()
            ))),
            _ => Ok(line.to_string()),
        }
    }

    fn check_one(&self, command: &Command) -> Result<(), String> {
        let words = command.for_people();
        if let Some(pattern) = self.deny.iter().find(|pattern| denies(pattern, command)) {
            return Err(format!(
                "The page denies `{words}` (by \"{}\"). {}",
                pattern.text,
                self.allowed()
            ));
        }
        if !is_plain_path(command) {
            return Err(format!(
                "The command is not run: `{words}` has to name a file by its plain path, without .. in it. {}",
                self.allowed()
            ));
        }
        let is_special = is_special(command);
        let is_listed = match &self.allow {
            None => !is_special,
            Some(allow) => allow
                .iter()
                .any(|pattern| (pattern.is_literal() || !is_special) && pattern.names(command)),
        };
        if is_listed {
            return Ok(());
        }
        let why = if is_special {
            ", since its effects can't be checked here"
        } else {
            ""
        };
        Err(format!(
            "The page does not allow `{words}`{why}. {}",
            self.allowed()
        ))
    }

    /// The allowed commands, as text for a message.
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
            None => format!("Everything is allowed except: {}.", named(&self.deny)),
            Some(allow) if allow.is_empty() => "No command is allowed.".to_owned(),
            Some(allow) => format!(
                "Allowed: {} (a * at the end stands for any arguments).",
                named(allow)
            ),
        }
    }
}

/// Returns true if the pattern names the command, in any folder and with any variables before it.
fn denies(pattern: &CommandPattern, command: &Command) -> bool {
    let mut bare = command.words.clone();
    if let (Some(name), Some(first)) = (command.program().map(str::to_owned), bare.first_mut()) {
        *first = Argument::Known(name);
    }
    pattern.may_name(&command.all()) || pattern.may_name(&command.words) || pattern.may_name(&bare)
}

/// Returns false for the path of a redirection that leaves its folder, or that bash reads as a network address.
fn is_plain_path(command: &Command) -> bool {
    let path = match (command.kind, command.words.get(1)) {
        (Kind::Run, _) => return true,
        (_, Some(Argument::Known(path))) => path,
        _ => return false,
    };
    let rest = path.strip_prefix('/').unwrap_or(path);
    let is_part = |part: &str| !["", ".", ".."].contains(&part);
    let is_network = ["/dev/tcp/", "/dev/udp/"]
        .iter()
        .any(|prefix| path.starts_with(prefix));
    !is_network
        && rest
            .strip_prefix("./")
            .unwrap_or(rest)
            .split('/')
            .all(is_part)
}
