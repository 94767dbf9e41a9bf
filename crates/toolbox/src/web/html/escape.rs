//! Escapes characters with a meaning in Markdown, only where they would have it.

/// Appends a text of the page. A line starts where `out` does.
pub(super) fn escape(text: &str, is_in_link: bool, out: &mut String) {
    let mut before = out.chars().next_back().filter(|letter| *letter != '\n');
    let mut letters = text.char_indices().peekable();
    let starts_line = before.is_none();
    if starts_line {
        let marker = line_marker(text);
        if marker > 0 {
            out.push_str(&text[..marker - 1]);
            out.push('\\');
            out.push_str(&text[marker - 1..marker]);
            before = text[..marker].chars().next_back();
            while letters.next_if(|(at, _)| *at < marker).is_some() {}
        }
    }
    let mut is_address = false;
    while let Some((at, letter)) = letters.next() {
        // An address in a text is recognized and copied.
        if is_apart(before) {
            let rest = &text[at..];
            is_address = rest.starts_with("https://") || rest.starts_with("http://");
        }
        let after = letters.peek().map(|(_, next)| *next);
        let is_read = match letter {
            '`' => true,
            '\\' => after.is_none_or(|next| next.is_ascii_punctuation()),
            '*' | '_' | '~' | '&' if is_address => false,
            '*' => !(is_apart(before) && is_apart(after)),
            '_' => {
                let stands_alone = is_apart(before) && is_apart(after);
                let is_within = is_word(before) && is_word(after);
                !stands_alone && !is_within
            }
            '~' => before == Some('~') || after == Some('~'),
            '[' => is_in_link,
            ']' => is_in_link || matches!(after, Some('(' | '[' | ':')),
            '<' => after.is_some_and(|next| next.is_ascii_alphabetic() || "/!?".contains(next)),
            '&' => is_reference(&text[at..]),
            _ => false,
        };
        if is_read {
            out.push('\\');
        }
        out.push(letter);
        before = Some(letter);
    }
}

fn is_apart(letter: Option<char>) -> bool {
    letter.is_none_or(char::is_whitespace)
}

fn is_word(letter: Option<char>) -> bool {
    letter.is_some_and(char::is_alphanumeric)
}

/// Returns true if a text starts like `&amp;` or `&#38;`.
fn is_reference(text: &str) -> bool {
    let name = text[1..]
        .bytes()
        .take(34)
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#')
        .count();
    name > 0 && text.as_bytes().get(name + 1) == Some(&b';')
}

/// The number of bytes of a marker that would make the line a heading, a quotation, an item or a rule.
fn line_marker(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_end = |at: usize| bytes.get(at).is_none_or(|byte| *byte == b' ');
    let run = |byte: u8| bytes.iter().take_while(|other| **other == byte).count();
    match bytes.first() {
        Some(b'#') if run(b'#') <= 6 && is_end(run(b'#')) => 1,
        Some(b'>' | b'|') => 1,
        Some(b'+') if is_end(1) => 1,
        Some(b'-') if is_end(1) || is_end(run(b'-')) => 1,
        Some(b'=') if is_end(run(b'=')) => 1,
        Some(byte) if byte.is_ascii_digit() => {
            let digits = bytes
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            let is_item =
                digits <= 9 && matches!(bytes.get(digits), Some(b'.' | b')')) && is_end(digits + 1);
            if is_item { digits + 1 } else { 0 }
        }
        _ => 0,
    }
}

/// Backticks that enclose a code: more than its longest run, and at least `least`.
pub(super) fn fence(code: &str, least: usize) -> String {
    let (mut longest, mut run) = (0, 0);
    for byte in code.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(least.max(longest + 1))
}

/// Appends the address of a link or an image.
pub(super) fn address(to: &str, out: &mut String) {
    let is_plain = !to.contains(['(', ')', '<', '>', ' ']);
    if is_plain {
        out.push_str(to);
        return;
    }
    out.push('<');
    for letter in to.chars() {
        match letter {
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            letter => out.push(letter),
        }
    }
    out.push('>');
}
