use serde::de::IgnoredAny;

/// Deeper values are not laid out.
const MAX_DEPTH: usize = 1000;

/// JSON with a line for each member and item. Everything else is unchanged: digits, order and repeated names. `None` if the
/// text is not JSON.
#[must_use]
pub fn pretty(text: &str) -> Option<String> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let mut out = String::with_capacity(text.len() * 2);
    let mut depth = 0_usize;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        // Indentation grows with the square of the depth: deeply nested text stays unchanged.
        if depth > MAX_DEPTH || out.len() > 8 * text.len() + 4096 {
            return Some(text.to_owned());
        }
        match letter {
            ' ' | '\t' | '\n' | '\r' => {}
            '"' => {
                out.push('"');
                copy_string(&mut letters, &mut out);
            }
            '{' | '[' => {
                out.push(letter);
                while letters.next_if(char::is_ascii_whitespace).is_some() {}
                if let Some(end) = letters.next_if(|next| matches!(next, '}' | ']')) {
                    out.push(end);
                } else {
                    depth += 1;
                    line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(letter);
            }
            ',' => {
                out.push(',');
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            other => out.push(other),
        }
    }
    Some(out)
}

fn line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

fn copy_string(letters: &mut impl Iterator<Item = char>, out: &mut String) {
    while let Some(letter) = letters.next() {
        out.push(letter);
        match letter {
            '\\' => out.extend(letters.next()),
            '"' => return,
            _ => {}
        }
    }
}
