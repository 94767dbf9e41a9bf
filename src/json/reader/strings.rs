//! Strings and keys: most are complete in one piece, some continue in the next one, some have escapes.

use super::{Expected, Reader, Token};
use crate::json::escape::Escape;
use crate::json::fault::{Fault, Progress, control_character, floor};
use crate::json::scan;
use crate::json::tree::{Entry, OPEN, Span, UNESCAPED, text};

impl Reader {
    pub(super) fn string(&mut self, source: &str, at: usize) -> Progress {
        let (span, end) = plain(source, at);
        self.tree.entries.push(Entry::String(span));
        if span.end == OPEN {
            self.token = Token::Plain;
            return self.plain_string(source, end);
        }
        Ok(self.end_value_at(source, end))
    }

    pub(super) fn key(&mut self, source: &str, at: usize) -> Progress {
        let (span, end) = plain(source, at);
        self.tree.entries.push(Entry::Key(span));
        if span.end == OPEN {
            self.token = Token::Plain;
            return self.plain_string(source, end);
        }
        self.open.key(&source.as_bytes()[at + 1..end - 1]);
        // The colon usually follows.
        if source.as_bytes().get(end) == Some(&b':') {
            self.expected = Expected::Value;
            return Ok(end + 1);
        }
        self.expected = Expected::Colon;
        Ok(end)
    }

    pub(super) fn plain_string(&mut self, source: &str, at: usize) -> Progress {
        let end = scan::end_of_run(source.as_bytes(), at);
        match source.as_bytes().get(end) {
            Some(b'"') => {
                self.end_string(source, place(end));
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

    /// Moves a string at its first escape: from here on it differs from the source.
    fn move_string(&mut self, source: &str, end: usize) {
        if let Some(Entry::Key(span) | Entry::String(span)) = self.tree.entries.last_mut() {
            let start = span.start as usize;
            span.start = place(self.tree.unescaped.len()) | UNESCAPED;
            self.tree.unescaped.push_str(&source[start..end]);
        }
    }

    pub(super) fn escaped_string(
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
                    self.is_inexact = true;
                    self.tree.unescaped.push('\u{FFFD}');
                }
                self.tree.unescaped.extend(escaped.character);
                at += usize::from(!escaped.declined);
                escape = escaped.next;
                continue;
            }
            let end = scan::end_of_run(bytes, at);
            self.tree.unescaped.push_str(&source[at..end]);
            at = end;
            match bytes.get(at) {
                Some(b'"') => {
                    self.end_string(source, place(self.tree.unescaped.len()));
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

    fn end_string(&mut self, source: &str, end: u32) {
        match self.tree.entries.last_mut() {
            Some(Entry::Key(span)) => {
                span.end = end;
                let key = text(*span, source, &self.tree.unescaped);
                self.open.key(key.as_bytes());
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
}

/// Reads a string after its quote. The span is closed if the string ends in this piece without an escape. Returns the end of
/// the string, or the end of its first run.
fn plain(source: &str, at: usize) -> (Span, usize) {
    let run = scan::end_of_run(source.as_bytes(), at + 1);
    let is_whole = source.as_bytes().get(run) == Some(&b'"');
    let span = Span {
        start: place(at + 1),
        end: if is_whole { place(run) } else { OPEN },
    };
    (span, run + usize::from(is_whole))
}

/// A position in a text, which is never longer than [`MAX_LENGTH`].
fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(OPEN)
}
