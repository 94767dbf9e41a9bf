use super::big_integer::{BigInteger, path_to};
use super::escape::Escape;
use super::number::{BigIntegers, NumberPart, number};
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use super::tree::{Entry, Extent, OPEN, Span, Tree, UNESCAPED};

/// How many arrays and objects may be nested unless a page says otherwise. Whatever walks the value later may be
/// recursive, and the stack of a wasm module is one mebibyte.
pub const MAX_DEPTH: usize = 128;

/// How many bytes a text may have. What is read of it takes up to eight times as much, and a wasm module has four
/// gibibytes. Places in a text are also numbers of 31 bits.
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
    /// How many bytes of the source were read.
    at: usize,
    /// The containers whose end has not been read.
    open: Vec<u32>,
    is_in_object: bool,
    expected: Expected,
    token: Token,
    is_unfaithful: bool,
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
    /// A string or a key without escapes so far: the tree's last entry.
    Plain,
    /// One with escapes, perhaps in the middle of one.
    Escaped(Option<Escape>),
    /// A number, where it began and what part of it came last.
    Number(usize, NumberPart),
    /// `true`, `false` or `null`, and how many of its letters have come.
    Word(&'static str, usize),
}

/// A fault at a byte of the source.
struct Fault {
    kind: SyntaxErrorKind,
    at: usize,
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
        let mut source = std::mem::take(&mut self.tree.source);
        let begun = source.len();
        if self.failed.is_none() {
            if delta.len() > MAX_LENGTH.saturating_sub(begun) {
                self.fail(&source, SyntaxErrorKind::TooLong(MAX_LENGTH), begun);
            } else {
                source.push_str(delta);
            }
        }
        self.go_on(source)
    }

    /// [`push`](Self::push) of text that nobody wrote, and that `JSON.parse` would miss.
    pub(super) fn supply(&mut self, text: &str) -> Result<(), SyntaxError> {
        self.is_unfaithful = true;
        self.push(text)
    }

    /// [`push`](Self::push) for a text that is all there: it is taken over instead of copied.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push).
    pub fn push_all(&mut self, text: String) -> Result<(), SyntaxError> {
        if self.tree.source.is_empty() && text.len() <= MAX_LENGTH {
            self.go_on(text)
        } else {
            self.push(&text)
        }
    }

    fn go_on(&mut self, source: String) -> Result<(), SyntaxError> {
        if self.failed.is_none()
            && let Err(Fault { kind, at }) = self.read(&source)
        {
            self.fail(&source, kind, at);
        }
        self.tree.source = source;
        self.failed.clone().map_or(Ok(()), Err)
    }

    /// The text has ended.
    ///
    /// # Errors
    ///
    /// When it ended in the middle.
    pub fn finish(&mut self) -> Result<(), SyntaxError> {
        if self.failed.is_none() && (self.token, self.expected) != (Token::None, Expected::End) {
            let source = std::mem::take(&mut self.tree.source);
            if let Err(Fault { kind, at }) = self.end(&source) {
                self.fail(&source, kind, at);
            }
            self.tree.source = source;
        }
        self.failed.clone().map_or(Ok(()), Err)
    }

    fn end(&mut self, source: &str) -> Result<(), Fault> {
        if let Token::Number(start, part) = self.token
            && part.may_end()
        {
            self.end_number(source, start, source.len(), part)?;
        }
        let expected = match self.token {
            Token::None if self.expected == Expected::End => return Ok(()),
            Token::None => self.expectation(),
            Token::Plain | Token::Escaped(None) => "'\"' at the end of the string",
            Token::Escaped(Some(escape)) => escape.expected(),
            Token::Number(..) => "a digit",
            Token::Word(word, _) => word,
        };
        Err(Fault {
            kind: SyntaxErrorKind::UnexpectedEnd(expected),
            at: source.len(),
        })
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
    /// U+FFFD, or blank arguments `{}`.
    #[must_use]
    pub fn is_faithful(&self) -> bool {
        !self.is_unfaithful
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

    fn fail(&mut self, source: &str, kind: SyntaxErrorKind, at: usize) {
        self.failed = Some(SyntaxError {
            kind,
            position: source[..floor(source, at)].encode_utf16().count(),
        });
    }

    fn read(&mut self, source: &str) -> Result<(), Fault> {
        let bytes = source.as_bytes();
        let mut at = match self.token {
            Token::None => self.at,
            Token::Plain => self.plain_string(source, self.at)?,
            Token::Escaped(escape) => self.escaped_string(source, self.at, escape)?,
            Token::Number(start, part) => self.number(source, start, self.at, part)?,
            Token::Word(word, letters) => self.word(source, self.at, word, letters)?,
        };
        while let Some(&byte) = bytes.get(at) {
            at = match (byte, self.expected) {
                // The whitespace of RFC 8259, section 2: nothing else separates tokens.
                (b' ' | b'\n' | b'\r' | b'\t', _) => at + 1,
                (b'"', Expected::Value | Expected::FirstItem) => {
                    self.begin_string(source, at, Entry::String)?
                }
                (b'"', Expected::Key | Expected::FirstKey) => {
                    self.begin_string(source, at, Entry::Key)?
                }
                (b':', Expected::Colon) => {
                    self.expected = Expected::Value;
                    at + 1
                }
                (b',', Expected::CommaOrEnd) => {
                    self.expected = if self.is_in_object {
                        Expected::Key
                    } else {
                        Expected::Value
                    };
                    at + 1
                }
                (b'}', Expected::CommaOrEnd | Expected::FirstKey) if self.is_in_object => {
                    self.close(source, at)
                }
                (b']', Expected::CommaOrEnd | Expected::FirstItem) if !self.is_in_object => {
                    self.close(source, at)
                }
                (_, Expected::Value | Expected::FirstItem) => self.begin_value(source, at, byte)?,
                _ => return Err(unexpected(source, at, self.expectation())),
            };
        }
        self.at = at;
        Ok(())
    }

    fn begin_value(&mut self, source: &str, at: usize, byte: u8) -> Progress {
        match byte {
            b'{' => self.enter(Entry::Object, Expected::FirstKey, at),
            b'[' => self.enter(Entry::Array, Expected::FirstItem, at),
            b'-' | b'0'..=b'9' => self.number(source, at, at + 1, NumberPart::first(byte)),
            b't' => self.word(source, at, "true", 0),
            b'f' => self.word(source, at, "false", 0),
            b'n' => self.word(source, at, "null", 0),
            _ => Err(unexpected(source, at, "a value")),
        }
    }

    fn enter(&mut self, container: fn(Extent) -> Entry, expected: Expected, at: usize) -> Progress {
        if self.open.len() >= self.options.max_depth {
            return Err(Fault {
                kind: SyntaxErrorKind::TooDeep(self.options.max_depth),
                at,
            });
        }
        self.open.push(self.tree.len());
        self.tree
            .entries
            .push(container(Extent { len: 0, end: OPEN }));
        self.is_in_object = expected == Expected::FirstKey;
        self.expected = expected;
        Ok(at + 1)
    }

    /// Steps over a closing bracket, which is that of the last container.
    fn close(&mut self, source: &str, at: usize) -> usize {
        let end = self.tree.len();
        if let Some(container) = self.open.pop() {
            self.tree.close(container, end, source);
        }
        let container = self.open.last().map(|at| self.tree.entries[*at as usize]);
        self.is_in_object = matches!(container, Some(Entry::Object(_)));
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

    fn begin_string(&mut self, source: &str, at: usize, entry: fn(Span) -> Entry) -> Progress {
        self.tree.entries.push(entry(Span {
            start: place(at + 1),
            end: OPEN,
        }));
        self.token = Token::Plain;
        self.plain_string(source, at + 1)
    }

    fn plain_string(&mut self, source: &str, at: usize) -> Progress {
        let end = end_of_run(source.as_bytes(), at);
        match source.as_bytes().get(end) {
            Some(b'"') => {
                self.end_string(place(end));
                Ok(end + 1)
            }
            Some(b'\\') => {
                self.move_string(source, end);
                self.escaped_string(source, end + 1, Some(Escape::Begun))
            }
            Some(control) => Err(control_character(*control, end)),
            None => Ok(end),
        }
    }

    /// The first escape of a string: from here on it is not what stands in the source.
    fn move_string(&mut self, source: &str, end: usize) {
        if let Some(Entry::Key(span) | Entry::String(span)) = self.tree.entries.last_mut() {
            let start = span.start as usize;
            span.start = place(self.tree.unescaped.len()) | UNESCAPED;
            self.tree.unescaped.push_str(&source[start..end]);
        }
    }

    fn escaped_string(
        &mut self,
        source: &str,
        mut at: usize,
        mut escape: Option<Escape>,
    ) -> Progress {
        let bytes = source.as_bytes();
        while let Some(&byte) = bytes.get(at) {
            if let Some(begun) = escape {
                let Some(escaped) = begun.take(byte) else {
                    let found = source[floor(source, at)..].chars().next();
                    let (kind, before) = begun.fault(found.unwrap_or('\u{FFFD}'));
                    let at = at - before;
                    return Err(Fault { kind, at });
                };
                if escaped.lone {
                    self.is_unfaithful = true;
                    self.tree.unescaped.push('\u{FFFD}');
                }
                self.tree.unescaped.extend(escaped.character);
                at += usize::from(!escaped.declined);
                escape = escaped.next;
                continue;
            }
            let end = end_of_run(bytes, at);
            self.tree.unescaped.push_str(&source[at..end]);
            at = end;
            match bytes.get(at) {
                Some(b'"') => {
                    self.end_string(place(self.tree.unescaped.len()));
                    return Ok(at + 1);
                }
                Some(b'\\') => escape = Some(Escape::Begun),
                Some(control) => return Err(control_character(*control, at)),
                None => break,
            }
            at += 1;
        }
        self.token = Token::Escaped(escape);
        Ok(at)
    }

    fn end_string(&mut self, end: u32) {
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

    /// Goes on with a number that began at `start`; `part` came before `at`.
    fn number(
        &mut self,
        source: &str,
        start: usize,
        mut at: usize,
        mut part: NumberPart,
    ) -> Progress {
        let bytes = source.as_bytes();
        while let Some(&byte) = bytes.get(at) {
            let Some(next) = part.then(byte) else {
                if !part.may_end() {
                    return Err(unexpected(source, at, "a digit"));
                }
                self.end_number(source, start, at, part)?;
                return Ok(at);
            };
            part = next;
            at += 1;
        }
        // It may go on with the next delta.
        self.token = Token::Number(start, part);
        Ok(at)
    }

    fn end_number(
        &mut self,
        source: &str,
        start: usize,
        end: usize,
        last: NumberPart,
    ) -> Result<(), Fault> {
        let literal = &source[start..end];
        let (entry, is_rounded) = number(literal, last, self.options.big_integers)
            .map_err(|kind| Fault { kind, at: start })?;
        if is_rounded {
            self.big_integers.push(BigInteger {
                path: path_to(&self.tree, &self.open, source),
                digits: literal.to_owned(),
                entry: self.tree.len(),
            });
        }
        self.tree.entries.push(entry);
        self.end_value();
        Ok(())
    }

    /// Letter by letter, so that an error points at the one that differs.
    fn word(
        &mut self,
        source: &str,
        mut at: usize,
        word: &'static str,
        mut letters: usize,
    ) -> Progress {
        while let Some(letter) = word.as_bytes().get(letters) {
            match source.as_bytes().get(at) {
                Some(byte) if byte == letter => {}
                Some(_) => return Err(unexpected(source, at, word)),
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

    fn expectation(&self) -> &'static str {
        match self.expected {
            Expected::Value | Expected::FirstItem => "a value",
            Expected::FirstKey => "a key or '}'",
            Expected::Key => "a key",
            Expected::Colon => "':' after the key",
            Expected::CommaOrEnd if self.is_in_object => "',' or '}'",
            Expected::CommaOrEnd => "',' or ']'",
            Expected::End => "the end of the text",
        }
    }
}

/// The first byte of a string from here on that is not simply a part of it. Looks at eight bytes at a time: most of a
/// text is strings.
fn end_of_run(bytes: &[u8], mut at: usize) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let special = special_bytes(u64::from_le_bytes(*eight));
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at)
        && byte != b'"'
        && byte != b'\\'
        && byte >= 0x20
    {
        at += 1;
    }
    at
}

/// The highest bit of each byte that is a quote, a backslash or a control character. A borrow may also set that of a byte
/// behind such a one, but never of one before it.
fn special_bytes(eight: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHS: u64 = ONES << 7;
    let is_zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let quotes = is_zero(eight ^ (ONES * u64::from(b'"')));
    let backslashes = is_zero(eight ^ (ONES * u64::from(b'\\')));
    let controls = eight.wrapping_sub(ONES * 0x20) & !eight;
    (quotes | backslashes | controls) & HIGHS
}

/// A place in a text, which is never longer than [`MAX_LENGTH`].
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(OPEN)
}

fn control_character(byte: u8, at: usize) -> Fault {
    Fault {
        kind: SyntaxErrorKind::ControlCharacter(u32::from(byte)),
        at,
    }
}

/// "Expected … here", worded for the character that is here.
fn unexpected(source: &str, at: usize, expected: &'static str) -> Fault {
    let at = floor(source, at);
    let kind = match source[at..].chars().next() {
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
    Fault { kind, at }
}

fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
