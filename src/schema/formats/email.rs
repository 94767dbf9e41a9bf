use super::hostname::is_hostname;
use crate::schema::uri::{is_ipv4, is_ipv6};

/// The most bytes a local part may have (RFC 5321, section 4.5.3.1.1).
const MAX_LOCAL_PART: usize = 64;

/// `Mailbox` of RFC 5321, section 4.1.2: `local-part@domain`. A domain has no `@`, and a quoted local part may.
pub(super) fn is_mailbox(text: &str) -> bool {
    text.rsplit_once('@').is_some_and(|(local, domain)| {
        local.len() <= MAX_LOCAL_PART && is_local_part(local.as_bytes()) && is_domain(domain)
    })
}

fn is_local_part(text: &[u8]) -> bool {
    match text {
        [b'"', quoted @ .., b'"'] => is_quoted_content(quoted),
        _ => text
            .split(|&byte| byte == b'.')
            .all(|atom| !atom.is_empty() && atom.iter().copied().all(is_atext)),
    }
}

/// `*QcontentSMTP`: printable ASCII, where a backslash goes before a quote and before itself.
fn is_quoted_content(text: &[u8]) -> bool {
    let mut is_escaped = false;
    for &byte in text {
        if !matches!(byte, b' '..=b'~') || byte == b'"' && !is_escaped {
            return false;
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    !is_escaped
}

/// `atext` of RFC 5322, section 3.2.3.
fn is_atext(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte)
}

/// A host name, or an address in brackets (section 4.1.3). Other tags than `IPv6:` were never registered.
fn is_domain(text: &str) -> bool {
    let literal = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    match literal {
        None => is_hostname(text),
        Some(literal) => match literal.split_at_checked(5) {
            Some((tag, address)) if tag.eq_ignore_ascii_case("IPv6:") => is_ipv6(address),
            _ => is_ipv4(literal),
        },
    }
}
