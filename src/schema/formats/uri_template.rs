use crate::schema::uri::{Beyond, is_encoding};

/// A URI Template: RFC 6570, section 2, of any level.
pub(super) fn is_template(text: &str) -> bool {
    let mut rest = text;
    while let Some((literals, after)) = rest.split_once('{') {
        let Some((expression, after)) = after.split_once('}') else {
            return false;
        };
        if !are_literals(literals) || !is_expression(expression.as_bytes()) {
            return false;
        }
        rest = after;
    }
    are_literals(rest)
}

/// `literals` (section 2.1). The apostrophe is among them by erratum 6937.
fn are_literals(text: &str) -> bool {
    text.char_indices().all(|(at, character)| match character {
        '%' => is_encoding(&text.as_bytes()[at..]),
        '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
        '!'..='~' => true,
        _ => Beyond::UcscharAndPrivate.has(character),
    })
}

/// What stands between braces (section 2.2): perhaps an operator, and a list of variables. The operators that are
/// reserved for extensions are in the grammar.
fn is_expression(text: &[u8]) -> bool {
    let variables = match text {
        [first, rest @ ..] if b"+#./;?&=,!@|".contains(first) => rest,
        _ => text,
    };
    variables.split(|&byte| byte == b',').all(is_variable)
}

/// `varspec` (sections 2.3 and 2.4): a name, and perhaps `*` or `:` with a length of one to four digits.
fn is_variable(text: &[u8]) -> bool {
    let name = match text {
        [name @ .., b'*'] => name,
        _ => match text.iter().position(|&byte| byte == b':') {
            Some(at) if is_max_length(&text[at + 1..]) => &text[..at],
            Some(_) => return false,
            None => text,
        },
    };
    name.split(|&byte| byte == b'.').all(are_name_characters)
}

fn is_max_length(text: &[u8]) -> bool {
    matches!(text, [b'1'..=b'9', ..]) && text.len() <= 4 && text.iter().all(u8::is_ascii_digit)
}

/// `1*varchar`
fn are_name_characters(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        rest = match rest {
            [] => return !text.is_empty(),
            [b'%', _, _, after @ ..] if is_encoding(rest) => after,
            [byte, after @ ..] if *byte == b'_' || byte.is_ascii_alphanumeric() => after,
            _ => return false,
        }
    }
}
