//! [`Reader`]: a JSON text while it arrives.

mod numbers;
mod strings;
mod structure;

use super::big_integer::BigInteger;
use super::containers::Containers;
use super::escape::Escape;
use super::fault::{Fault, floor};
use super::number::{BigIntegers, NumberPart};
use super::syntax_error::{SyntaxError, SyntaxErrorKind};
use super::tree::Tree;

/// The default depth of arrays and objects. Code that walks the value later may be recursive, and the stack of a wasm module
/// is one mebibyte.
pub const MAX_DEPTH: usize = 128;

/// The maximum depth that a page may set.
pub const MOST_DEPTH: usize = 512;

/// The maximum length of a text in bytes. Its value takes up to eight times as much, and a wasm module has four gibibytes.
/// Positions in a text are also numbers of 31 bits.
pub const MAX_LENGTH: usize = 1 << 26;

/// Options for reading a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOptions {
    /// The maximum depth of nested arrays and objects.
    pub max_depth: usize,
    /// The handling of integers that a double can't hold.
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

/// Reads a JSON text by RFC 8259 while it arrives, cut anywhere, without recursion and without reading anything twice. The
/// value so far is available at any time.
///
/// The reader is strict: it refuses everything that `JSON.parse` refuses, and also too many levels and numbers that a double
/// would change. After an error it reads nothing more.
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
    /// The number of bytes of the source that were read.
    at: usize,
    open: Containers,
    expected: Expected,
    token: Token,
    is_inexact: bool,
    big_integers: Vec<BigInteger>,
    /// The size of their paths in bytes.
    paths: usize,
    failed: Option<SyntaxError>,
}

/// The tokens that may come next.
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

impl Expected {
    fn after_comma(is_in_object: bool) -> Self {
        if is_in_object { Self::Key } else { Self::Value }
    }
}

/// The unfinished token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Token {
    #[default]
    None,
    /// A string or a key without escapes so far: the tree's last entry.
    Plain,
    /// One with escapes; it may end within one.
    Escaped(Option<Escape>),
    /// A number, with its start and its last part.
    Number(usize, NumberPart),
    /// `true`, `false` or `null`, with the number of letters so far.
    Word(&'static str, usize),
}

impl Reader {
    /// An empty reader.
    #[must_use]
    pub fn new(options: ReadOptions) -> Self {
        Self {
            options,
            ..Self::default()
        }
    }

    /// Reads the next piece of the text.
    ///
    /// # Errors
    ///
    /// The expected and the found text, and its position from the beginning of the whole text. After an error, the same
    /// error again.
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

    /// [`push`](Self::push) for text that was not in the source, and that `JSON.parse` would miss.
    pub(super) fn supply(&mut self, text: &str) -> Result<(), SyntaxError> {
        self.is_inexact = true;
        self.push(text)
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

    /// Ends the text.
    ///
    /// # Errors
    ///
    /// If the text is incomplete.
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

    /// The value so far: complete after [`finish`](Self::finish), otherwise with open containers. An unfinished number or
    /// word is absent, and an unfinished string contains the text so far, without an unpaired surrogate at its end.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns true if only white space has arrived.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.tree.entries.is_empty() && self.token == Token::None && self.failed.is_none()
    }

    /// Returns true if the value has ended, so that only space may follow. A number at the top never counts, since it may
    /// continue.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.failed.is_none() && (self.token, self.expected) == (Token::None, Expected::End)
    }

    /// The error after which nothing more is read.
    #[must_use]
    pub fn error(&self) -> Option<&SyntaxError> {
        self.failed.as_ref()
    }

    /// False if `JSON.parse` would read another value: an escaped lone surrogate became U+FFFD, or blank arguments `{}`.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !self.is_inexact
    }

    /// The integers that the tree only holds rounded, with [`BigIntegers::Bigint`].
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
        let read = self.read_tokens(source);
        self.open.count(&mut self.tree);
        self.at = read?;
        Ok(())
    }

    fn expectation(&self) -> &'static str {
        match self.expected {
            Expected::Value | Expected::FirstItem => "a value",
            Expected::FirstKey => "a key or '}'",
            Expected::Key => "a key",
            Expected::Colon => "':' after the key",
            Expected::CommaOrEnd if self.open.is_in_object() => "',' or '}'",
            Expected::CommaOrEnd => "',' or ']'",
            Expected::End => "the end of the text",
        }
    }
}
