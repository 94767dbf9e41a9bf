/// Returns true if Python's `re` gives a pattern of ECMAScript the same meaning, and the pattern has no lookaround. `OpenAI`
/// compiles the patterns of each schema this way: it refuses a request with one that is "not a 'regex'", and any lookaround.
///
/// Patterns that the two read differently do not count: Unicode properties, named groups, `\\u{…}`, escapes that only one of
/// them knows, classes that are empty or have ranges between classes.
pub fn is_python_pattern(pattern: &str) -> bool {
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => escape(&rest[1..]).map(|length| length + 1),
            '[' => class(&rest[1..]).map(|length| length + 1),
            '(' if rest.starts_with("(?:") => Some(3),
            '(' if rest.starts_with("(?") => None,
            '{' if repeats_too_often(&rest[1..]) => None,
            '*' | '+' | '?' | '}' if rest[1..].starts_with('+') => None,
            _ => Some(first.len_utf8()),
        };
        let Some(length) = length else {
            return false;
        };
        rest = &rest[length..];
    }
    true
}

/// The length of an escape behind its backslash.
fn escape(rest: &str) -> Option<usize> {
    let first = rest.chars().next()?;
    let digits = match first {
        'b' | 'B' | 'd' | 'D' | 'f' | 'n' | 'r' | 's' | 'S' | 't' | 'v' | 'w' | 'W' => 0,
        'x' => 2,
        'u' => 4,
        // Numbers of groups and of characters, and the letters that have a meaning in Python.
        letter if letter.is_ascii_alphanumeric() => return None,
        sign => return Some(sign.len_utf8()),
    };
    let code = rest.get(1..=digits)?;
    let is_code = code.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_code.then_some(1 + digits)
}

/// The length of a class of characters behind its bracket.
fn class(all: &str) -> Option<usize> {
    let mut rest = all.strip_prefix('^').unwrap_or(all);
    if rest.starts_with(']') {
        return None;
    }
    // Whether the previous part was itself a class, or a dash that may form a range.
    let (mut was_class, mut was_dash) = (false, false);
    while let Some(first) = rest.chars().next() {
        if first == ']' {
            return Some(all.len() - rest.len() + 1);
        }
        let (length, is_class) = if first == '\\' {
            let letter = rest.chars().nth(1)?;
            (escape(&rest[1..])? + 1, "dDsSwWB".contains(letter))
        } else {
            (first.len_utf8(), false)
        };
        let is_dash = first == '-' && !rest[1..].starts_with(']');
        if is_class && was_dash || is_dash && was_class {
            return None;
        }
        (was_class, was_dash) = (is_class, is_dash);
        rest = &rest[length..];
    }
    None
}

/// Returns true if a count is larger than Python accepts.
fn repeats_too_often(rest: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(rest);
    let second = rest[first..].strip_prefix(',').map_or(0, digits);
    first.max(second) > 9
}
