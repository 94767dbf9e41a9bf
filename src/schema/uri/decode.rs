use std::borrow::Cow;

use super::characters::is_encoding;

/// The text that a percent-encoded one stands for (RFC 3986, section 2.1): what a fragment holds, when it is a JSON
/// pointer. `None` when it is not UTF-8. A `%` that begins no encoding stands for itself.
pub(crate) fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        if is_encoding(rest) {
            decoded.push(digit(rest[1]) << 4 | digit(rest[2]));
            rest = &rest[3..];
        } else {
            decoded.push(*first);
            rest = after;
        }
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

/// What a hexadecimal digit is worth.
fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        _ => (byte | 0x20) - b'a' + 10,
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn encodings_are_decoded_once() {
        assert_eq!(decode("/a%20b%2Fc").unwrap(), "/a b/c");
        assert_eq!(decode("%c3%A9é").unwrap(), "éé");
        assert_eq!(decode("%2525").unwrap(), "%25");
        assert_eq!(decode("/plain").unwrap(), "/plain");
    }

    #[test]
    fn what_is_no_encoding_stays() {
        assert_eq!(decode("100%").unwrap(), "100%");
        assert_eq!(decode("%4%zz%é1").unwrap(), "%4%zz%é1");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert_eq!(decode("%ff"), None);
        assert_eq!(decode("%c3"), None);
    }
}
