//! Characters that are invisible, or that change the appearance of others.

/// Ranges of format characters, of ignorable characters, of fillers and marks that show nothing, and of private use: Unicode
/// 16, general category Cf and property `Default_Ignorable_Code_Point`.
const OBSCURE: [(char, char); 30] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{e000}', '\u{f8ff}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{ffff}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{16fe4}', '\u{16fe4}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d159}', '\u{1d159}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
    ('\u{f0000}', '\u{10ffff}'),
];

/// Returns true for a control character, any space except the usual one, and characters that are invisible or reorder text.
pub(super) fn is_obscure(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control();
    }
    let is_listed = || {
        OBSCURE
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&letter))
    };
    letter.is_control() || letter.is_whitespace() || is_listed()
}

/// Returns true for a text with a control character other than a line end or a tab.
pub(super) fn has_control(text: &str) -> bool {
    text.chars()
        .any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t'))
}

/// A text for people: obscure characters are shown by their codes, except line ends and tabs.
pub(super) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_obscure(letter) && !matches!(letter, '\n' | '\t') {
            out.extend(letter.escape_unicode());
        } else {
            out.push(letter);
        }
    }
    out
}
