use super::lexer::{Token, Word, tokens};
use super::line::{CommandLine, Joint, PlainCommand, Redirect, is_name, is_reserved};

/// Commands of a line.
const MAX_COMMANDS: usize = 200;

impl CommandLine {
    /// Reads a text of the plain grammar, in one pass and at most 10,000 bytes.
    ///
    /// # Errors
    ///
    /// Text outside of the grammar, and its place: whatever a shell expands, computes or continues, here documents,
    /// compound commands, comments, characters that nobody sees.
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
    /// The command that is being read.
    open: Option<PlainCommand>,
    /// The operator before the next command; none where a command may be missing.
    joint: Option<Joint>,
    /// A redirection whose path comes next.
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
            (Token::Joint(joint), None) => self.join(joint),
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
        let joint = &mut self.joint;
        self.open.get_or_insert_with(|| PlainCommand {
            joint: joint.take().unwrap_or(Joint::Then),
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

    fn join(&mut self, joint: Joint) -> Result<(), String> {
        if self.open.is_none() {
            return Err("a command is missing before |, &&, || or ;".to_owned());
        }
        self.finish()?;
        self.joint = (joint != Joint::Then).then_some(joint);
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
        if self.joint.is_some() || self.commands.is_empty() {
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

/// `NAME=value`, where no quote stands before the value.
fn assignment(word: &Word) -> Option<(String, String)> {
    let (name, value) = word.text.split_once('=')?;
    (is_name(name) && name.len() < word.bare).then(|| (name.to_owned(), value.to_owned()))
}

/// A program's name must look like one to every shell, and to people.
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
