use std::fmt::Write as _;

use similar::TextDiff;

use super::encoding::LineEnding;

/// The maximum length of a diff, in characters.
const MAX_CHARACTERS: usize = 20_000;
/// The maximum length of one of its lines.
const MAX_LINE: usize = 1000;
/// The maximum number of differing lines that are compared.
const MAX_COMPARED: usize = 4000;

/// A change in the unified format, with three lines around each hunk. Longer ones are cut with a note.
#[must_use]
pub fn unified(path: &str, before: &str, after: &str) -> String {
    // Line ends are only shown if they change.
    let (before, after) = if LineEnding::of(before) == LineEnding::of(after) {
        (before.replace("\r\n", "\n"), after.replace("\r\n", "\n"))
    } else {
        (before.to_owned(), after.to_owned())
    };
    let (removed, added) = differing(&before, &after);
    if removed + added > MAX_COMPARED {
        return format!(
            "--- a/{path}\n+++ b/{path}\n[{removed} lines are replaced by {added}: too many to be compared.]\n"
        );
    }
    let diff = TextDiff::from_lines(before.as_str(), after.as_str());
    let text = diff
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string();
    cut(&text)
}

/// The number of lines between the common beginning and the common end.
fn differing(before: &str, after: &str) -> (usize, usize) {
    let before: Vec<_> = before.split('\n').collect();
    let after: Vec<_> = after.split('\n').collect();
    let pairs = before.iter().zip(&after);
    let head = pairs.take_while(|(one, other)| one == other).count();
    let rest = before.len().min(after.len()) - head;
    let pairs = before.iter().rev().zip(after.iter().rev()).take(rest);
    let tail = pairs.take_while(|(one, other)| one == other).count();
    (before.len() - head - tail, after.len() - head - tail)
}

fn cut(text: &str) -> String {
    let mut kept = String::new();
    let mut used = 0;
    let mut lines = text.lines();
    for line in lines.by_ref() {
        let length = line.chars().count();
        if used + length.min(MAX_LINE) > MAX_CHARACTERS {
            let left = lines.count() + 1;
            let _written = writeln!(kept, "[The diff continues for {left} lines.]");
            break;
        }
        used += length.min(MAX_LINE);
        kept.extend(line.chars().take(MAX_LINE));
        if length > MAX_LINE {
            let _written = write!(kept, "[… {} characters more]", length - MAX_LINE);
        }
        kept.push('\n');
    }
    kept
}
