//! What crosses to JavaScript and back: the hand-written JSON against what serde makes of the same types, since it is those
//! whose TypeScript declarations are generated.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::fmt::Debug;

use ag_ui_lit::error::{ThrownFacts, ToolError, ToolErrorCategory};
use ag_ui_lit::execution::{
    ExecutionRecord, Lifecycle, ManagerOptions, RetryRecord, Timing, ToolExecutionStatus,
};
use ag_ui_lit::json::{BigIntegers, FromJson, ReadOptions, ToJson, read};
use ag_ui_lit::schema::ValidationIssue;
use ag_ui_lit::tool::{DefinitionIssue, Ended, ToolStats};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Written as serde writes it, up to the order of members and how a number is spelt.
fn is_written_as_by_serde(value: &(impl ToJson + Serialize + ?Sized)) {
    let text = value.to_json();
    let written: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let expected = serde_json::to_value(value).unwrap();
    assert_eq!(as_javascript(written), as_javascript(expected));
}

/// JavaScript knows one kind of number.
fn as_javascript(value: Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.into_iter().map(as_javascript).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(key, member)| (key, as_javascript(member)))
            .collect(),
        other => other,
    }
}

fn is_read_as_by_serde<T: FromJson + DeserializeOwned + Debug + PartialEq>(value: &Value) {
    let text = value.to_string();
    let expected: T = serde_json::from_str(&text).unwrap();
    assert_eq!(T::parse_json(&text).unwrap(), expected, "{text}");
}

fn issue() -> Value {
    json!({ "path": ["a", "0", ""], "message": "\"é\"\n\u{0}", "received": { "a": [1.5, null, "\\"] } })
}

fn error() -> Value {
    json!({
        "category": "validation",
        "message": "no",
        "retryable": false,
        "retryAfter": 0.1,
        "code": "c",
        "validationErrors": [issue(), { "path": [], "message": "" }],
    })
}

#[test]
fn every_category_and_status_has_the_name_that_serde_gives_it() {
    use ToolErrorCategory as C;
    use ToolExecutionStatus as S;
    for category in [
        C::Validation,
        C::Execution,
        C::Timeout,
        C::Cancelled,
        C::Transient,
        C::Permanent,
        C::Unknown,
    ] {
        is_written_as_by_serde(&category);
        is_read_as_by_serde::<C>(&serde_json::to_value(category).unwrap());
    }
    for status in [
        S::Pending,
        S::Validating,
        S::Executing,
        S::Succeeded,
        S::Failed,
        S::Cancelled,
    ] {
        is_written_as_by_serde(&status);
    }
    assert!(C::parse_json("\"nonsense\"").is_err());
}

#[test]
fn errors_are_read_and_written() {
    let small = json!({ "category": "timeout", "message": "", "retryable": true });
    for value in [error(), small] {
        is_read_as_by_serde::<ToolError>(&value);
        is_written_as_by_serde(&ToolError::parse_json(&value.to_string()).unwrap());
    }
    for (missing, _) in error().as_object().unwrap() {
        let mut value = error();
        value.as_object_mut().unwrap().remove(missing);
        let text = value.to_string();
        let read = ToolError::parse_json(&text).ok();
        assert_eq!(read, serde_json::from_str(&text).ok(), "without {missing}");
    }
}

#[test]
fn a_thrown_values_facts_are_read() {
    let inner = json!({ "name": "E", "category": "permanent", "retryable": true, "errors": [{}] });
    let facts = json!({
        "name": "TypeError",
        "message": "half \u{fffd}",
        "code": "E1",
        "status": 503,
        "retryAfter": 5,
        "retryAfterMsField": "20",
        "retryAfterField": "1",
        "thrownAt": 1_764_306_318_123.4,
        "issues": [issue()],
        "cause": inner,
        "errors": [inner, {}],
    });
    is_read_as_by_serde::<ThrownFacts>(&facts);
    is_read_as_by_serde::<ThrownFacts>(&json!({}));
}

#[test]
fn a_managers_options_are_read() {
    let retry = json!({
        "maxAttempts": 3,
        "baseDelay": 0.5,
        "maxDelay": f64::MAX,
        "backoffMultiplier": 2,
        "retryableCategories": ["transient", "timeout"],
    });
    for jitter in ["equal", "full", "proportional", "none"] {
        for big_integers in ["error", "bigint", "number"] {
            let mut retry = retry.clone();
            retry["jitter"] = json!(jitter);
            is_read_as_by_serde::<ManagerOptions>(&json!({
                "retry": retry,
                "timeout": 10.5,
                "maxConcurrency": u32::MAX,
                "circuit": { "failureThreshold": 1, "recoveryTimeout": 2.5, "successThreshold": 3 },
                "bigIntegers": big_integers,
                "maxDepth": 128,
                "maxHistory": 0,
            }));
        }
    }
    let least =
        json!({ "retry": retry, "bigIntegers": "error", "maxDepth": 1, "maxHistory": u32::MAX });
    is_read_as_by_serde::<ManagerOptions>(&least);
    assert!(ManagerOptions::parse_json("{}").is_err());
    assert!(ManagerOptions::parse_json("{").is_err());
}

#[test]
fn records_and_statistics_are_written() {
    let error = ToolError::parse_json(&error().to_string()).unwrap();
    let timing = Timing {
        queued_at: 1_764_306_318_123.456,
        started_at: Some(0.1 + 0.2),
        completed_at: Some(1e300),
        duration: Some(5e-324),
    };
    let retry = RetryRecord {
        attempt_number: 2,
        max_attempts: u32::MAX,
        previous_errors: vec![error.clone()],
    };
    let fresh = Lifecycle::new(1, 0.0);
    for record in [
        ExecutionRecord {
            status: ToolExecutionStatus::Failed,
            error: Some(error.clone()),
            cached: true,
            timing,
            retry,
        },
        ExecutionRecord {
            status: ToolExecutionStatus::Pending,
            error: None,
            cached: false,
            timing: fresh.timing(),
            retry: fresh.retry().clone(),
        },
    ] {
        is_written_as_by_serde(&record);
    }
    let mut stats = ToolStats::default();
    is_written_as_by_serde(&stats);
    stats.record(Ended::Failed(&error), 1.0 / 3.0);
    is_written_as_by_serde(&stats);
}

#[test]
fn what_is_said_of_a_definition_and_of_integers_is_written() {
    let issue = DefinitionIssue {
        path: vec!["schema".into(), "\u{1}".into()],
        message: "\u{2028}".into(),
    };
    is_written_as_by_serde([issue.clone(), issue].as_slice());
    let options = ReadOptions {
        big_integers: BigIntegers::Bigint,
        ..ReadOptions::default()
    };
    let document = read(r#"{"a\"": [1, 9007199254740993]}"#, options).unwrap();
    is_written_as_by_serde(&document.big_integers);
    assert!(!document.big_integers.is_empty());
}

#[test]
fn an_issue_is_read_with_the_value_that_it_is_about() {
    is_read_as_by_serde::<ValidationIssue>(&issue());
    let issue = ValidationIssue::parse_json(&issue().to_string()).unwrap();
    assert_eq!(issue.received.as_deref(), Some(r#"{"a":[1.5,null,"\\"]}"#));
    is_written_as_by_serde(&issue);
    // A value that is null is a value.
    let null = r#"{"path":[],"message":"","received":null}"#;
    assert_eq!(ValidationIssue::parse_json(null).unwrap().to_json(), null);
}
