//! `Retry-After` as sent by servers.

use ag_ui_lit::error::parse_retry_after;
use proptest::prelude::*;

/// Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110.
const EXAMPLE: f64 = 784_111_777_000.0;

#[test]
fn seconds_are_read() {
    for (field, millis) in [
        ("0", Some(0.0)),
        ("120", Some(120_000.0)),
        (" 120 ", Some(120_000.0)),
        ("007", Some(7000.0)),
        ("1.5", Some(1500.0)),
        ("86400", Some(86_400_000.0)),
        ("-1", None),
        ("+1", None),
        (".5", None),
        ("1e3", None),
        ("1.2.3", None),
        ("0x10", None),
        ("inf", None),
        ("NaN", None),
        ("", None),
        ("120 seconds", None),
        ("١٢", None),
    ] {
        assert_eq!(parse_retry_after(field, Some(EXAMPLE)), millis, "{field:?}");
        assert_eq!(parse_retry_after(field, None), millis, "{field:?}");
    }
    let endless = "9".repeat(400);
    assert_eq!(parse_retry_after(&endless, None), None);
}

#[test]
fn every_form_of_a_date_is_read() {
    for field in [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
    ] {
        let ten_seconds_before = EXAMPLE - 10_000.0;
        assert_eq!(
            parse_retry_after(field, Some(ten_seconds_before)),
            Some(10_000.0),
            "{field}"
        );
    }
}

#[test]
fn a_date_in_the_past_means_now() {
    let field = "Sun, 06 Nov 1994 08:49:37 GMT";
    assert_eq!(parse_retry_after(field, Some(EXAMPLE)), Some(0.0));
    assert_eq!(parse_retry_after(field, Some(EXAMPLE * 2.0)), Some(0.0));
}

#[test]
fn a_date_is_ignored_without_a_clock() {
    assert_eq!(
        parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", None),
        None
    );
}

#[test]
fn known_dates_have_the_known_times() {
    for (field, epoch_seconds) in [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1.0),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600.0),
        ("Thu, 29 Feb 2024 23:59:60 GMT", 1_709_251_200.0),
        ("Fri, 27 Nov 2026 10:00:00 GMT", 1_795_773_600.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799.0),
    ] {
        let long_before = -1e12;
        let read = parse_retry_after(field, Some(long_before));
        assert_eq!(read, Some(epoch_seconds * 1000.0 - long_before), "{field}");
    }
}

#[test]
fn two_digits_of_a_year_are_at_most_fifty_years_ahead() {
    let in_2026 = 1_795_773_600_000.0;
    let year_2076 = parse_retry_after("Friday, 27-Nov-76 10:00:00 GMT", Some(in_2026));
    assert_eq!(year_2076, Some(3_373_696_800_000.0 - in_2026));
    let year_1977 = parse_retry_after("Sunday, 27-Nov-77 10:00:00 GMT", Some(in_2026));
    assert_eq!(year_1977, Some(0.0));
}

#[test]
fn an_invalid_date_is_ignored() {
    for field in [
        "soon",
        "Sun, 06 Nov 1994",
        "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 32 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 199 08:49:37 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT",
        "2026-11-27T10:00:00Z",
    ] {
        assert_eq!(parse_retry_after(field, Some(0.0)), None, "{field}");
    }
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn any_text_at_any_time_gives_a_sensible_wait_or_none(field in "\\PC{0,40}", now: f64) {
        if let Some(millis) = parse_retry_after(&field, Some(now)) {
            prop_assert!(millis.is_finite() && millis >= 0.0);
        }
    }

    #[test]
    fn a_date_gives_the_time_until_it(ahead in 0u32..1_000_000, day in 1u32..28, hour in 0u32..24) {
        let field = format!("Mon, {day:02} Mar 2027 {hour:02}:00:00 GMT");
        let now = parse_retry_after(&field, Some(0.0)).unwrap() - f64::from(ahead);
        prop_assert_eq!(parse_retry_after(&field, Some(now)), Some(f64::from(ahead)));
    }
}
