//! Everything that a text would run, as far as it can be seen without running it.

use brush_parser::ast::{
    AndOr, Assignment, AssignmentValue, BinaryPredicate, Command as Syntax,
    CommandPrefixOrSuffixItem as Item, CompoundCommand, CompoundList, ExtendedTestExpr,
    IoFileRedirectKind as Kind, IoFileRedirectTarget as Target, IoRedirect, Pipeline,
    SimpleCommand, UnaryPredicate, Word,
};
use brush_parser::word::parse_heredoc;
use brush_parser::{Parser, ParserOptions};

use super::command::Command;
use super::words::{Argument, Read, check_arithmetic, read_text, read_word};
use super::wrappers::{Inner, inner};

/// Characters of a command.
const MAX_LENGTH: usize = 10_000;
/// How deep brackets of any kind may be nested: the grammar tries each of them in several ways.
const MAX_NESTED: usize = 12;
/// How deep a text may stand in another: `$(…)`, `sh -c '…'`.
const MAX_TEXTS: usize = 6;
/// Commands in all.
const MAX_COMMANDS: usize = 200;
/// What begins a compound command.
const KEYWORDS: [&str; 6] = ["if", "while", "until", "for", "case", "select"];

/// Every command in a text.
///
/// # Errors
///
/// Why it can't be told what it runs.
pub(super) fn commands(text: &str) -> Result<Vec<Command>, String> {
    let mut seen = Seen::default();
    seen.text(text, 0)?;
    Ok(seen.commands)
}

#[derive(Default)]
struct Seen {
    commands: Vec<Command>,
    depth: usize,
}

type Checked = Result<(), String>;

impl Seen {
    fn text(&mut self, text: &str, depth: usize) -> Checked {
        check_size(text, depth)?;
        let outer = std::mem::replace(&mut self.depth, depth);
        let program = Parser::new(text.as_bytes(), &ParserOptions::default())
            .parse_program()
            .map_err(|error| format!("it can't be read as bash ({error})"))?;
        for list in &program.complete_commands {
            self.list(list)?;
        }
        self.depth = outer;
        Ok(())
    }

    fn list(&mut self, list: &CompoundList) -> Checked {
        for item in &list.0 {
            self.pipeline(&item.0.first)?;
            for more in &item.0.additional {
                match more {
                    AndOr::And(pipeline) | AndOr::Or(pipeline) => self.pipeline(pipeline)?,
                }
            }
        }
        Ok(())
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Checked {
        pipeline
            .seq
            .iter()
            .try_for_each(|command| self.command(command))
    }

    fn command(&mut self, command: &Syntax) -> Checked {
        match command {
            Syntax::Simple(simple) => self.simple(simple),
            Syntax::Compound(compound, redirects) => {
                self.redirects(redirects.as_ref().map(|list| list.0.as_slice()))?;
                self.compound(compound)
            }
            Syntax::Function(function) => {
                self.redirects(function.body.1.as_ref().map(|list| list.0.as_slice()))?;
                self.compound(&function.body.0)
            }
            Syntax::ExtendedTest(test, redirects) => {
                self.redirects(redirects.as_ref().map(|list| list.0.as_slice()))?;
                self.test(&test.expr)
            }
        }
    }

    fn compound(&mut self, compound: &CompoundCommand) -> Checked {
        match compound {
            CompoundCommand::Arithmetic(command) => check_arithmetic(&command.expr.value),
            CompoundCommand::ArithmeticForClause(command) => {
                let parts = [&command.initializer, &command.condition, &command.updater];
                parts
                    .into_iter()
                    .flatten()
                    .try_for_each(|part| check_arithmetic(&part.value))?;
                self.list(&command.body.list)
            }
            CompoundCommand::BraceGroup(group) => self.list(&group.list),
            CompoundCommand::Subshell(subshell) => self.list(&subshell.list),
            CompoundCommand::ForClause(command) => {
                for word in command.values.iter().flatten() {
                    self.word(word)?;
                }
                self.list(&command.body.list)
            }
            CompoundCommand::CaseClause(command) => {
                self.word(&command.value)?;
                for case in &command.cases {
                    for pattern in &case.patterns {
                        self.word(pattern)?;
                    }
                    if let Some(list) = &case.cmd {
                        self.list(list)?;
                    }
                }
                Ok(())
            }
            CompoundCommand::IfClause(command) => {
                self.list(&command.condition)?;
                self.list(&command.then)?;
                for other in command.elses.iter().flatten() {
                    if let Some(condition) = &other.condition {
                        self.list(condition)?;
                    }
                    self.list(&other.body)?;
                }
                Ok(())
            }
            CompoundCommand::WhileClause(command) | CompoundCommand::UntilClause(command) => {
                self.list(&command.0)?;
                self.list(&command.1.list)
            }
            CompoundCommand::Coprocess(command) => self.command(&command.body),
        }
    }

    fn test(&mut self, test: &ExtendedTestExpr) -> Checked {
        match test {
            ExtendedTestExpr::And(one, other) | ExtendedTestExpr::Or(one, other) => {
                self.test(one)?;
                self.test(other)
            }
            ExtendedTestExpr::Not(one) | ExtendedTestExpr::Parenthesized(one) => self.test(one),
            ExtendedTestExpr::UnaryTest(
                UnaryPredicate::ShellVariableIsSetAndAssigned
                | UnaryPredicate::ShellVariableIsSetAndNameRef,
                _,
            ) => Err("[[ -v … ]] can't be seen through".to_owned()),
            ExtendedTestExpr::UnaryTest(_, word) => self.word(word).map(drop),
            ExtendedTestExpr::BinaryTest(kind, one, other) => {
                if is_arithmetic(kind) {
                    check_arithmetic(&one.value)?;
                    check_arithmetic(&other.value)?;
                }
                self.word(one)?;
                self.word(other).map(drop)
            }
        }
    }

    fn simple(&mut self, simple: &SimpleCommand) -> Checked {
        let mut command = Command::of(Vec::new());
        let before = simple.prefix.iter().flat_map(|prefix| &prefix.0);
        for item in before {
            self.item(item, &mut command, true)?;
        }
        if let Some(name) = &simple.word_or_name {
            let name = self.word(name)?;
            if name == Argument::Unknown {
                return Err(
                    "which program runs is only known when it runs; name it plainly".to_owned(),
                );
            }
            command.words.push(name);
        }
        let after = simple.suffix.iter().flat_map(|suffix| &suffix.0);
        for item in after {
            self.item(item, &mut command, false)?;
        }
        if command.words.is_empty() && command.assignments.is_empty() {
            return Ok(());
        }
        self.add(command)
    }

    fn item(&mut self, item: &Item, command: &mut Command, is_before: bool) -> Checked {
        match item {
            Item::IoRedirect(redirect) => self.redirect(redirect),
            Item::Word(word) => {
                let word = self.word(word)?;
                command.words.push(word);
                Ok(())
            }
            Item::AssignmentWord(assignment, word) => {
                self.assignment(assignment)?;
                let argument = self.word(word).unwrap_or(Argument::Unknown);
                if is_before {
                    command.assignments.push(argument);
                } else {
                    command.words.push(argument);
                }
                Ok(())
            }
            Item::ProcessSubstitution(_, subshell) => {
                command.words.push(Argument::Unknown);
                self.list(&subshell.list)
            }
        }
    }

    fn assignment(&mut self, assignment: &Assignment) -> Checked {
        if matches!(
            assignment.name,
            brush_parser::ast::AssignmentName::ArrayElementName(..)
        ) {
            return Err("a variable with an index can't be seen through".to_owned());
        }
        match &assignment.value {
            AssignmentValue::Scalar(word) => self.word(word).map(drop),
            AssignmentValue::Array(items) => {
                for (index, value) in items {
                    if index.is_some() {
                        return Err("a variable with an index can't be seen through".to_owned());
                    }
                    self.word(value)?;
                }
                Ok(())
            }
        }
    }

    fn redirects(&mut self, redirects: Option<&[IoRedirect]>) -> Checked {
        redirects
            .unwrap_or_default()
            .iter()
            .try_for_each(|redirect| self.redirect(redirect))
    }

    fn redirect(&mut self, redirect: &IoRedirect) -> Checked {
        match redirect {
            IoRedirect::File(_, kind, target) => self.file(kind, target),
            IoRedirect::OutputAndError(word, _) => {
                let path = self.word(word)?;
                self.opens(">", path)
            }
            IoRedirect::HereString(_, word) => self.word(word).map(drop),
            IoRedirect::HereDocument(_, document) => {
                if document.requires_expansion {
                    let text = &document.doc.value;
                    parse_heredoc(text, &ParserOptions::default())
                        .map_err(|_| "a here document can't be read".to_owned())?;
                    // Its quotes are letters, so every substitution in it is one: read with each quote escaped.
                    let escaped = text.replace('"', "\\\"").replace('\'', "\\'");
                    let read = read_text(&format!("\"{escaped}\""))?;
                    self.run(&read)?;
                }
                Ok(())
            }
        }
    }

    fn file(&mut self, kind: &Kind, target: &Target) -> Checked {
        match target {
            Target::Fd(_) => Ok(()),
            Target::ProcessSubstitution(_, subshell) => self.list(&subshell.list),
            Target::Filename(word) | Target::Duplicate(word) => {
                let path = self.word(word)?;
                let is_number = matches!(&path, Argument::Known(text)
                    if text.trim_end_matches('-').chars().all(|letter| letter.is_ascii_digit()));
                let is_copy = matches!(kind, Kind::DuplicateInput | Kind::DuplicateOutput);
                if is_copy && is_number {
                    return Ok(());
                }
                let reads = matches!(kind, Kind::Read | Kind::DuplicateInput);
                self.opens(if reads { "<" } else { ">" }, path)
            }
        }
    }

    /// A file that is opened counts as a command of its own: `> path`.
    fn opens(&mut self, sign: &str, path: Argument) -> Checked {
        if matches!(&path, Argument::Known(text) if text == "/dev/null") {
            return Ok(());
        }
        self.push(Command::of(vec![Argument::Known(sign.to_owned()), path]))
    }

    fn word(&mut self, word: &Word) -> Result<Argument, String> {
        let read = read_word(word)?;
        let argument = read.argument.clone();
        self.run(&read)?;
        Ok(argument)
    }

    fn run(&mut self, read: &Read) -> Checked {
        let depth = self.depth + 1;
        read.commands
            .iter()
            .try_for_each(|command| self.text(command, depth))
    }

    fn add(&mut self, command: Command) -> Checked {
        let runs = inner(&command)?;
        self.push(command)?;
        match runs {
            Inner::Nothing => Ok(()),
            Inner::Text(text) => self.text(&text, self.depth + 1),
            Inner::Commands(commands) => commands.into_iter().try_for_each(|inner| self.add(inner)),
        }
    }

    fn push(&mut self, command: Command) -> Checked {
        if self.commands.len() >= MAX_COMMANDS {
            return Err(format!("it has more than {MAX_COMMANDS} commands"));
        }
        self.commands.push(command);
        Ok(())
    }
}

fn is_arithmetic(kind: &BinaryPredicate) -> bool {
    matches!(
        kind,
        BinaryPredicate::ArithmeticEqualTo
            | BinaryPredicate::ArithmeticNotEqualTo
            | BinaryPredicate::ArithmeticLessThan
            | BinaryPredicate::ArithmeticLessThanOrEqualTo
            | BinaryPredicate::ArithmeticGreaterThan
            | BinaryPredicate::ArithmeticGreaterThanOrEqualTo
    )
}

/// The grammar is read by trying, which takes exponentially long for what is nested.
fn check_size(text: &str, depth: usize) -> Checked {
    if text.len() > MAX_LENGTH {
        return Err(format!("it is longer than {MAX_LENGTH} bytes"));
    }
    if depth > MAX_TEXTS {
        return Err("commands stand in commands too deeply".to_owned());
    }
    if text.contains('\0') {
        return Err("it has a NUL in it".to_owned());
    }
    let mut open = 0_usize;
    let mut deepest = 0;
    for letter in text.chars() {
        match letter {
            '(' | '{' | '[' => open += 1,
            ')' | '}' | ']' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let keywords = text
        .split(|letter| !is_word(letter))
        .filter(|word| KEYWORDS.contains(word))
        .count();
    let quotes = text.matches('`').count();
    if deepest > MAX_NESTED || keywords > MAX_NESTED || quotes > 4 * MAX_NESTED {
        return Err("it is nested too deeply".to_owned());
    }
    Ok(())
}
