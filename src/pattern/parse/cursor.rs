use super::super::error::PatternError;
use super::{Parser, Read};

/// Where one is in the pattern.
impl Parser {
    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn peek_after(&self, count: usize) -> Option<char> {
        self.chars.get(self.at + count).copied()
    }

    pub(super) fn next(&mut self, expected: &'static str) -> Read<char> {
        let c = self.peek().ok_or_else(|| self.expected(expected))?;
        self.at += 1;
        Ok(c)
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, c: char, named: &'static str) -> Read<()> {
        if self.eat(c) {
            return Ok(());
        }
        Err(self.expected(named))
    }

    pub(super) fn expected(&self, expected: &'static str) -> PatternError {
        let at = self.at;
        PatternError::Syntax { expected, at }
    }
}
