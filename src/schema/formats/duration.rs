/// `duration` of RFC 3339, appendix A: `P4DT12H30M5S`. Whole numbers, in order and without a gap: a year and a day need
/// the month between them. Weeks stand alone. Units are capitals, as everywhere in ISO 8601.
pub(super) fn is_duration(text: &str) -> bool {
    let [b'P', text @ ..] = text.as_bytes() else {
        return false;
    };
    match text.iter().position(|&byte| byte == b'T') {
        None => are_components(text, b"YMD") || are_components(text, b"W"),
        Some(at) => {
            (at == 0 || are_components(&text[..at], b"YMD"))
                && are_components(&text[at + 1..], b"HMS")
        }
    }
}

/// Whether `text` is one or more numbers, each with its unit, where each unit is the one that follows the last in
/// `units`.
fn are_components(mut text: &[u8], units: &[u8]) -> bool {
    let mut next = None;
    while !text.is_empty() {
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let unit = text.get(digits);
        let unit = unit.and_then(|unit| units.iter().position(|known| known == unit));
        let Some(unit) = unit else {
            return false;
        };
        if digits == 0 || next.is_some_and(|next| next != unit) {
            return false;
        }
        next = Some(unit + 1);
        text = &text[digits + 1..];
    }
    next.is_some()
}
