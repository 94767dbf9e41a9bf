//! What Unicode says of characters: the tables of the crate `regex-syntax`, and the standard library's.

use regex_syntax::hir::{Class, HirKind};

use super::ranges::Ranges;

/// Whether there is such a property: what stands between the braces of `\p{…}`, `L`, `Script=Greek`.
pub(super) fn is_property(name: &str) -> bool {
    is_exact(name) && find(name).is_some()
}

/// The code points that have a property.
pub(super) fn property(name: &str) -> Vec<(u32, u32)> {
    find(name).unwrap_or_default()
}

/// Whether a character has a property.
pub(super) fn has(name: &str, c: char) -> bool {
    Ranges::new(&property(name)).contains(c as u32)
}

/// The crate takes `greek` for `Greek`, as Unicode advises and ECMA-262 does not.
fn is_exact(name: &str) -> bool {
    const LOWER_CASE: [&str; 6] = ["gc", "sc", "scx", "cntrl", "digit", "punct"];
    name.split('=').all(|part| {
        let is_name = part.starts_with(|first: char| first.is_ascii_uppercase());
        is_name || LOWER_CASE.contains(&part)
    })
}

fn find(name: &str) -> Option<Vec<(u32, u32)>> {
    let parsed = regex_syntax::parse(&format!(r"\p{{{name}}}")).ok()?;
    match parsed.into_kind() {
        HirKind::Class(Class::Unicode(class)) => {
            let ranges = class.iter();
            Some(ranges.map(|r| (r.start() as u32, r.end() as u32)).collect())
        }
        // A property of one character.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            Some(text.chars().map(|c| (c as u32, c as u32)).collect())
        }
        _ => None,
    }
}

/// Characters and what each becomes by simple case folding, where that is another one; in order.
pub(super) fn folds() -> Vec<(u32, u32)> {
    /// Code points from here on have no case.
    const CASELESS: char = '\u{1F000}';
    let folds = ('\0'..CASELESS).map(|c| (c as u32, fold(c) as u32));
    folds.filter(|(from, to)| from != to).collect()
}

fn fold(c: char) -> char {
    match c {
        // The one letter whose upper case belongs to another letter.
        'ı' => 'ı',
        // Their upper cases are several letters, so the standard library can't say that they are the same as these.
        '\u{1FD3}' => '\u{390}',
        '\u{1FE3}' => '\u{3B0}',
        '\u{FB05}' => '\u{FB06}',
        _ => {
            let upper = only(c.to_uppercase()).unwrap_or(c);
            only(upper.to_lowercase()).unwrap_or(upper)
        }
    }
}

fn only(mut mapped: impl Iterator<Item = char>) -> Option<char> {
    let first = mapped.next()?;
    mapped.next().is_none().then_some(first)
}
