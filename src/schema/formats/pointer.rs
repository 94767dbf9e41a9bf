/// A JSON Pointer: RFC 6901, section 3.
pub(super) fn is_pointer(text: &str) -> bool {
    are_tokens(text.as_bytes())
}

/// A Relative JSON Pointer: draft-handrews-relative-json-pointer-01, section 3.
pub(super) fn is_relative(text: &str) -> bool {
    after_number(text.as_bytes()).is_some_and(ends_pointer)
}

/// A Relative JSON Pointer of draft-bhutton-relative-json-pointer-00, which 2020-12 refers to: an array's index may be
/// moved, as in `0+1/name`.
pub(super) fn is_relative_with_index(text: &str) -> bool {
    let rest = match after_number(text.as_bytes()) {
        Some([b'+' | b'-', moved @ ..]) => after_number(moved),
        rest => rest,
    };
    rest.is_some_and(ends_pointer)
}

/// What follows the `non-negative-integer` that `text` begins with.
fn after_number(text: &[u8]) -> Option<&[u8]> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits == 1 || digits > 1 && text[0] != b'0').then_some(&text[digits..])
}

fn ends_pointer(text: &[u8]) -> bool {
    text == b"#" || are_tokens(text)
}

/// `*( "/" reference-token )`, where `~` is written `~0` and `/` is written `~1`.
fn are_tokens(text: &[u8]) -> bool {
    let mut after_tilde = text.split(|&byte| byte == b'~').skip(1);
    matches!(text, [] | [b'/', ..]) && after_tilde.all(|rest| matches!(rest, [b'0' | b'1', ..]))
}
