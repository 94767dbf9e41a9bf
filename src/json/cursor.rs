use super::syntax_error::{SyntaxError, SyntaxErrorKind};

/// A position in a text, and the words for what stands there.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Steps over one byte, which must be ASCII or be followed by the rest of its character.
    pub(super) fn bump(&mut self) {
        self.at += 1;
    }

    pub(super) fn next_is(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    pub(super) fn skip_while(&mut self, accepts: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&accepts) {
            self.at += 1;
        }
    }

    /// The whitespace of RFC 8259, section 2: nothing else separates tokens.
    pub(super) fn skip_whitespace(&mut self) {
        self.skip_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
    }

    pub(super) fn starts_with(&self, word: &str) -> bool {
        self.text.as_bytes()[self.at..].starts_with(word.as_bytes())
    }

    pub(super) fn advance(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Goes back to an offset that [`at`](Self::at) returned.
    pub(super) fn rewind(&mut self, at: usize) {
        self.at = at;
    }

    /// The text from a byte offset up to here. Both ends lie next to ASCII bytes, so they are character boundaries.
    pub(super) fn since(&self, start: usize) -> &'t str {
        &self.text[start..self.at]
    }

    /// "Expected … here", worded for what is here: a character or the end of the text.
    pub(super) fn unexpected(&self, expected: &'static str) -> SyntaxError {
        let kind = match self.char_here() {
            None => SyntaxErrorKind::UnexpectedEnd(expected),
            Some(found) => {
                let found = if found.is_control() {
                    format!("U+{:04X}", u32::from(found))
                } else {
                    format!("'{found}'")
                };
                SyntaxErrorKind::Unexpected { expected, found }
            }
        };
        self.error_at(self.at, kind)
    }

    pub(super) fn error_at(&self, byte_offset: usize, kind: SyntaxErrorKind) -> SyntaxError {
        let end = floor_char_boundary(self.text, byte_offset);
        SyntaxError {
            kind,
            position: self.text[..end].encode_utf16().count(),
        }
    }

    pub(super) fn char_here(&self) -> Option<char> {
        self.text[floor_char_boundary(self.text, self.at)..]
            .chars()
            .next()
    }
}

fn floor_char_boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
