//! Text of a page as it may stand in an answer: on one line, between quotation marks that it can't end.

/// A text in quotation marks, cut after so many characters. White space becomes single spaces, and what nobody sees is left out.
pub(super) fn quote(text: &str, most: usize) -> String {
    let text = plain(text);
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for (index, character) in text.chars().enumerate() {
        if index == most {
            let missing = text.chars().count() - most;
            return format!("{quoted}…\" ({missing} more characters)");
        }
        if matches!(character, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted.push('"');
    quoted
}

/// A text on one line, without what nobody sees: control characters, and the tag characters that hide text from people.
pub(super) fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut is_flag = false;
    for character in text.chars() {
        is_flag = match character {
            // The flags of England, Scotland and Wales are written with tag characters.
            '\u{1F3F4}' => true,
            '\u{E0000}'..='\u{E007F}' => is_flag,
            _ => false,
        };
        let is_hidden = matches!(character, '\u{E0000}'..='\u{E007F}') && !is_flag;
        if is_hidden || character == '\u{FEFF}' {
            continue;
        }
        if character.is_whitespace() || character.is_control() {
            if !shown.ends_with(' ') && !shown.is_empty() {
                shown.push(' ');
            }
        } else {
            shown.push(character);
        }
    }
    if shown.ends_with(' ') {
        shown.pop();
    }
    shown
}

/// "1 element", "2 elements".
pub(super) fn count(number: usize, one: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{number} {one}s")
    }
}
