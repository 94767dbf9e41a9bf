use super::big_integer::{BigInteger, path_to};
use super::escape::Escape;
use super::number::{BigIntegers, NumberPart, number};
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use super::tree::{Entry, Extent, OPEN, Span, Tree};

/// How many arrays and objects may be nested unless a page says otherwise. Whatever walks the value later may be
/// recursive, and the stack of a wasm module is one mebibyte.
pub const MAX_DEPTH: usize = 128;

/// How many bytes a text may have. What is read of it takes up to eight times as much, and a wasm module has four
/// gibibytes.
pub const MAX_LENGTH: usize = 1 << 26;

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOptions {
    /// How many arrays and objects may be nested.
    pub max_depth: usize,
    /// What is done with integers that a double can't hold.
    pub big_integers: BigIntegers,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            max_depth: MAX_DEPTH,
            big_integers: BigIntegers::Error,
        }
    }
}

/// Reads a JSON text by RFC 8259 as it arrives, cut anywhere, without recursion and without reading anything twice.
/// What has been read so far can be looked at at any time.
///
/// It is strict: everything `JSON.parse` refuses is refused, and so are too many levels and numbers that a double would
/// change. After an error it takes nothing more.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, Reader};
///
/// let mut reader = Reader::new(ReadOptions::default());
/// reader.push(r#"{"greeting": "Hel"#)?;
/// let so_far = |reader: &Reader| reader.tree().root().unwrap().to_value();
/// assert_eq!(so_far(&reader), serde_json::json!({ "greeting": "Hel" }));
///
/// reader.push(r#"lo", "times": 1"#)?;
/// // A number may go on: it is known when something else comes.
/// assert_eq!(so_far(&reader), serde_json::json!({ "greeting": "Hello" }));
///
/// reader.push("2}")?;
/// reader.finish()?;
/// assert_eq!(so_far(&reader), serde_json::json!({ "greeting": "Hello", "times": 12 }));
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
#[derive(Debug, Default)]
pub struct Reader {
    options: ReadOptions,
    tree: Tree,
    /// The containers whose end has not been read.
    open: Vec<u32>,
    expected: Expected,
    token: Token,
    /// The part of a number that came with earlier deltas.
    literal: String,
    /// Bytes and UTF-16 units of earlier deltas.
    bytes: usize,
    units: usize,
    is_faithful: bool,
    big_integers: Vec<BigInteger>,
    failed: Option<SyntaxError>,
}

/// What may come next, when no token is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Expected {
    #[default]
    Value,
    FirstItem,
    FirstKey,
    Key,
    Colon,
    CommaOrEnd,
    End,
}

/// The token that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Token {
    #[default]
    None,
    /// A string or a key: the tree's last entry.
    String(Option<Escape>),
    Number(NumberPart),
    /// `true`, `false` or `null`, and how many of its letters have come.
    Word(&'static str, usize),
}

/// A fault at a byte of the delta, or so many ASCII characters before it.
struct Fault {
    kind: SyntaxErrorKind,
    at: usize,
    before: usize,
}

type Progress = Result<usize, Fault>;

impl Reader {
    /// A reader that has read nothing.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        Self::reusing(Tree::default(), options)
    }

    /// The same, in the memory of a tree that is not needed any more.
    #[must_use]
    pub fn reusing(mut tree: Tree, options: ReadOptions) -> Self {
        tree.clear();
        Self {
            options,
            tree,
            is_faithful: true,
            ..Self::default()
        }
    }

    /// Reads the next piece of the text.
    ///
    /// # Errors
    ///
    /// Says what was expected, what was found and where, counted from the beginning of the whole text. Once it has
    /// failed, the same error again.
    pub fn push(&mut self, delta: &str) -> Result<(), SyntaxError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if delta.len() > MAX_LENGTH - self.bytes {
            return Err(self.fail(SyntaxErrorKind::TooLong(MAX_LENGTH), 0, delta, 0));
        }
        match self.read(delta) {
            Ok(()) => {
                self.bytes += delta.len();
                self.units += utf16_len(delta);
                Ok(())
            }
            Err(Fault { kind, at, before }) => Err(self.fail(kind, at, delta, before)),
        }
    }

    /// The text has ended.
    ///
    /// # Errors
    ///
    /// When it ended in the middle.
    pub fn finish(&mut self) -> Result<(), SyntaxError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if let Token::Number(part) = self.token
            && part.may_end()
        {
            let literal = std::mem::take(&mut self.literal);
            if let Err(Fault { kind, before, .. }) = self.end_number(&literal, part, 0) {
                return Err(self.fail(kind, 0, "", before));
            }
        }
        let expected = match self.token {
            Token::None if self.expected == Expected::End => return Ok(()),
            Token::None => self.expectation(),
            Token::String(None) => "'\"' at the end of the string",
            Token::String(Some(escape)) => escape.expected(),
            Token::Number(_) => "a digit",
            Token::Word(word, _) => word,
        };
        Err(self.fail(SyntaxErrorKind::UnexpectedEnd(expected), 0, "", 0))
    }

    /// What has been read: complete after [`finish`](Self::finish), with open ends before. Half a number or word is not
    /// in it, and of a string what there is, without half a character.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether nothing but space has come.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.tree.entries.is_empty() && self.token == Token::None && self.failed.is_none()
    }

    /// Why it takes nothing more.
    #[must_use]
    pub fn error(&self) -> Option<&SyntaxError> {
        self.failed.as_ref()
    }

    /// False when the value differs from what `JSON.parse` would make of the text: an escaped lone surrogate became
    /// U+FFFD.
    #[must_use]
    pub fn is_faithful(&self) -> bool {
        self.is_faithful
    }

    /// The integers that the tree holds only rounded, with [`BigIntegers::Bigint`].
    #[must_use]
    pub fn big_integers(&self) -> &[BigInteger] {
        &self.big_integers
    }

    /// The tree and its rounded integers.
    #[must_use]
    pub fn into_parts(self) -> (Tree, Vec<BigInteger>) {
        (self.tree, self.big_integers)
    }

    fn fail(
        &mut self,
        kind: SyntaxErrorKind,
        at: usize,
        delta: &str,
        before: usize,
    ) -> SyntaxError {
        let position = self.units + utf16_len(&delta[..at]) - before;
        let error = SyntaxError { kind, position };
        self.failed = Some(error.clone());
        error
    }

    fn read(&mut self, text: &str) -> Result<(), Fault> {
        let bytes = text.as_bytes();
        let mut at = match self.token {
            Token::None => 0,
            Token::String(_) => self.go_on_with_string(text, 0)?,
            Token::Number(part) => self.go_on_with_number(text, 0, part)?,
            Token::Word(word, letters) => self.go_on_with_word(text, 0, word, letters)?,
        };
        while let Some(&byte) = bytes.get(at) {
            at = match (byte, self.expected) {
                // The whitespace of RFC 8259, section 2: nothing else separates tokens.
                (b' ' | b'\n' | b'\r' | b'\t', _) => at + 1,
                (b'"', Expected::Value | Expected::FirstItem) => {
                    self.begin_string(text, at, false)?
                }
                (b'"', Expected::Key | Expected::FirstKey) => self.begin_string(text, at, true)?,
                (b':', Expected::Colon) => {
                    self.expected = Expected::Value;
                    at + 1
                }
                (b',', Expected::CommaOrEnd) => {
                    self.expected = if self.is_in_object() {
                        Expected::Key
                    } else {
                        Expected::Value
                    };
                    at + 1
                }
                (b'}', Expected::CommaOrEnd | Expected::FirstKey) if self.is_in_object() => {
                    self.close(at)
                }
                (b']', Expected::CommaOrEnd | Expected::FirstItem) if !self.is_in_object() => {
                    self.close(at)
                }
                (_, Expected::Value | Expected::FirstItem) => self.begin_value(text, at, byte)?,
                _ => return Err(unexpected(text, at, self.expectation())),
            };
        }
        Ok(())
    }

    fn begin_value(&mut self, text: &str, at: usize, byte: u8) -> Progress {
        match byte {
            b'{' => self.enter(Entry::Object, Expected::FirstKey, at),
            b'[' => self.enter(Entry::Array, Expected::FirstItem, at),
            b'-' | b'0'..=b'9' => self.go_on_with_number(text, at, NumberPart::first(byte)),
            b't' => self.go_on_with_word(text, at, "true", 0),
            b'f' => self.go_on_with_word(text, at, "false", 0),
            b'n' => self.go_on_with_word(text, at, "null", 0),
            _ => Err(unexpected(text, at, "a value")),
        }
    }

    fn enter(&mut self, container: fn(Extent) -> Entry, expected: Expected, at: usize) -> Progress {
        if self.open.len() >= self.options.max_depth {
            return Err(Fault {
                kind: SyntaxErrorKind::TooDeep(self.options.max_depth),
                at,
                before: 0,
            });
        }
        self.open.push(self.tree.len());
        self.tree
            .entries
            .push(container(Extent { len: 0, end: OPEN }));
        self.expected = expected;
        Ok(at + 1)
    }

    /// Steps over a closing bracket, which is that of the last container.
    fn close(&mut self, at: usize) -> usize {
        let end = self.tree.len();
        if let Some(container) = self.open.pop() {
            self.tree.close(container, end);
        }
        self.end_value();
        at + 1
    }

    fn end_value(&mut self) {
        self.token = Token::None;
        self.expected = match self.open.last() {
            None => Expected::End,
            Some(&container) => {
                self.tree.grow(container);
                Expected::CommaOrEnd
            }
        };
    }

    fn begin_string(&mut self, text: &str, at: usize, is_key: bool) -> Progress {
        let span = Span {
            // The bound on the text keeps it below.
            start: u32::try_from(self.tree.text.len()).unwrap_or(OPEN),
            end: OPEN,
        };
        self.tree.entries.push(if is_key {
            Entry::Key(span)
        } else {
            Entry::String(span)
        });
        self.token = Token::String(None);
        self.go_on_with_string(text, at + 1)
    }

    fn go_on_with_string(&mut self, text: &str, mut at: usize) -> Progress {
        let bytes = text.as_bytes();
        let Token::String(mut escape) = self.token else {
            return Ok(at);
        };
        loop {
            if let Some(begun) = escape {
                let Some(&byte) = bytes.get(at) else { break };
                let Some(escaped) = begun.take(byte) else {
                    let found = text[floor(text, at)..].chars().next().unwrap_or('\u{FFFD}');
                    let (kind, before) = begun.fault(found);
                    return Err(Fault { kind, at, before });
                };
                if escaped.lone {
                    self.is_faithful = false;
                    self.tree.text.push('\u{FFFD}');
                }
                self.tree.text.extend(escaped.character);
                at += usize::from(!escaped.declined);
                escape = escaped.next;
                continue;
            }
            let start = at;
            while let Some(&byte) = bytes.get(at)
                && byte != b'"'
                && byte != b'\\'
                && byte >= 0x20
            {
                at += 1;
            }
            self.tree.text.push_str(&text[start..at]);
            match bytes.get(at) {
                Some(b'"') => {
                    self.end_string();
                    return Ok(at + 1);
                }
                Some(b'\\') => escape = Some(Escape::Begun),
                Some(control) => {
                    return Err(Fault {
                        kind: SyntaxErrorKind::ControlCharacter(u32::from(*control)),
                        at,
                        before: 0,
                    });
                }
                None => break,
            }
            at += 1;
        }
        self.token = Token::String(escape);
        Ok(at)
    }

    fn end_string(&mut self) {
        let end = u32::try_from(self.tree.text.len()).unwrap_or(OPEN);
        match self.tree.entries.last_mut() {
            Some(Entry::Key(span)) => {
                span.end = end;
                self.token = Token::None;
                self.expected = Expected::Colon;
            }
            Some(Entry::String(span)) => {
                span.end = end;
                self.end_value();
            }
            _ => {}
        }
    }

    /// `part` is that of the byte at `at` when the number begins there, otherwise that of the byte before.
    fn go_on_with_number(&mut self, text: &str, at: usize, mut part: NumberPart) -> Progress {
        let bytes = text.as_bytes();
        let start = at;
        let mut at = if self.token == Token::None {
            at + 1
        } else {
            at
        };
        while let Some(next) = bytes.get(at).and_then(|byte| part.then(*byte)) {
            part = next;
            at += 1;
        }
        if at == bytes.len() {
            // It may go on with the next delta.
            self.literal.push_str(&text[start..at]);
            self.token = Token::Number(part);
            return Ok(at);
        }
        if !part.may_end() {
            return Err(unexpected(text, at, "a digit"));
        }
        if self.literal.is_empty() {
            self.end_number(&text[start..at], part, at)?;
        } else {
            let mut literal = std::mem::take(&mut self.literal);
            literal.push_str(&text[start..at]);
            self.end_number(&literal, part, at)?;
        }
        Ok(at)
    }

    fn end_number(&mut self, literal: &str, last: NumberPart, at: usize) -> Result<(), Fault> {
        let (entry, is_rounded) =
            number(literal, last, self.options.big_integers).map_err(|kind| Fault {
                kind,
                at,
                before: literal.len(),
            })?;
        if is_rounded {
            self.big_integers.push(BigInteger {
                path: path_to(&self.tree, &self.open),
                digits: literal.to_owned(),
                entry: self.tree.len(),
            });
        }
        self.tree.entries.push(entry);
        self.end_value();
        Ok(())
    }

    /// Letter by letter, so that an error points at the one that differs.
    fn go_on_with_word(
        &mut self,
        text: &str,
        mut at: usize,
        word: &'static str,
        mut letters: usize,
    ) -> Progress {
        while let Some(letter) = word.as_bytes().get(letters) {
            match text.as_bytes().get(at) {
                Some(byte) if byte == letter => {}
                Some(_) => return Err(unexpected(text, at, word)),
                None => {
                    self.token = Token::Word(word, letters);
                    return Ok(at);
                }
            }
            at += 1;
            letters += 1;
        }
        self.tree.entries.push(match word {
            "true" => Entry::Bool(true),
            "false" => Entry::Bool(false),
            _ => Entry::Null,
        });
        self.end_value();
        Ok(at)
    }

    fn is_in_object(&self) -> bool {
        let container = self.open.last().map(|at| self.tree.entries[*at as usize]);
        matches!(container, Some(Entry::Object(_)))
    }

    fn expectation(&self) -> &'static str {
        match self.expected {
            Expected::Value | Expected::FirstItem => "a value",
            Expected::FirstKey => "a key or '}'",
            Expected::Key => "a key",
            Expected::Colon => "':' after the key",
            Expected::CommaOrEnd if self.is_in_object() => "',' or '}'",
            Expected::CommaOrEnd => "',' or ']'",
            Expected::End => "the end of the text",
        }
    }
}

/// "Expected … here", worded for the character that is here.
fn unexpected(text: &str, at: usize, expected: &'static str) -> Fault {
    let kind = match text[floor(text, at)..].chars().next() {
        None => SyntaxErrorKind::UnexpectedEnd(expected),
        Some(found) => SyntaxErrorKind::Unexpected {
            expected,
            found: if found.is_control() {
                format!("U+{:04X}", u32::from(found))
            } else {
                format!("'{found}'")
            },
        },
    };
    Fault {
        kind,
        at: floor(text, at),
        before: 0,
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn utf16_len(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.encode_utf16().count()
    }
}
