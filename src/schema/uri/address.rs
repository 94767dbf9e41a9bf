/// Whether `text` is four decimal octets, none with a leading zero (RFC 3986, section 3.2.2, `IPv4address`).
pub(crate) fn is_ipv4(text: &str) -> bool {
    is_dotted(text.as_bytes())
}

/// Whether `text` is an IPv6 address (RFC 4291, section 2.2): eight groups of at most four hexadecimal digits, the last
/// two perhaps as an IPv4 address, and at one place `::` for one or more groups of zeros. A zone is no part of it.
pub(crate) fn is_ipv6(text: &str) -> bool {
    let text = text.as_bytes();
    match text.windows(2).position(|pair| pair == b"::") {
        None => groups(text, true) == Some(8),
        Some(gap) => {
            let before = groups(&text[..gap], false);
            let after = groups(&text[gap + 2..], true);
            before
                .zip(after)
                .is_some_and(|(before, after)| before + after < 8)
        }
    }
}

/// How many groups `text` has, where an IPv4 address, which may stand last, counts for two. `None` when it holds anything
/// else.
fn groups(text: &[u8], may_end_in_ipv4: bool) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    let mut count = 0;
    let mut groups = text.split(|&byte| byte == b':').peekable();
    while let Some(group) = groups.next() {
        if matches!(group.len(), 1..=4) && group.iter().all(u8::is_ascii_hexdigit) {
            count += 1;
        } else if may_end_in_ipv4 && groups.peek().is_none() && is_dotted(group) {
            count += 2;
        } else {
            return None;
        }
    }
    Some(count)
}

fn is_dotted(text: &[u8]) -> bool {
    let mut octets = text.split(|&byte| byte == b'.');
    (0..4).all(|_| octets.next().is_some_and(is_octet)) && octets.next().is_none()
}

/// `dec-octet`: 0 to 255.
fn is_octet(text: &[u8]) -> bool {
    match text {
        [_]
        | [b'1'..=b'9', _]
        | [b'1', _, _]
        | [b'2', b'0'..=b'4', _]
        | [b'2', b'5', b'0'..=b'5'] => text.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}
