//! Numbers and the three words, which may continue in the next piece.

use super::{MAX_LENGTH, Reader, Token};
use crate::json::big_integer::{BigInteger, path_to, size_of};
use crate::json::fault::{Fault, Progress, unexpected};
use crate::json::number::{NumberPart, number};
use crate::json::syntax_error::SyntaxErrorKind;
use crate::json::tree::Entry;

impl Reader {
    /// Continues a number that began at `start`; `part` came before `at`.
    pub(super) fn number(
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
        // The number may continue in the next piece.
        self.token = Token::Number(start, part);
        Ok(at)
    }

    pub(super) fn end_number(
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
            let path = path_to(&self.tree, &self.open, source);
            // Each has its own path, through keys that may be a megabyte long.
            self.paths += size_of(&path);
            if self.paths > MAX_LENGTH {
                let kind = SyntaxErrorKind::TooManyBigIntegers;
                return Err(Fault { kind, at: start });
            }
            self.big_integers.push(BigInteger {
                path,
                digits: literal.to_owned(),
                entry: self.tree.len(),
            });
        }
        self.tree.entries.push(entry);
        self.end_value();
        Ok(())
    }

    /// Reads a word letter by letter, so that an error points at the first wrong one.
    pub(super) fn word(
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
}
