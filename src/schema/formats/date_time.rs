/// `date-time` of RFC 3339, section 5.6: a date, `T`, and a time. Both letters may be small; the space that the RFC lets
/// applications put for the `T` is not in its grammar.
pub(super) fn is_date_time(text: &str) -> bool {
    match text.as_bytes().split_at_checked(10) {
        Some((date, [b'T' | b't', time @ ..])) => is_full_date(date) && is_full_time(time),
        _ => false,
    }
}

/// `full-date`: `2020-02-29`
pub(super) fn is_date(text: &str) -> bool {
    is_full_date(text.as_bytes())
}

/// `full-time`: `23:59:59.5+01:00`
pub(super) fn is_time(text: &str) -> bool {
    is_full_time(text.as_bytes())
}

fn is_full_date(text: &[u8]) -> bool {
    let [c1, c2, y1, y2, b'-', m1, m2, b'-', d1, d2] = *text else {
        return false;
    };
    let century = two_digits(c1, c2);
    let year_of_century = two_digits(y1, y2);
    let month = two_digits(m1, m2);
    let day = two_digits(d1, d2);
    let (Some(century), Some(year), Some(month), Some(day)) =
        (century, year_of_century, month, day)
    else {
        return false;
    };
    let leap = if year == 0 { century } else { year } % 4 == 0;
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

fn is_full_time(text: &[u8]) -> bool {
    let [h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..] = text else {
        return false;
    };
    let minute_of_day = minutes(*h1, *h2, *m1, *m2);
    let second = two_digits(*s1, *s2);
    let offset = without_fraction(rest).and_then(offset);
    let (Some(minute_of_day), Some(second), Some(offset)) = (minute_of_day, second, offset) else {
        return false;
    };
    // Leap seconds are inserted at the end of a day in UTC (appendix D).
    second < 60 || second == 60 && (minute_of_day - offset).rem_euclid(24 * 60) == 24 * 60 - 1
}

/// What follows a `time-secfrac`, which may be absent.
fn without_fraction(text: &[u8]) -> Option<&[u8]> {
    let [b'.', fraction @ ..] = text else {
        return Some(text);
    };
    let digits = fraction
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    (digits > 0).then_some(&fraction[digits..])
}

/// A `time-offset`, in minutes east of UTC.
fn offset(text: &[u8]) -> Option<i16> {
    match *text {
        [b'Z' | b'z'] => Some(0),
        [b'+', h1, h2, b':', m1, m2] => minutes(h1, h2, m1, m2),
        [b'-', h1, h2, b':', m1, m2] => minutes(h1, h2, m1, m2).map(|minutes| -minutes),
        _ => None,
    }
}

/// An hour and a minute, in minutes.
fn minutes(h1: u8, h2: u8, m1: u8, m2: u8) -> Option<i16> {
    let hour = two_digits(h1, h2)?;
    let minute = two_digits(m1, m2)?;
    (hour < 24 && minute < 60).then_some(hour * 60 + minute)
}

fn two_digits(tens: u8, ones: u8) -> Option<i16> {
    (tens.is_ascii_digit() && ones.is_ascii_digit())
        .then(|| i16::from(tens - b'0') * 10 + i16::from(ones - b'0'))
}
