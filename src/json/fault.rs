use super::syntax_error::SyntaxErrorKind;

/// A fault at a byte of the source.
pub(super) struct Fault {
    pub(super) kind: SyntaxErrorKind,
    pub(super) at: usize,
}

/// The number of bytes read.
pub(super) type Progress = Result<usize, Fault>;

#[cold]
pub(super) fn control_character(byte: u8, at: usize) -> Fault {
    Fault {
        kind: SyntaxErrorKind::ControlCharacter(u32::from(byte)),
        at,
    }
}

/// "Expected … here", for the character at this place.
#[cold]
pub(super) fn unexpected(source: &str, at: usize, expected: &'static str) -> Fault {
    let at = floor(source, at);
    let kind = match source[at..].chars().next() {
        None => SyntaxErrorKind::UnexpectedEnd(expected),
        Some(found) => SyntaxErrorKind::Unexpected {
            expected,
            found: if found.is_control() {
                format!("U+{:04X}", u32::from(found))
            } else {
                format!("'{found}'")
            },
        },
    };
    Fault { kind, at }
}

/// The start of the character that a byte belongs to.
pub(super) fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
