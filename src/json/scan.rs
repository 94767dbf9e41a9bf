//! Tokens that are complete in one piece, as nearly all are: read at once, without recording where they could be cut. The
//! reader handles everything that these functions decline, and every fault.

use super::tree::Entry;

/// The first byte from here on that is not space between tokens (RFC 8259, section 2).
pub(super) fn end_of_space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// The first byte of a string from here on that is not an ordinary character. Reads eight bytes at a time: most of a text is
/// strings.
pub(super) fn end_of_run(bytes: &[u8], mut at: usize) -> usize {
    while let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let special = special_bytes(u64::from_le_bytes(*eight));
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(&byte) = bytes.get(at)
        && byte != b'"'
        && byte != b'\\'
        && byte >= 0x20
    {
        at += 1;
    }
    at
}

/// The highest bit of each byte that is a quote, a backslash or a control character. A borrow may also set the bit of a byte
/// after such a byte, but never of one before it.
fn special_bytes(eight: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHS: u64 = ONES << 7;
    let is_zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let quotes = is_zero(eight ^ (ONES * u64::from(b'"')));
    let backslashes = is_zero(eight ^ (ONES * u64::from(b'\\')));
    let controls = eight.wrapping_sub(ONES * 0x20) & !eight;
    (quotes | backslashes | controls) & HIGHS
}

/// The number of digits that always fit into a double.
const DIGITS: usize = 15;

/// Powers of ten that a double holds.
const POWERS: [f64; DIGITS + 1] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
];

/// A number of few digits without an exponent, and its end. Declines numbers at the end of the text.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    reason = "it has at most 15 digits"
)]
pub(super) fn number(bytes: &[u8], at: usize) -> Option<(Entry, usize)> {
    let is_negative = bytes.get(at) == Some(&b'-');
    let start = at + usize::from(is_negative);
    let (integer, point) = digits(bytes, start, 0);
    let count = point - start;
    if count == 0 || (bytes[start] == b'0' && (count > 1 || is_negative)) {
        return None;
    }
    let (value, end) = match bytes.get(point)? {
        b'.' => digits(bytes, point + 1, integer),
        _ => (integer, point),
    };
    let places = (end - point).saturating_sub(1);
    if count + places > DIGITS || matches!(bytes.get(end)?, b'e' | b'E') {
        return None;
    }
    let entry = if end == point {
        let value = value as i64;
        Entry::Integer(if is_negative { -value } else { value })
    } else if places == 0 {
        return None;
    } else {
        // Both are exact doubles, so their quotient is the double nearest to the literal's value.
        let value = value as f64 / POWERS[places];
        Entry::Float(if is_negative { -value } else { value })
    };
    Some((entry, end))
}

/// The value of the digits from here on, after those of `value`, and their end. Too many digits wrap around.
fn digits(bytes: &[u8], mut at: usize, mut value: u64) -> (u64, usize) {
    while let Some(byte @ b'0'..=b'9') = bytes.get(at) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
        at += 1;
    }
    (value, at)
}

/// `true`, `false` or `null`, and its end.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<(Entry, usize)> {
    let rest = bytes.get(at..)?;
    if rest.starts_with(b"true") {
        Some((Entry::Bool(true), at + 4))
    } else if rest.starts_with(b"null") {
        Some((Entry::Null, at + 4))
    } else if rest.starts_with(b"false") {
        Some((Entry::Bool(false), at + 5))
    } else {
        None
    }
}
