//! Bootstring with the parameters of RFC 3492, section 5.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 128;

/// What the ASCII bytes of a label stand for (section 6.2). `None` when they are no encoding. The bytes are few: a label
/// has at most 63.
pub(super) fn decode(label: &[u8]) -> Option<Vec<char>> {
    let delimiter = label.iter().rposition(|&byte| byte == b'-');
    let (basic, mut rest) = match delimiter {
        Some(at) if at > 0 => (&label[..at], &label[at + 1..]),
        _ => (&label[..0], label),
    };
    let mut output: Vec<char> = basic.iter().map(|&byte| char::from(byte)).collect();
    let mut code = INITIAL_N;
    let mut bias = INITIAL_BIAS;
    let mut index = 0u32;
    while !rest.is_empty() {
        let (delta, after) = integer(rest, bias)?;
        let count = u32::try_from(output.len()).ok()? + 1;
        bias = adapted(delta, count, index == 0);
        index = index.checked_add(delta)?;
        code = code.checked_add(index / count)?;
        index %= count;
        output.insert(index as usize, char::from_u32(code)?);
        index += 1;
        rest = after;
    }
    Some(output)
}

/// The generalized variable-length integer that `text` begins with, and what follows it (section 3.3).
fn integer(text: &[u8], bias: u32) -> Option<(u32, &[u8])> {
    let mut value = 0u32;
    let mut weight = 1u32;
    let mut k = BASE;
    for (at, &byte) in text.iter().enumerate() {
        let digit = digit(byte)?;
        value = value.checked_add(digit.checked_mul(weight)?)?;
        let threshold = k.saturating_sub(bias).clamp(T_MIN, T_MAX);
        if digit < threshold {
            return Some((value, &text[at + 1..]));
        }
        weight = weight.checked_mul(BASE - threshold)?;
        k += BASE;
    }
    None
}

fn digit(byte: u8) -> Option<u32> {
    match byte {
        b'a'..=b'z' => Some(u32::from(byte - b'a')),
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 26),
        _ => None,
    }
}

/// The bias for the next integer (section 6.1).
fn adapted(delta: u32, count: u32, is_first: bool) -> u32 {
    let mut delta = delta / if is_first { DAMP } else { 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

#[cfg(test)]
mod tests {
    use super::decode;

    fn decoded(label: &str) -> Option<String> {
        Some(decode(label.as_bytes())?.into_iter().collect())
    }

    /// Of section 7.1, without the mixed-case annotation.
    #[test]
    fn the_examples_of_the_rfc() {
        for (label, expected) in [
            ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"),
            ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
            ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
            ("MajiKoi5-783gue6qz075azm5e", "MajiでKoiする5秒前"),
            ("d9juau41awczczp", "そのスピードで"),
            ("-> $1.00 <--", "-> $1.00 <-"),
        ] {
            assert_eq!(decoded(label).as_deref(), Some(expected));
        }
    }

    #[test]
    fn what_is_cut_off_or_too_large_is_no_encoding() {
        for label in ["X", "a-9", "99999999999", "-9", "a-é"] {
            assert_eq!(decoded(label), None, "{label}");
        }
    }
}
