//! `contentEncoding` and `contentMediaType`, which up to draft 7 may be taken for assertions, and are here.

use crate::json::{ReadOptions, read};
use crate::schema::rule::Content;

/// Whether a text holds what its schema says.
pub(in crate::schema) fn holds(content: Content, text: &str) -> bool {
    if !content.is_base64 {
        return !content.is_json || is_json(text);
    }
    match decoded(text) {
        None => false,
        Some(_) if !content.is_json => true,
        Some(bytes) => String::from_utf8(bytes).is_ok_and(|text| is_json(&text)),
    }
}

fn is_json(text: &str) -> bool {
    read(text, ReadOptions::default()).is_ok()
}

/// What a base64 text (RFC 4648, section 4) stands for.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let padding = text
        .bytes()
        .rev()
        .take(2)
        .take_while(|byte| *byte == b'=')
        .count();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let digits = &text.as_bytes()[..text.len() - padding];
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    for group in digits.chunks(4) {
        let mut bits = 0_u32;
        for digit in group {
            bits = bits << 6 | sextet(*digit)?;
        }
        bits <<= 6 * (4 - group.len());
        let [_, first, second, third] = bits.to_be_bytes();
        bytes.extend(&[first, second, third][..group.len() - 1]);
    }
    Some(bytes)
}

fn sextet(digit: u8) -> Option<u32> {
    let value = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}
