//! Characters that a person does not see: without a width, for the direction of text, tags, controls of a terminal. They can
//! carry hidden text to a model.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns true if a text contains nothing to read.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_whitespace() || is_hidden(letter) || letter == '\u{ad}')
}

/// A text without them, and their number. Characters that belong to the visible text stay: joiners in scripts and emoji that
/// use them, one variant selector of a character. A soft hyphen, which is only visible at the end of a line, is removed
/// without being counted.
pub(super) fn clean(text: &str) -> (Cow<'_, str>, usize) {
    let (text, count) = replace(text, |_, _| {});
    if text.contains('\u{ad}') {
        return (Cow::Owned(text.replace('\u{ad}', "")), count);
    }
    (text, count)
}

/// A text in which each is replaced by its code: `[U+202E]`. For unchanged text, such as code.
pub(super) fn name(text: &str) -> (Cow<'_, str>, usize) {
    replace(text, |letter, out| {
        let _ = write!(out, "[U+{:04X}]", u32::from(letter));
    })
}

/// JSON with an escape for each.
pub(super) fn escape(json: &str) -> Cow<'_, str> {
    replace(json, |letter, out| {
        let mut units = [0; 2];
        for unit in letter.encode_utf16(&mut units) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
    .0
}

fn replace(text: &str, instead: impl Fn(char, &mut String)) -> (Cow<'_, str>, usize) {
    if text
        .bytes()
        .all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r'))
    {
        return (Cow::Borrowed(text), 0);
    }
    let mut out = String::with_capacity(text.len());
    let mut count = 0;
    let mut before = None;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(flag) = FLAGS.iter().find(|flag| rest.starts_with(**flag)) {
            out.push_str(flag);
            before = None;
            rest = &rest[flag.len()..];
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        if !is_hidden(letter) || belongs(letter, before, rest.chars().next()) {
            out.push(letter);
        } else {
            count += 1;
            instead(letter, &mut out);
            continue;
        }
        before = Some(letter);
    }
    if count == 0 {
        return (Cow::Borrowed(text), 0);
    }
    (Cow::Owned(out), count)
}

/// The flags that are encoded with tag characters: England, Scotland, Wales.
const FLAGS: [&str; 3] = [
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
    "\u{1f3f4}\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}",
];

/// Characters without a shape: `Default_Ignorable_Code_Point` of the Unicode Character Database, controls, and permanently
/// unassigned ones. Without the soft hyphen, which occurs in the words of many pages.
fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\0'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f'..='\u{84}' | '\u{86}'..='\u{9f}'
        | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns true if the character is a part of its neighbor.
fn belongs(letter: char, before: Option<char>, after: Option<char>) -> bool {
    // Letters of scripts with joiners, and pictures: everything outside the alphabets without joiners.
    let joins = |letter: Option<char>| {
        letter.is_some_and(|letter| {
            (letter >= '\u{590}' && letter.is_alphanumeric() && letter < '\u{1e00}')
                || matches!(letter, '\u{900}'..='\u{dff}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '\u{fe0f}')
        })
    };
    match letter {
        '\u{200c}' | '\u{200d}' => joins(before) && joins(after),
        '\u{fe00}'..='\u{fe0f}' => before.is_some_and(|before| {
            let has_pictures = letter >= '\u{fe0e}' && matches!(before, '0'..='9' | '#' | '*');
            has_pictures || !before.is_ascii() && !before.is_whitespace() && !is_hidden(before)
        }),
        '\u{180b}'..='\u{180d}' => matches!(before, Some('\u{1820}'..='\u{18aa}')),
        '\u{e0100}'..='\u{e01ef}' => {
            matches!(
                before,
                Some('\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{323af}')
            )
        }
        _ => false,
    }
}
