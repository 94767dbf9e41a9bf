//! What a thrown value is taken for.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use ag_ui_lit::error::{ThrownFacts, ToolErrorCategory as Category, categorize};
use ag_ui_lit::schema::ValidationIssue;

fn named(name: &str, message: &str) -> ThrownFacts {
    ThrownFacts {
        name: Some(name.into()),
        message: Some(message.into()),
        ..ThrownFacts::default()
    }
}

fn with_status(status: u16) -> ThrownFacts {
    ThrownFacts {
        status: Some(status),
        ..named("Error", "no")
    }
}

fn with_code(code: &str) -> ThrownFacts {
    ThrownFacts {
        code: Some(code.into()),
        ..named("Error", "no")
    }
}

#[test]
fn the_first_rule_that_fits_decides() {
    let issues = Some(vec![ValidationIssue {
        path: vec!["a".into()],
        message: "no".into(),
        received: None,
    }]);
    let cases = [
        (named("AbortError", "stopped"), Category::Cancelled),
        (with_code("ABORT_ERR"), Category::Cancelled),
        (named("TimeoutError", "slow"), Category::Timeout),
        (with_code("ETIMEDOUT"), Category::Timeout),
        (with_code("UND_ERR_CONNECT_TIMEOUT"), Category::Timeout),
        (
            ThrownFacts {
                issues,
                ..named("ZodError", "[]")
            },
            Category::Validation,
        ),
        (named("TypeError", "Failed to fetch"), Category::Transient),
        (
            named(
                "TypeError",
                "NetworkError when attempting to fetch resource.",
            ),
            Category::Transient,
        ),
        (named("TypeError", "Load failed"), Category::Transient),
        (named("TypeError", "fetch failed"), Category::Transient),
        (named("NetworkError", "lost"), Category::Transient),
        (with_status(408), Category::Transient),
        (with_status(425), Category::Transient),
        (with_status(429), Category::Transient),
        (with_status(500), Category::Transient),
        (with_status(503), Category::Transient),
        (with_status(400), Category::Permanent),
        (with_status(404), Category::Permanent),
        (with_status(200), Category::Execution),
        (
            named("TypeError", "x is not a function"),
            Category::Execution,
        ),
        (named("Error", "Failed to fetch"), Category::Execution),
        (ThrownFacts::default(), Category::Execution),
    ];
    for (facts, expected) in cases {
        let shown = format!("{facts:?}");
        let error = categorize(facts, Category::Execution);
        assert_eq!(error.category, expected, "{shown}");
        assert_eq!(
            error.retryable,
            matches!(expected, Category::Transient | Category::Timeout),
            "{shown}"
        );
    }
}

#[test]
fn a_message_is_never_empty() {
    let message = |facts| categorize(facts, Category::Unknown).message;
    assert_eq!(
        message(ThrownFacts::default()),
        "The tool failed without saying why."
    );
    assert_eq!(message(named("RangeError", " ")), "RangeError");
    assert_eq!(
        message(named("Error", "")),
        "The tool failed without saying why."
    );
}

#[test]
fn a_senseless_retry_after_is_dropped() {
    for (given, kept) in [
        (1500.0, Some(1500.0)),
        (-1.0, None),
        (f64::NAN, None),
        (f64::INFINITY, None),
    ] {
        let facts = ThrownFacts {
            retry_after: Some(given),
            ..with_status(503)
        };
        assert_eq!(categorize(facts, Category::Unknown).retry_after, kept);
    }
}
