use super::lexer::{Token, Word, tokens};
use super::line::{CommandLine, Operator, PlainCommand, Redirect, is_name, is_reserved};

/// The maximum number of commands of a line.
const MAX_COMMANDS: usize = 200;

impl CommandLine {
    /// Reads a text of the plain grammar, in one pass and at most 10,000 bytes.
    ///
    /// # Errors
    ///
    /// Text outside of the grammar, with its place: everything that a shell expands, computes or continues, here documents,
    /// compound commands, comments, invisible characters.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut parser = Parser::default();
        for token in tokens(text)? {
            parser.token(token)?;
        }
        parser.end()
    }
}

#[derive(Default)]
struct Parser {
    commands: Vec<PlainCommand>,
    /// The unfinished command.
    open: Option<PlainCommand>,
    /// The operator before the next command; `None` if no command has to follow.
    operator: Option<Operator>,
    /// A redirection whose path follows.
    redirect: Option<Redirect>,
}

impl Parser {
    fn token(&mut self, token: Token) -> Result<(), String> {
        match (token, self.redirect.take()) {
            (Token::Word(word), Some(redirect)) => {
                let redirect = with_path(redirect, word.text);
                self.command().redirects.push(redirect);
                Ok(())
            }
            (_, Some(_)) => Err("a redirection has no path".to_owned()),
            (Token::Word(word), None) => self.word(word),
            (Token::Operator(operator), None) => self.join(operator),
            (Token::NewLine, None) if self.open.is_none() => Ok(()),
            (Token::NewLine, None) => self.finish(),
            (Token::Copy { errors }, None) => {
                self.command().redirects.push(Redirect::Copy { errors });
                Ok(())
            }
            (Token::Read, None) => {
                let path = String::new();
                self.redirect = Some(Redirect::Read { path });
                Ok(())
            }
            (Token::Write { errors, append }, None) => {
                let path = String::new();
                self.redirect = Some(Redirect::Write {
                    errors,
                    append,
                    path,
                });
                Ok(())
            }
        }
    }

    fn command(&mut self) -> &mut PlainCommand {
        let operator = &mut self.operator;
        self.open.get_or_insert_with(|| PlainCommand {
            operator: operator.take().unwrap_or(Operator::Then),
            assignments: Vec::new(),
            words: Vec::new(),
            redirects: Vec::new(),
        })
    }

    fn word(&mut self, word: Word) -> Result<(), String> {
        let command = self.command();
        if command.words.is_empty() {
            if let Some((name, value)) = assignment(&word) {
                command.assignments.push((name, value));
                return Ok(());
            }
            check_program(&word)?;
        }
        command.words.push(word.text);
        Ok(())
    }

    fn join(&mut self, operator: Operator) -> Result<(), String> {
        if self.open.is_none() {
            return Err("a command is missing before |, &&, || or ;".to_owned());
        }
        self.finish()?;
        self.operator = (operator != Operator::Then).then_some(operator);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), String> {
        let Some(command) = self.open.take() else {
            return Ok(());
        };
        if command.words.is_empty() {
            return Err("a variable is set, or a file opened, without a program".to_owned());
        }
        if self.commands.len() == MAX_COMMANDS {
            return Err(format!("it has more than {MAX_COMMANDS} commands"));
        }
        self.commands.push(command);
        Ok(())
    }

    fn end(mut self) -> Result<CommandLine, String> {
        if self.redirect.is_some() {
            return Err("a redirection has no path".to_owned());
        }
        self.finish()?;
        if self.operator.is_some() || self.commands.is_empty() {
            return Err("a command is missing at the end".to_owned());
        }
        Ok(CommandLine {
            commands: self.commands,
        })
    }
}

fn with_path(redirect: Redirect, path: String) -> Redirect {
    match redirect {
        Redirect::Read { .. } => Redirect::Read { path },
        Redirect::Write { errors, append, .. } => Redirect::Write {
            errors,
            append,
            path,
        },
        copy @ Redirect::Copy { .. } => copy,
    }
}

/// `NAME=value`, unless there is a quote before the value.
fn assignment(word: &Word) -> Option<(String, String)> {
    let (name, value) = word.text.split_once('=')?;
    (is_name(name) && name.len() < word.bare).then(|| (name.to_owned(), value.to_owned()))
}

/// Checks that every shell, and a person, reads a word as a program's name.
fn check_program(word: &Word) -> Result<(), String> {
    let text = word.text.as_str();
    if word.is_bare() && is_reserved(text) {
        return Err(format!("{text} begins or ends a compound command"));
    }
    let is_odd = text.is_empty()
        || text.starts_with(['-', '+', '%'])
        || text.contains(['=', '\'', '"', '\\', '{', '}', '$', '`']);
    if is_odd {
        return Err(format!(
            "{text:?} stands where a program's name is expected"
        ));
    }
    Ok(())
}
