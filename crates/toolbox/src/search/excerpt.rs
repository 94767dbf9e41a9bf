use std::fmt::Write as _;
use std::ops::Range;

use crate::files::boundary;

/// The maximum length of a shown line, in bytes of UTF-8.
const MAX_SHOWN: usize = 300;

/// A line; if it is long, the part around the match.
pub fn excerpt(line: &str, found: Option<Range<usize>>) -> String {
    if line.len() <= MAX_SHOWN {
        return line.to_owned();
    }
    let found = found.unwrap_or(0..0);
    let length = found.len().min(MAX_SHOWN);
    let start = found.start.saturating_sub((MAX_SHOWN - length) / 2);
    let start = boundary(line, start.min(line.len() - MAX_SHOWN));
    let end = boundary(line, start + MAX_SHOWN);
    let mut text = String::new();
    if start > 0 {
        let _written = write!(text, "[… {} characters] ", line[..start].chars().count());
    }
    text.push_str(&line[start..end]);
    if end < line.len() {
        let _written = write!(text, " [… {} characters]", line[end..].chars().count());
    }
    text
}
