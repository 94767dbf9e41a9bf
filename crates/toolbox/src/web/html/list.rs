//! Lists, with the page's own numbers of items.

use super::page::{At, Page};
use super::tree::{Element, Id};

/// A list that is being written.
pub(super) struct List {
    /// The number of the next item, and the step to the one after it.
    number: Option<(i64, i64)>,
    letters: Option<char>,
    has_items: bool,
}

/// Writes a list.
pub(super) fn list(page: &mut Page<'_>, id: Id, element: &Element, at: &At) {
    page.flush(at);
    if !page.lists.is_empty() {
        page.writer.tight();
    }
    let is_ordered = element.tag() == "ol";
    let number = is_ordered.then(|| {
        let is_reversed = element.attribute("reversed").is_some();
        let start = integer(element.attribute("start"));
        let items = || {
            let items = page.tree.children(id);
            let is_item = |id: &Id| page.tree.element(*id).is_some_and(|at| at.tag() == "li");
            i64::try_from(items.filter(is_item).count()).unwrap_or(1)
        };
        let first = start.unwrap_or_else(|| if is_reversed { items() } else { 1 });
        (first, if is_reversed { -1 } else { 1 })
    });
    let kind = element
        .attribute("type")
        .and_then(|kind| kind.chars().next());
    page.lists.push(List {
        number,
        letters: kind.filter(|kind| matches!(kind, 'a' | 'A' | 'i' | 'I')),
        has_items: false,
    });
    page.inside(id, at);
    page.lists.pop();
}

/// Writes an item, even without a list around it.
pub(super) fn item(page: &mut Page<'_>, id: Id, element: &Element, at: &At) {
    page.flush(at);
    let mut marker = "- ".to_owned();
    if let Some(list) = page.lists.last_mut() {
        if std::mem::replace(&mut list.has_items, true) {
            page.writer.tight();
        }
        if let Some((number, step)) = &mut list.number {
            *number = integer(element.attribute("value")).unwrap_or(*number);
            marker = format!("{}. ", numeral(*number, list.letters));
            *number = number.saturating_add(*step);
        }
    }
    let rest = " ".repeat(marker.len());
    page.writer.indent(&marker, rest);
    page.inside(id, at);
    page.writer.dedent();
}

fn integer(text: Option<&str>) -> Option<i64> {
    text?.trim().parse().ok()
}

/// A number in the style of a list: `type` may stand for letters or Roman numerals.
fn numeral(number: i64, letters: Option<char>) -> String {
    const ROMAN: [(i64, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let upper = match letters {
        Some('i' | 'I') if (1..4000).contains(&number) => {
            let mut rest = number;
            let mut text = String::new();
            for (value, roman) in ROMAN {
                while rest >= value {
                    text.push_str(roman);
                    rest -= value;
                }
            }
            text
        }
        Some('a' | 'A') if number > 0 => {
            let mut rest = number;
            let mut text = Vec::new();
            while rest > 0 {
                let digit = u8::try_from((rest - 1) % 26).unwrap_or_default();
                text.push(char::from(b'A' + digit));
                rest = (rest - 1) / 26;
            }
            text.into_iter().rev().collect()
        }
        _ => number.to_string(),
    };
    if matches!(letters, Some('a' | 'i')) {
        upper.to_lowercase()
    } else {
        upper
    }
}
