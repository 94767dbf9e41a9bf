//! Values and containers: the tokens of a text, one after the other.

use super::{Expected, Reader, Token};
use crate::json::fault::{Fault, Progress, unexpected};
use crate::json::number::NumberPart;
use crate::json::scan;
use crate::json::syntax_error::SyntaxErrorKind;
use crate::json::tree::{Entry, Extent, OPEN};

impl Reader {
    pub(super) fn read_tokens(&mut self, source: &str) -> Progress {
        let bytes = source.as_bytes();
        let mut at = match self.token {
            Token::None => self.at,
            Token::Plain => self.plain_string(source, self.at)?,
            Token::Escaped(escape) => self.escaped_string(source, self.at, escape)?,
            Token::Number(start, part) => self.number(source, start, self.at, part)?,
            Token::Word(word, letters) => self.word(source, self.at, word, letters)?,
        };
        while let Some(&byte) = bytes.get(at) {
            at = match (self.expected, byte) {
                (_, b' ' | b'\n' | b'\r' | b'\t') => scan::end_of_space(bytes, at + 1),
                (Expected::Key | Expected::FirstKey, b'"') => self.key(source, at)?,
                (Expected::Value | Expected::FirstItem, b'"') => self.string(source, at)?,
                (Expected::FirstItem, b']') | (Expected::FirstKey, b'}') => self.close(source, at),
                (Expected::Value | Expected::FirstItem, _) => self.value(source, at, byte)?,
                (Expected::Colon, b':') => {
                    self.expected = Expected::Value;
                    at + 1
                }
                (Expected::CommaOrEnd, _) => self.go_on_or_close(source, at, byte)?,
                _ => return Err(unexpected(source, at, self.expectation())),
            };
        }
        Ok(at)
    }

    fn go_on_or_close(&mut self, source: &str, at: usize, byte: u8) -> Progress {
        let is_in_object = self.open.is_in_object();
        match byte {
            b',' => {
                self.expected = Expected::after_comma(is_in_object);
                Ok(at + 1)
            }
            b'}' if is_in_object => Ok(self.close(source, at)),
            b']' if !is_in_object => Ok(self.close(source, at)),
            _ => Err(unexpected(source, at, self.expectation())),
        }
    }

    fn value(&mut self, source: &str, at: usize, byte: u8) -> Progress {
        let whole = match byte {
            b'{' => return self.enter(Entry::Object, Expected::FirstKey, at),
            b'[' => return self.enter(Entry::Array, Expected::FirstItem, at),
            b'-' | b'0'..=b'9' => scan::number(source.as_bytes(), at),
            _ => scan::word(source.as_bytes(), at),
        };
        if let Some((entry, end)) = whole {
            self.tree.entries.push(entry);
            return Ok(self.end_value_at(source, end));
        }
        match byte {
            b'-' | b'0'..=b'9' => self.number(source, at, at + 1, NumberPart::first(byte)),
            b't' => self.word(source, at, "true", 0),
            b'f' => self.word(source, at, "false", 0),
            b'n' => self.word(source, at, "null", 0),
            _ => Err(unexpected(source, at, "a value")),
        }
    }

    fn enter(&mut self, container: fn(Extent) -> Entry, expected: Expected, at: usize) -> Progress {
        if self.open.depth() >= self.options.max_depth {
            return Err(Fault {
                kind: SyntaxErrorKind::TooDeep(self.options.max_depth),
                at,
            });
        }
        let is_object = expected == Expected::FirstKey;
        self.open.enter(self.tree.len(), is_object, &mut self.tree);
        self.tree
            .entries
            .push(container(Extent { len: 0, end: OPEN }));
        self.expected = expected;
        Ok(at + 1)
    }

    /// Reads a closing bracket, which ends the last container.
    fn close(&mut self, source: &str, at: usize) -> usize {
        self.open.leave(&mut self.tree, source);
        self.end_value_at(source, at + 1)
    }

    pub(super) fn end_value(&mut self) {
        self.token = Token::None;
        self.expected = match self.open.grow() {
            Some(_) => Expected::CommaOrEnd,
            None => Expected::End,
        };
    }

    /// The same for a value that was read at once. Also reads the comma after it, which usually follows.
    pub(super) fn end_value_at(&mut self, source: &str, at: usize) -> usize {
        self.expected = match self.open.grow() {
            Some(is_in_object) if source.as_bytes().get(at) == Some(&b',') => {
                self.expected = Expected::after_comma(is_in_object);
                return at + 1;
            }
            Some(_) => Expected::CommaOrEnd,
            None => Expected::End,
        };
        at
    }
}
