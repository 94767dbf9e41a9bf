/// A UUID of RFC 4122, section 3, of any version and variant: 8, 4, 4, 4 and 12 hexadecimal digits.
pub(super) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}
