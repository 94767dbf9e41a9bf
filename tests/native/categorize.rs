//! The categories of thrown values.

use ag_ui_lit::error::ValidationIssue;
use ag_ui_lit::error::{ThrownFacts, ToolError, ToolErrorCategory as Category, categorize};

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

fn with_issues(facts: ThrownFacts) -> ThrownFacts {
    let path = vec!["a".into(), "0".into()];
    let issue = ValidationIssue::new("type", path, "expected a number");
    ThrownFacts {
        issues: Some(vec![issue]),
        ..facts
    }
}

fn caused(facts: ThrownFacts, cause: ThrownFacts) -> ThrownFacts {
    ThrownFacts {
        cause: Some(Box::new(cause)),
        ..facts
    }
}

fn aggregate(errors: Vec<ThrownFacts>) -> ThrownFacts {
    ThrownFacts {
        errors,
        ..named("AggregateError", "All promises were rejected")
    }
}

fn failure(category: Category, retryable: Option<bool>) -> ThrownFacts {
    ThrownFacts {
        category: Some(category),
        retryable,
        ..named("ToolFailure", "on purpose")
    }
}

fn of(facts: &ThrownFacts) -> ToolError {
    categorize(facts, Category::Execution)
}

/// Checks a table of values and categories. Without an author's choice an error is retryable exactly if its category is.
fn check(cases: impl IntoIterator<Item = (ThrownFacts, Category)>) {
    for (facts, expected) in cases {
        let error = of(&facts);
        assert_eq!(error.category, expected, "{facts:?}");
        let is_passing = matches!(expected, Category::Transient | Category::Timeout);
        assert_eq!(error.retryable, is_passing, "{facts:?}");
    }
}

#[test]
fn a_name_decides() {
    check(
        [
            ("AbortError", Category::Cancelled),
            ("CanceledError", Category::Cancelled),
            ("TimeoutError", Category::Timeout),
            ("NetworkError", Category::Transient),
            ("SecurityError", Category::Permanent),
            ("NotAllowedError", Category::Permanent),
            ("NotSupportedError", Category::Permanent),
            ("QuotaExceededError", Category::Permanent),
            ("InvalidStateError", Category::Execution),
            ("RangeError", Category::Execution),
            ("", Category::Execution),
        ]
        .map(|(name, category)| (named(name, "no"), category)),
    );
}

#[test]
fn a_code_decides() {
    check(
        [
            ("ABORT_ERR", Category::Cancelled),
            ("ERR_CANCELED", Category::Cancelled),
            ("ETIMEDOUT", Category::Timeout),
            ("ESOCKETTIMEDOUT", Category::Timeout),
            ("UND_ERR_CONNECT_TIMEOUT", Category::Timeout),
            ("UND_ERR_HEADERS_TIMEOUT", Category::Timeout),
            ("UND_ERR_BODY_TIMEOUT", Category::Timeout),
            ("ECONNREFUSED", Category::Transient),
            ("ECONNRESET", Category::Transient),
            ("ENOTFOUND", Category::Transient),
            ("EAI_AGAIN", Category::Transient),
            ("EPIPE", Category::Transient),
            ("UND_ERR_SOCKET", Category::Transient),
            ("ERR_NETWORK", Category::Transient),
            ("ERR_INVALID_ARG_TYPE", Category::Execution),
        ]
        .map(|(code, category)| (with_code(code), category)),
    );
}

#[test]
fn the_text_of_a_type_error_tells_a_failed_fetch_from_a_programming_error() {
    let cases = [
        ("Failed to fetch", Category::Transient),
        ("Failed to fetch (example.org)", Category::Transient),
        ("network error", Category::Transient),
        (
            "NetworkError when attempting to fetch resource.",
            Category::Transient,
        ),
        ("Error in input stream", Category::Transient),
        ("Load failed", Category::Transient),
        ("Load failed (example.org)", Category::Transient),
        ("The network connection was lost.", Category::Transient),
        (
            "The Internet connection appears to be offline.",
            Category::Transient,
        ),
        ("Could not connect to the server.", Category::Transient),
        (
            "A server with the specified hostname could not be found.",
            Category::Transient,
        ),
        ("The request timed out.", Category::Timeout),
        ("fetch failed", Category::Transient),
        ("terminated", Category::Transient),
        ("Network request failed", Category::Transient),
        ("x is not a function", Category::Execution),
        (
            "Failed to execute 'fetch' on 'Window': Failed to parse URL from http://",
            Category::Execution,
        ),
        (
            "the process was terminated by a bug of mine",
            Category::Execution,
        ),
    ];
    check(cases.map(|(message, category)| (named("TypeError", message), category)));
    check([(named("Error", "Failed to fetch"), Category::Execution)]);
}

#[test]
fn an_http_status_decides() {
    let transient = [408, 425, 429, 500, 501, 502, 503, 504, 529, 599];
    let permanent = [
        400, 401, 402, 403, 404, 405, 409, 410, 413, 418, 422, 426, 451, 499,
    ];
    let neither = [0, 100, 200, 204, 301, 304, 399, 600, 999];
    check(transient.map(|status| (with_status(status), Category::Transient)));
    check(permanent.map(|status| (with_status(status), Category::Permanent)));
    check(neither.map(|status| (with_status(status), Category::Execution)));
}

#[test]
fn the_first_rule_that_fits_decides() {
    let named_with_status = |name, status| ThrownFacts {
        status: Some(status),
        ..named(name, "no")
    };
    check([
        (named_with_status("AbortError", 503), Category::Cancelled),
        (named_with_status("TimeoutError", 404), Category::Timeout),
        (with_issues(with_status(503)), Category::Validation),
        (named_with_status("NetworkError", 404), Category::Permanent),
        (
            named_with_status("NotAllowedError", 503),
            Category::Transient,
        ),
        (ThrownFacts::default(), Category::Execution),
    ]);
    let nothing_known = categorize(&ThrownFacts::default(), Category::Permanent);
    assert_eq!(nothing_known.category, Category::Permanent);
}

#[test]
fn a_more_specific_cause_decides() {
    let outer = || named("Error", "could not load");
    let timeout = || named("TimeoutError", "slow");
    let fetch_failed = || named("TypeError", "fetch failed");
    check([
        (
            caused(outer(), named("TypeError", "Failed to fetch")),
            Category::Transient,
        ),
        (caused(outer(), with_status(404)), Category::Permanent),
        (
            caused(outer(), caused(outer(), timeout())),
            Category::Timeout,
        ),
        (caused(outer(), outer()), Category::Execution),
        // The error itself is more specific than its cause.
        (caused(with_status(404), timeout()), Category::Permanent),
        (caused(with_status(503), timeout()), Category::Transient),
        (
            caused(with_issues(outer()), timeout()),
            Category::Validation,
        ),
        // `AbortSignal.timeout` through an API that makes an AbortError of every reason.
        (
            caused(named("AbortError", "aborted"), timeout()),
            Category::Timeout,
        ),
        (
            caused(named("AbortError", "aborted"), with_status(503)),
            Category::Cancelled,
        ),
        // undici puts the original failure in the cause.
        (
            caused(fetch_failed(), with_code("UND_ERR_CONNECT_TIMEOUT")),
            Category::Timeout,
        ),
        (
            caused(fetch_failed(), with_code("ECONNREFUSED")),
            Category::Transient,
        ),
        (
            caused(fetch_failed(), named("Error", "bad port")),
            Category::Transient,
        ),
    ]);
}

#[test]
fn an_aggregate_is_retryable_only_if_all_of_its_errors_are() {
    let transient = || with_code("ECONNREFUSED");
    let timeout = || named("TimeoutError", "slow");
    let unclear = || named("Error", "no");
    check([
        (
            aggregate(vec![transient(), transient()]),
            Category::Transient,
        ),
        (aggregate(vec![transient(), timeout()]), Category::Timeout),
        (aggregate(vec![transient(), unclear()]), Category::Execution),
        (
            aggregate(vec![with_status(404), transient()]),
            Category::Permanent,
        ),
        (
            aggregate(vec![transient(), with_issues(unclear())]),
            Category::Validation,
        ),
        (
            aggregate(vec![named("AbortError", "x"), transient()]),
            Category::Cancelled,
        ),
        (aggregate(vec![]), Category::Execution),
        (
            aggregate(vec![aggregate(vec![transient()])]),
            Category::Transient,
        ),
        (
            caused(unclear(), aggregate(vec![timeout()])),
            Category::Timeout,
        ),
        // Node's own aggregate of connection attempts has a code.
        (
            ThrownFacts {
                code: Some("ECONNREFUSED".into()),
                ..aggregate(vec![unclear()])
            },
            Category::Transient,
        ),
    ]);
}

#[test]
fn the_authors_choice_decides_over_everything() {
    let cases = [
        (
            failure(Category::Permanent, None),
            Category::Permanent,
            false,
        ),
        (
            failure(Category::Permanent, Some(true)),
            Category::Permanent,
            true,
        ),
        (
            failure(Category::Transient, None),
            Category::Transient,
            true,
        ),
        (
            failure(Category::Transient, Some(false)),
            Category::Transient,
            false,
        ),
        (
            caused(failure(Category::Execution, None), with_status(503)),
            Category::Execution,
            false,
        ),
        (
            caused(with_status(503), failure(Category::Permanent, None)),
            Category::Permanent,
            false,
        ),
        (
            aggregate(vec![failure(Category::Transient, Some(false))]),
            Category::Transient,
            false,
        ),
    ];
    for (facts, category, retryable) in cases {
        let error = of(&facts);
        assert_eq!(
            (error.category, error.retryable),
            (category, retryable),
            "{facts:?}"
        );
    }
}

#[test]
fn a_message_is_never_empty() {
    let nothing = "The tool failed without a message.";
    let cases = [
        (ThrownFacts::default(), nothing),
        (named("Error", ""), nothing),
        (named(" ", " "), nothing),
        (named("RangeError", " "), "RangeError"),
        (named("Error", "plain"), "plain"),
        (caused(named("Error", ""), named("Error", "inner")), "inner"),
        (
            caused(named("Error", "outer"), named("Error", "inner")),
            "outer",
        ),
        (
            ThrownFacts {
                message: None,
                ..aggregate(vec![named("Error", "first"), named("Error", "second")])
            },
            "first",
        ),
        (
            ThrownFacts {
                status: Some(503),
                ..ThrownFacts::default()
            },
            "The server answered with HTTP status 503.",
        ),
    ];
    for (facts, message) in cases {
        assert_eq!(of(&facts).message, message, "{facts:?}");
    }
}

#[test]
fn issues_are_listed_under_their_subject() {
    let thrown = with_issues(named("ZodError", "[\n{}]"));
    let by_handler = of(&thrown);
    assert_eq!(
        by_handler.message,
        "A value doesn't match its schema:\n- a.0: expected a number"
    );
    assert_eq!(by_handler.validation_errors, thrown.issues);
    let of_arguments = categorize(&thrown, Category::Validation);
    assert_eq!(
        of_arguments.message,
        "The arguments don't match the tool's schema:\n- a.0: expected a number"
    );
    let wrapped = of(&caused(
        named("Error", "can't read the answer"),
        thrown.clone(),
    ));
    assert_eq!(wrapped.message, "can't read the answer");
    assert_eq!(wrapped.validation_errors, thrown.issues);
    let worded = with_issues(failure(Category::Validation, None));
    assert_eq!(of(&worded).message, "on purpose");
    assert_eq!(of(&worded).validation_errors, worded.issues);
}

#[test]
fn a_code_is_the_outermost_one() {
    let code = |facts: &ThrownFacts| of(facts).code;
    assert_eq!(code(&with_code("E_MINE")).as_deref(), Some("E_MINE"));
    let wrapped = caused(named("Error", "x"), with_code("ECONNRESET"));
    assert_eq!(code(&wrapped).as_deref(), Some("ECONNRESET"));
    // In Node only the cause has the reason of a failed fetch.
    let fetch_failed = caused(
        named("TypeError", "fetch failed"),
        with_code("ECONNREFUSED"),
    );
    assert_eq!(code(&fetch_failed).as_deref(), Some("ECONNREFUSED"));
    let both = caused(with_code("E_MINE"), with_code("ECONNRESET"));
    assert_eq!(code(&both).as_deref(), Some("E_MINE"));
}

#[test]
fn a_senseless_retry_after_is_dropped() {
    for (given, kept) in [
        (1500.0, Some(1500.0)),
        (0.0, Some(0.0)),
        (-1.0, None),
        (f64::NAN, None),
        (f64::INFINITY, None),
    ] {
        let facts = ThrownFacts {
            retry_after: Some(given),
            ..with_status(503)
        };
        assert_eq!(of(&facts).retry_after, kept);
    }
}

#[test]
fn the_finest_retry_hint_is_kept() {
    let with_fields = |ms: Option<&str>, standard: Option<&str>| ThrownFacts {
        retry_after_ms_field: ms.map(Into::into),
        retry_after_field: standard.map(Into::into),
        ..with_status(503)
    };
    let own = ThrownFacts {
        retry_after: Some(7.0),
        ..with_fields(Some("250"), Some("1"))
    };
    let cases = [
        (own, Some(7.0)),
        (with_fields(Some("250"), Some("1")), Some(250.0)),
        (with_fields(Some("250.5"), None), Some(250.5)),
        (with_fields(Some("soon"), Some("1")), Some(1000.0)),
        (with_fields(None, Some("2")), Some(2000.0)),
        (with_fields(None, None), None),
        (
            caused(named("Error", "x"), with_fields(None, Some("3"))),
            Some(3000.0),
        ),
        (
            aggregate(vec![
                with_fields(None, Some("3")),
                with_fields(None, Some("5")),
                with_fields(None, Some("4")),
            ]),
            Some(5000.0),
        ),
    ];
    for (facts, expected) in cases {
        assert_eq!(of(&facts).retry_after, expected, "{facts:?}");
    }
}

#[test]
fn twenty_issues_are_listed_and_the_rest_is_counted() {
    let issues = |count: usize| {
        let issues = (1..=count).map(|number| {
            let path = vec![format!("field_{number}")];
            ValidationIssue::new("required", path, "is missing")
        });
        ValidationIssue::summary(&issues.collect::<Vec<_>>())
    };
    assert!(issues(20).ends_with("\n- field_20: is missing"));
    let more = issues(22);
    assert!(
        more.ends_with("\n- field_20: is missing\n- and 2 more"),
        "{more}"
    );
}

#[test]
fn an_issue_survives_a_round_trip_through_json() {
    for received in [None, Some(r#"{"a":[1,"b"]}"#), Some("5")] {
        let path = vec!["items".to_owned(), "0".to_owned()];
        let issue = ValidationIssue {
            expected: Some(r#"["string","null"]"#.to_owned()),
            received: received.map(str::to_owned),
            ..ValidationIssue::new("type", path, "expected a string")
        };
        let written = serde_json::to_string(&issue).unwrap();
        assert!(!written.contains('\\'), "the value itself: {written}");
        let read: ValidationIssue = serde_json::from_str(&written).unwrap();
        assert_eq!(read, issue);
    }
}
