use super::characters::{Beyond, consists_of, is_plain};
use super::is_ipv6;

/// Whether `text` is `[ userinfo "@" ] host [ ":" port ]` (RFC 3986, section 3.2).
pub(super) fn is_authority(text: &str, beyond: Beyond) -> bool {
    let (userinfo, host_and_port) = text.split_once('@').unwrap_or(("", text));
    if !consists_of(userinfo, b":", beyond) {
        return false;
    }
    if let Some(literal) = host_and_port.strip_prefix('[') {
        return literal
            .split_once(']')
            .is_some_and(|(host, rest)| is_ip_literal(host) && is_port(rest));
    }
    let colon = host_and_port.find(':').unwrap_or(host_and_port.len());
    let (host, rest) = host_and_port.split_at(colon);
    // An IPv4 address is a registered name too.
    consists_of(host, b"", beyond) && is_port(rest)
}

/// Whether what follows a host is nothing, or `":" *DIGIT`.
fn is_port(text: &str) -> bool {
    match text.as_bytes() {
        [] => true,
        [b':', port @ ..] => port.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// An IPv6 address, or a `"v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )` of the future (section 3.2.2).
fn is_ip_literal(text: &str) -> bool {
    let [b'v' | b'V', future @ ..] = text.as_bytes() else {
        return is_ipv6(text);
    };
    let version = future
        .iter()
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    match &future[version..] {
        [b'.', address @ ..] if version > 0 && !address.is_empty() => {
            address.iter().all(|&byte| byte == b':' || is_plain(byte))
        }
        _ => false,
    }
}
