use std::ops::ControlFlow;

use super::event::MarkedCall;
use ag_ui_lit::json::{
    ArgumentsError, BigIntegers, MOST_DEPTH, ReadOptions, Reader, SyntaxErrorKind,
};

/// The beginning of a marker.
pub(super) const BEGINNING: &str = "<tool_call";

/// The end of a marker.
pub(super) const END: &str = "</tool_call>";

/// The maximum number of bytes of a marker's arguments. While they are being written, later text has to wait.
pub const MAX_ARGUMENTS: usize = 1 << 22;

/// The maximum length of a marker's name. A tool's name has at most 64 characters; a longer one is answered as an unknown
/// tool.
pub const MAX_NAME: usize = 128;

/// A marker that is being written, after [`BEGINNING`].
#[derive(Debug)]
pub(super) struct Marker {
    /// The text so far, unchanged.
    text: String,
    part: Part,
    /// The number of letters of a keyword that have arrived.
    letters: usize,
    name: String,
    reader: Reader,
    /// The offset of the arguments in the text.
    begin: usize,
    end: usize,
    /// Their length so far in UTF-16 units, the unit of the reader.
    units: usize,
}

/// The next part of a marker. Space is allowed between parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// `name`, and the space before it.
    Name,
    NameEquals,
    Quote,
    /// The name, up to the same quote.
    NameText(char),
    /// `args`, or the end of a marker without them.
    Args,
    ArgsEquals,
    Value,
    Arguments,
    Tail,
    /// `>` after `/`
    ShortEnd,
    /// `</tool_call`
    End,
    EndTail,
}

/// The result of reading a piece of text.
#[derive(Debug)]
pub(super) enum Read {
    /// The marker continues.
    All,
    /// The marker is complete after this number of bytes.
    Call(usize, MarkedCall),
    /// The text is not a marker. It was correct up to this byte.
    Broken(usize, Fault),
}

/// The reason why a text is not a marker.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) message: String,
    /// Whether the fault is in the arguments: the text after it may still belong to them.
    pub(super) in_arguments: bool,
}

type Step = ControlFlow<Result<(), Fault>>;

impl Marker {
    pub(super) fn new(big_integers: BigIntegers) -> Self {
        Self {
            text: BEGINNING.to_owned(),
            part: Part::Name,
            letters: 0,
            name: String::new(),
            reader: Reader::new(ReadOptions {
                max_depth: MOST_DEPTH,
                big_integers,
            }),
            begin: 0,
            end: 0,
            units: 0,
        }
    }

    /// The whole text of a broken marker.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Reads the next piece of the text.
    pub(super) fn read(&mut self, text: &str) -> Read {
        let mut at = 0;
        while let Some(character) = text[at..].chars().next() {
            if self.part == Part::Arguments {
                // Only a brace can end the object, so the text between two braces is skipped.
                let length = text[at..]
                    .find('}')
                    .map_or(text.len() - at, |brace| brace + 1);
                let piece = &text[at..at + length];
                if let Err((before, fault)) = self.arguments(piece) {
                    self.text.push_str(&piece[..before]);
                    return Read::Broken(at + before, fault);
                }
                self.text.push_str(piece);
                at += length;
                if self.reader.is_complete() {
                    self.end = self.text.len();
                    self.part = Part::Tail;
                }
                continue;
            }
            match self.next(character) {
                ControlFlow::Continue(()) => {
                    self.text.push(character);
                    at += character.len_utf8();
                }
                ControlFlow::Break(Ok(())) => {
                    return Read::Call(at + character.len_utf8(), self.call());
                }
                ControlFlow::Break(Err(fault)) => return Read::Broken(at, fault),
            }
        }
        Read::All
    }

    /// The fault if the text ends here.
    pub(super) fn fault_at_end(&mut self) -> Fault {
        let message = if self.part == Part::Arguments {
            let error = self.reader.finish().map_err(ArgumentsError::Syntax).err();
            error.map_or_else(String::new, |error| self.of_arguments(&error))
        } else {
            expected(self.part, "but the text ends")
        };
        Fault {
            message,
            in_arguments: false,
        }
    }

    fn next(&mut self, character: char) -> Step {
        if self.letters == 0 && character.is_whitespace() && !matches!(self.part, Part::NameText(_))
        {
            // `<tool_call` must be followed by space.
            return ControlFlow::Continue(());
        }
        let (part, is_so) = match self.part {
            Part::Name => return self.word("name", Part::NameEquals, character),
            Part::NameEquals => (Part::Quote, character == '='),
            Part::Quote => (Part::NameText(character), matches!(character, '"' | '\'')),
            Part::NameText(quote) => return self.name_text(quote, character),
            Part::Args if self.letters == 0 && matches!(character, '>' | '/') => {
                self.part = Part::Tail;
                return self.next(character);
            }
            Part::Args => return self.word("args", Part::ArgsEquals, character),
            Part::ArgsEquals => (Part::Value, character == '='),
            Part::Value if character == '{' => {
                self.begin = self.text.len();
                self.part = Part::Arguments;
                // The brace is read again as the first character of the arguments.
                return self.first_brace();
            }
            Part::Tail if character == '/' => (Part::ShortEnd, true),
            Part::Tail => (Part::End, character == '>'),
            Part::End => return self.word(&END[..END.len() - 1], Part::EndTail, character),
            Part::ShortEnd | Part::EndTail if character == '>' => {
                return ControlFlow::Break(Ok(()));
            }
            Part::Value | Part::Arguments | Part::ShortEnd | Part::EndTail => (self.part, false),
        };
        if !is_so {
            return self.unexpected(character);
        }
        self.part = part;
        ControlFlow::Continue(())
    }

    fn first_brace(&mut self) -> Step {
        match self.arguments("{") {
            Ok(()) => ControlFlow::Continue(()),
            Err((_, fault)) => ControlFlow::Break(Err(fault)),
        }
    }

    fn word(&mut self, word: &str, then: Part, character: char) -> Step {
        if !word[self.letters..].starts_with(character) {
            return self.unexpected(character);
        }
        self.letters += 1;
        if self.letters == word.len() {
            self.letters = 0;
            self.part = then;
        }
        ControlFlow::Continue(())
    }

    fn name_text(&mut self, quote: char, character: char) -> Step {
        if character == quote && !self.name.is_empty() {
            self.part = Part::Args;
            return ControlFlow::Continue(());
        }
        let is_part = character != quote && !character.is_control() && !"<>".contains(character);
        if !is_part || self.name.chars().count() >= MAX_NAME {
            return self.unexpected(character);
        }
        self.name.push(character);
        ControlFlow::Continue(())
    }

    /// Reads a piece of the arguments. A fault is returned with the number of correct bytes before it.
    fn arguments(&mut self, piece: &str) -> Result<(), (usize, Fault)> {
        let room = MAX_ARGUMENTS.saturating_sub(self.text.len() - self.begin);
        if piece.len() <= room {
            return self.push(piece);
        }
        let fits = (0..=room).rev().find(|at| piece.is_char_boundary(*at));
        let fits = fits.unwrap_or_default();
        self.push(&piece[..fits])?;
        let error = SyntaxErrorKind::TooLong(MAX_ARGUMENTS);
        let message = format!("The arguments of {} are {error}.", self.name);
        Err((
            fits,
            Fault {
                message,
                in_arguments: true,
            },
        ))
    }

    fn push(&mut self, piece: &str) -> Result<(), (usize, Fault)> {
        self.reader.push(piece).map_err(|error| {
            let units = error.position.saturating_sub(self.units);
            let message = self.of_arguments(&ArgumentsError::Syntax(error));
            let fault = Fault {
                message,
                in_arguments: true,
            };
            (bytes_of(piece, units), fault)
        })?;
        self.units += piece.encode_utf16().count();
        Ok(())
    }

    fn call(&mut self) -> MarkedCall {
        let written = &self.text[self.begin..self.end];
        let exact = (!self.reader.is_exact() && self.end > 0)
            .then(|| serde_json::to_string(&self.reader.tree().root()).unwrap_or_default());
        MarkedCall {
            name: std::mem::take(&mut self.name),
            arguments: if written.is_empty() { "{}" } else { written }.to_owned(),
            exact,
        }
    }

    fn unexpected(&self, character: char) -> Step {
        let found = if character.is_control() {
            format!("not U+{:04X}", u32::from(character))
        } else {
            format!("not '{character}'")
        };
        ControlFlow::Break(Err(Fault {
            message: expected(self.part, &found),
            in_arguments: self.part == Part::Value,
        }))
    }

    fn of_arguments(&self, error: &ArgumentsError) -> String {
        let message = error.to_string();
        match message.strip_prefix("The arguments ") {
            Some(rest) => format!("The arguments of {} {rest}", self.name),
            None => message,
        }
    }
}

fn expected(part: Part, found: &str) -> String {
    let what = match part {
        Part::Name => "a space and name behind <tool_call",
        Part::NameEquals => "= behind name",
        Part::Quote => "a quote behind name=",
        Part::NameText(_) => "the tool's name and the quote behind it",
        Part::Args => "args= or > behind the name",
        Part::ArgsEquals => "= behind args",
        Part::Value | Part::Arguments => "a JSON object behind args=, without quotes",
        Part::Tail | Part::ShortEnd => "> behind the arguments",
        Part::End | Part::EndTail => "</tool_call> at the end",
    };
    format!(
        "A tool call can't be read: expected {what}, {found}. Its form is <tool_call name=\"…\" args={{…}}></tool_call>."
    )
}

/// The number of bytes of a number of UTF-16 units of a text.
fn bytes_of(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, character) in text.char_indices() {
        match left.checked_sub(character.len_utf16()) {
            Some(rest) if left > 0 => left = rest,
            _ => return at,
        }
    }
    text.len()
}
