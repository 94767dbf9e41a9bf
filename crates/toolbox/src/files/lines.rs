use std::rc::Rc;

use encoding_rs::Decoder;

use super::encoding::{LineEnding, TextForm};
use super::store::{FilesError, Snapshot};

/// The number of bytes that are read at once.
pub const SLICE: u64 = 1_048_576;

/// Reads a file's lines one after the other, in slices, so that a large file is never held completely.
pub struct LineReader {
    snapshot: Rc<dyn Snapshot>,
    /// The start of the next slice.
    at: u64,
    decoder: Decoder,
    decoded: String,
    /// The length of the decoded text that was returned.
    given: usize,
    has_ended: bool,
    longest: usize,
    crlf: u64,
    lf: u64,
    /// Whether some bytes were not text. They are read as U+FFFD.
    pub is_damaged: bool,
}

/// A line without its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// The line, or its beginning if it is too long.
    pub text: String,
    /// The number of missing characters.
    pub missing: u64,
}

impl LineReader {
    /// A reader from the beginning of a file. Of each line, `longest` bytes are kept.
    pub fn new(snapshot: Rc<dyn Snapshot>, form: TextForm, longest: usize) -> Self {
        Self {
            snapshot,
            at: form.bom().len() as u64,
            decoder: form.encoding.new_decoder_without_bom_handling(),
            decoded: String::new(),
            given: 0,
            has_ended: false,
            longest,
            crlf: 0,
            lf: 0,
            is_damaged: false,
        }
    }

    /// The line ends so far.
    #[must_use]
    pub fn ending(&self) -> LineEnding {
        LineEnding::of_counts(self.crlf, self.lf)
    }

    /// The next line; `None` at the end. Text after the last line end is a line unless it is empty.
    ///
    /// # Errors
    ///
    /// If the file can't be read anymore.
    pub async fn next(&mut self) -> Result<Option<Line>, FilesError> {
        let mut line = Line::default();
        let mut last = None;
        loop {
            let rest = &self.decoded[self.given..];
            let end = rest.find('\n');
            let part = &rest[..end.unwrap_or(rest.len())];
            keep(&mut line, part, self.longest);
            last = part.chars().next_back().or(last);
            self.given += part.len() + usize::from(end.is_some());
            if end.is_some() {
                self.count(&mut line, last);
                return Ok(Some(line));
            }
            if self.has_ended {
                return Ok(last.is_some().then_some(line));
            }
            self.read().await?;
        }
    }

    fn count(&mut self, line: &mut Line, last: Option<char>) {
        if last != Some('\r') {
            self.lf += 1;
            return;
        }
        self.crlf += 1;
        if line.missing == 0 {
            line.text.pop();
        } else {
            line.missing -= 1;
        }
    }

    async fn read(&mut self) -> Result<(), FilesError> {
        let bytes = self.snapshot.read(self.at, SLICE).await?;
        self.at += bytes.len() as u64;
        self.has_ended = bytes.is_empty() || self.at >= self.snapshot.stamp().size;
        self.decoded.clear();
        self.given = 0;
        let length = self.decoder.max_utf8_buffer_length(bytes.len());
        self.decoded
            .reserve(length.unwrap_or(bytes.len().saturating_mul(3)));
        let (_, _, is_damaged) =
            self.decoder
                .decode_to_string(&bytes, &mut self.decoded, self.has_ended);
        self.is_damaged |= is_damaged;
        Ok(())
    }
}

/// Adds to a line as much as fits.
fn keep(line: &mut Line, part: &str, longest: usize) {
    let room = if line.missing > 0 {
        0
    } else {
        longest.saturating_sub(line.text.len())
    };
    let kept = boundary(part, room);
    line.text.push_str(&part[..kept]);
    line.missing += part[kept..].chars().count() as u64;
}

/// The last position up to `at` at which a character starts or the text ends.
pub fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
