use super::idna::is_label;
use super::punycode;

/// The most bytes of a name: 255 as it is sent, where the first label's length and the end take one each (RFC 1035,
/// section 2.3.4).
const MAX_NAME: usize = 253;
/// The most bytes of a label (the same section).
const MAX_LABEL: usize = 63;

/// A host name of RFC 1123, section 2.1, whose labels that look internationalized are so (RFC 5890, section 2.3.1): one
/// with hyphens at its third and fourth place begins with `xn--`, and what that encodes is a label.
pub(super) fn is_hostname(text: &str) -> bool {
    is_ascii_hostname(text)
        && text
            .as_bytes()
            .split(|&byte| byte == b'.')
            .all(|label| match label {
                [b'x' | b'X', b'n' | b'N', b'-', b'-', encoded @ ..] => {
                    punycode::decode(encoded).is_some_and(|label| is_label(&label))
                }
                [_, _, b'-', b'-', ..] => false,
                _ => true,
            })
}

/// A host name of RFC 1123, section 2.1: what drafts 4 and 6 ask for.
pub(super) fn is_ascii_hostname(text: &str) -> bool {
    text.len() <= MAX_NAME
        && text
            .as_bytes()
            .split(|&byte| byte == b'.')
            .all(is_ascii_label)
}

fn is_ascii_label(label: &[u8]) -> bool {
    matches!(label.len(), 1..=MAX_LABEL)
        && label[0] != b'-'
        && label[label.len() - 1] != b'-'
        && label
            .iter()
            .all(|&byte| byte == b'-' || byte.is_ascii_alphanumeric())
}
