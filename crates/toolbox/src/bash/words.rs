use brush_parser::ParserOptions;
use brush_parser::ast::Word;
use brush_parser::word::{Parameter, ParameterExpr, WordPiece, WordPieceWithSource, parse};

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Argument {
    /// It is this text.
    Known(String),
    /// A shell makes something of it: a variable, a pattern of files, another command's output.
    Unknown,
}

/// What a word holds.
pub(super) struct Read {
    pub argument: Argument,
    /// Commands that are run to make it.
    pub commands: Vec<String>,
}

/// How deep words may be nested in words.
const MAX_DEPTH: usize = 8;

/// Reads a word as bash does.
///
/// # Errors
///
/// What of it can't be seen through.
pub(super) fn read_word(word: &Word) -> Result<Read, String> {
    read_text(&word.value)
}

pub(super) fn read_text(text: &str) -> Result<Read, String> {
    let mut reader = Reader::default();
    reader.text(text, 0)?;
    Ok(Read {
        argument: if reader.is_unknown {
            Argument::Unknown
        } else {
            Argument::Known(reader.literal)
        },
        commands: reader.commands,
    })
}

#[derive(Default)]
struct Reader {
    literal: String,
    is_unknown: bool,
    commands: Vec<String>,
}

impl Reader {
    fn text(&mut self, text: &str, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let pieces = parse(text, &ParserOptions::default())
            .map_err(|_| format!("{text:?} can't be read as a word"))?;
        self.pieces(&pieces, false, depth)
    }

    fn pieces(
        &mut self,
        pieces: &[WordPieceWithSource],
        is_quoted: bool,
        depth: usize,
    ) -> Result<(), String> {
        for piece in pieces {
            self.piece(&piece.piece, is_quoted, depth)?;
        }
        Ok(())
    }

    fn piece(&mut self, piece: &WordPiece, is_quoted: bool, depth: usize) -> Result<(), String> {
        match piece {
            WordPiece::Text(text) => {
                // Patterns of files, and braces, which one word becomes several by.
                self.is_unknown |=
                    !is_quoted && text.contains(['*', '?', '[', '{', '}', '(', ')', '~']);
                self.literal.push_str(text);
            }
            WordPiece::SingleQuotedText(text) => self.literal.push_str(text),
            WordPiece::EscapeSequence(text) => {
                let mut letters = text.chars();
                match (letters.next(), letters.as_str()) {
                    (Some('\\'), "\n") => {}
                    (Some('\\'), letter) => self.literal.push_str(letter),
                    _ => self.literal.push_str(text),
                }
            }
            WordPiece::DoubleQuotedSequence(pieces) => self.pieces(pieces, true, depth)?,
            WordPiece::GettextDoubleQuotedSequence(pieces) => {
                self.is_unknown = true;
                self.pieces(pieces, true, depth)?;
            }
            WordPiece::AnsiCQuotedText(_) | WordPiece::TildeExpansion(_) => self.is_unknown = true,
            WordPiece::CommandSubstitution(command) => {
                self.is_unknown = true;
                self.commands.push(command.clone());
            }
            WordPiece::BackquotedCommandSubstitution(command) => {
                self.is_unknown = true;
                self.commands.push(unescape_backquotes(command));
            }
            WordPiece::ArithmeticExpression(expression) => {
                self.is_unknown = true;
                check_arithmetic(&expression.value)?;
            }
            WordPiece::ParameterExpansion(expression) => {
                self.is_unknown = true;
                self.parameter(expression, depth)?;
            }
        }
        Ok(())
    }

    /// Only forms whose meaning is plain: others compute, follow names of names, or expand a variable's content as a prompt.
    fn parameter(&mut self, expression: &ParameterExpr, depth: usize) -> Result<(), String> {
        let (parameter, indirect, inner) =
            match expression {
                ParameterExpr::Parameter {
                    parameter,
                    indirect,
                }
                | ParameterExpr::ParameterLength {
                    parameter,
                    indirect,
                } => (parameter, indirect, &None),
                ParameterExpr::UseDefaultValues {
                    parameter,
                    indirect,
                    default_value: inner,
                    ..
                }
                | ParameterExpr::UseAlternativeValue {
                    parameter,
                    indirect,
                    alternative_value: inner,
                    ..
                } => (parameter, indirect, inner),
                _ => return Err(
                    "a variable is expanded in a form that can't be seen through; write it plainly"
                        .to_owned(),
                ),
            };
        let is_plain = !indirect && !matches!(parameter, Parameter::NamedWithIndex { .. });
        if !is_plain {
            return Err("a variable is named by another, or has an index, which can't be seen through; write it plainly".to_owned());
        }
        match inner {
            Some(text) => self.text(text, depth + 1),
            None => Ok(()),
        }
    }
}

/// In an arithmetic expression a variable's content is computed as well, and may run commands.
pub(super) fn check_arithmetic(text: &str) -> Result<(), String> {
    let is_plain = text.chars().all(|letter| {
        letter.is_ascii_digit()
            || letter.is_ascii_whitespace()
            || "+-*/%()<>=!&|^~,?:".contains(letter)
    });
    if is_plain {
        Ok(())
    } else {
        Err("arithmetic with anything but numbers can't be seen through".to_owned())
    }
}

fn unescape_backquotes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_escaped = letter == '\\' && matches!(letters.peek(), Some('`' | '\\' | '$'));
        out.extend(if is_escaped {
            letters.next()
        } else {
            Some(letter)
        });
    }
    out
}
