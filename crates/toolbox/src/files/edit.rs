use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Deserialize;

/// One replacement.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The text to replace, exactly as in the file, with enough surrounding lines that it occurs only once. Without line
    /// numbers.
    pub old_text: String,
    /// The replacement. Empty to delete the text.
    pub new_text: String,
}

/// A text after its edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edited {
    /// The text.
    pub text: String,
    /// The line at which each edit began, in the text at the time of the edit; counted from 1.
    pub lines: Vec<usize>,
}

/// An edit that can't be made, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditFault {
    /// The index of the edit, from 0.
    pub index: usize,
    /// The reason, as the end of a sentence about `old_text`.
    pub reason: String,
    /// The number of places.
    pub matches: usize,
}

/// The maximum number of places that are counted, and that are named.
const MAX_COUNTED: usize = 1000;
const MAX_NAMED: usize = 10;

/// Makes the edits in order, each in the text left by those before it; all or none. Lines keep their ends: a line feed in an
/// edit matches both kinds.
///
/// # Errors
///
/// The first edit whose `old_text` is not in exactly one place.
pub fn apply(text: &str, edits: &[Edit]) -> Result<Edited, EditFault> {
    let mut edited = Edited {
        text: text.to_owned(),
        lines: Vec::new(),
    };
    for (index, edit) in edits.iter().enumerate() {
        let made = one(&edited.text, edit).map_err(|(matches, reason)| EditFault {
            index,
            reason,
            matches,
        })?;
        edited.text = made.0;
        edited.lines.push(made.1);
    }
    Ok(edited)
}

/// The text with one edit, and the line of the edit.
fn one(text: &str, edit: &Edit) -> Result<(String, usize), (usize, String)> {
    let view = LfView::of(text);
    let old = lf(&edit.old_text);
    if old.is_empty() {
        return Err((0, "is empty".to_owned()));
    }
    let places = places(&view.text, &old);
    let [place] = places[..] else {
        return Err((places.len(), fault(&view.text, &old, &places)));
    };
    let (start, end) = (view.original(place), view.original(place + old.len()));
    let new = lf(&edit.new_text);
    let new = if ends_in_crlf(text, start, end) {
        Cow::Owned(new.replace('\n', "\r\n"))
    } else if text.contains('\n') {
        new
    } else {
        Cow::Borrowed(edit.new_text.as_str())
    };
    let text = [&text[..start], &new, &text[end..]].concat();
    Ok((text, line_of(&view.text, place)))
}

/// The places of the needle, including overlapping ones.
fn places(text: &str, needle: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(found) = text[from..].find(needle) {
        places.push(from + found);
        if places.len() == MAX_COUNTED {
            break;
        }
        let step = text[from + found..]
            .chars()
            .next()
            .map_or(1, char::len_utf8);
        from += found + step;
    }
    places
}

fn fault(text: &str, old: &str, places: &[usize]) -> String {
    if places.is_empty() {
        return match nearly(text, old) {
            Some(line) => format!(
                "is not in the file. The lines from {line} on are the same except for spaces and tabs: copy them exactly"
            ),
            None => "is not in the file. Call file_read to see its text".to_owned(),
        };
    }
    let mut lines: Vec<_> = places.iter().map(|place| line_of(text, *place)).collect();
    lines.dedup();
    let named: Vec<_> = lines.iter().take(MAX_NAMED).map(usize::to_string).collect();
    let count = if places.len() == MAX_COUNTED {
        format!("{MAX_COUNTED} places or more")
    } else {
        format!("{} places", places.len())
    };
    let more = if lines.len() > MAX_NAMED {
        " and others"
    } else {
        ""
    };
    format!(
        "is in {count}, at lines {}{more}, and must be in exactly one. Add the lines around it",
        named.join(", ")
    )
}

/// The line from which the text is the same except for white space.
fn nearly(text: &str, old: &str) -> Option<usize> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted: Vec<_> = old.trim().lines().map(words).collect();
    if wanted.iter().all(String::is_empty) || wanted.len() > 200 {
        return None;
    }
    let lines: Vec<_> = text.lines().map(words).collect();
    let at = lines
        .windows(wanted.len())
        .position(|window| window == wanted)?;
    Some(at + 1)
}

fn line_of(text: &str, place: usize) -> usize {
    text[..place].bytes().filter(|byte| *byte == b'\n').count() + 1
}

/// Returns true if the lines of a range end in CRLF: by the first line end in it, otherwise the first after it, otherwise
/// the last before.
fn ends_in_crlf(text: &str, start: usize, end: usize) -> bool {
    let first = text[start..end]
        .find('\n')
        .map(|at| start + at)
        .or_else(|| text[end..].find('\n').map(|at| end + at))
        .or_else(|| text[..start].rfind('\n'));
    first.is_some_and(|at| text[..at].ends_with('\r'))
}

fn lf(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") {
        Cow::Owned(text.replace("\r\n", "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// A text as if all its lines ended in a line feed.
struct LfView<'a> {
    text: Cow<'a, str>,
    /// The positions in `text` of line feeds with a carriage return before them in the original.
    shortened: Vec<usize>,
}

impl<'a> LfView<'a> {
    fn of(text: &'a str) -> Self {
        let shortened = text
            .match_indices("\r\n")
            .enumerate()
            .map(|(before, (at, _))| at - before)
            .collect();
        Self {
            text: lf(text),
            shortened,
        }
    }

    /// The position in the original.
    fn original(&self, place: usize) -> usize {
        place
            + self
                .shortened
                .partition_point(|shortened| *shortened < place)
    }
}
