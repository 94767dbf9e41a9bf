use super::ThrownFacts;

/// Milliseconds until another attempt makes sense, from one thrown value: its own `retryAfter`, otherwise its response's
/// `retry-after-ms` (a finer field that some model providers send in addition to the standard one), otherwise `Retry-After`.
pub(super) fn retry_after(facts: &ThrownFacts) -> Option<f64> {
    let sensible = |millis: &f64| millis.is_finite() && *millis >= 0.0;
    facts
        .retry_after
        .filter(sensible)
        .or_else(|| number(facts.retry_after_ms_field.as_deref()?))
        .or_else(|| {
            let now = facts.thrown_at.filter(|now| now.is_finite());
            parse_retry_after(facts.retry_after_field.as_deref()?, now)
        })
}

/// Reads a `Retry-After` field: seconds or an HTTP-date, as milliseconds from `now` (epoch milliseconds).
///
/// RFC 9110, section 10.2.3. A date in the past means now. A fraction of a second, which the grammar lacks but servers send,
/// is read; anything else is ignored. Without a clock a date is ignored.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::error::parse_retry_after;
///
/// assert_eq!(parse_retry_after("120", None), Some(120_000.0));
/// let now = 784_111_770_000.0; // seven seconds before
/// assert_eq!(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", Some(now)), Some(7_000.0));
/// assert_eq!(parse_retry_after("soon", Some(now)), None);
/// ```
#[must_use]
pub fn parse_retry_after(field: &str, now: Option<f64>) -> Option<f64> {
    if let Some(seconds) = number(field) {
        return Some(seconds * 1000.0).filter(|millis| millis.is_finite());
    }
    let now = now?;
    Some((http_date(field.trim_ascii(), now)? - now).max(0.0))
}

/// Digits, perhaps with a fraction.
fn number(text: &str) -> Option<f64> {
    let text = text.trim_ascii();
    let is_plain = text.starts_with(|first: char| first.is_ascii_digit())
        && text
            .chars()
            .all(|char| char.is_ascii_digit() || char == '.');
    let points = text.bytes().filter(|byte| *byte == b'.').count();
    let number: f64 = text.parse().ok()?;
    (is_plain && points <= 1 && number.is_finite()).then_some(number)
}

/// An HTTP-date as epoch milliseconds: the form in use and the two obsolete ones (RFC 9110, section 5.6.7).
fn http_date(text: &str, now: f64) -> Option<f64> {
    let mut words = parts(text, &[' ', ',', '-']);
    words.retain(|word| !word.is_empty());
    // Sun, 06 Nov 1994 08:49:37 GMT
    // Sunday, 06-Nov-94 08:49:37 GMT
    // Sun Nov  6 08:49:37 1994
    let ([_, day, month, year, time, "GMT"] | [_, month, day, time, year]) = *words.as_slice()
    else {
        return None;
    };
    let days = days_from_civil(
        full_year(year, now)?,
        month_number(month)?,
        within(day, 1, 31)?,
    );
    #[allow(
        clippy::cast_precision_loss,
        reason = "days of four-digit years are small"
    )]
    let midnight = days as f64 * MILLIS_PER_DAY;
    Some(midnight + 1000.0 * f64::from(second_of_day(time)?))
}

fn parts<'t>(text: &'t str, separators: &[char]) -> Vec<&'t str> {
    text.split(separators).collect()
}

const MILLIS_PER_DAY: f64 = 86_400_000.0;

fn second_of_day(time: &str) -> Option<u32> {
    let [hour, minute, second] = *parts(time, &[':']) else {
        return None;
    };
    // 60 is a leap second.
    Some(within(hour, 0, 23)? * 3600 + within(minute, 0, 59)? * 60 + within(second, 0, 60)?)
}

fn month_number(name: &str) -> Option<u32> {
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    (1..)
        .zip(MONTHS)
        .find(|(_, month)| *month == name)
        .map(|(number, _)| number)
}

/// Two digits for a year more than 50 years ahead mean the past century (RFC 9110, section 5.6.7).
fn full_year(text: &str, now: f64) -> Option<i64> {
    match text.len() {
        4 => within(text, 0, 9999).map(i64::from),
        2 => {
            const MILLIS_PER_YEAR: f64 = 365.2425 * MILLIS_PER_DAY;
            #[allow(
                clippy::cast_possible_truncation,
                reason = "a float-to-int `as` saturates"
            )]
            let this_year = 1970 + (now / MILLIS_PER_YEAR).floor() as i64;
            let year = this_year.saturating_sub(this_year.rem_euclid(100))
                + i64::from(within(text, 0, 99)?);
            Some(if year > this_year.saturating_add(50) {
                year - 100
            } else {
                year
            })
        }
        _ => None,
    }
}

fn within(digits: &str, least: u32, most: u32) -> Option<u32> {
    let is_plain = digits.chars().all(|char| char.is_ascii_digit());
    digits
        .parse()
        .ok()
        .filter(|value| is_plain && (least..=most).contains(value))
}

/// Days from 1970-01-01 in the Gregorian calendar.
/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": <https://howardhinnant.github.io/date_algorithms.html>
fn days_from_civil(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = i64::from((month + 9) % 12);
    let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}
