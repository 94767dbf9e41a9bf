//! One execution, driven as the TypeScript half drives it.

use ag_ui_lit::json::Changes;
use ag_ui_lit::wasm::{RawArguments, RawDirective, RawExecutionManager, RawReading, RawToolError};
use js_sys::{Array, Function, Promise};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, object, seen, value};

fn options() -> Value {
    json!({
        "retry": {
            "maxAttempts": 2,
            "baseDelay": 20,
            "maxDelay": 1000,
            "backoffMultiplier": 2,
            "retryableCategories": ["transient"],
            "jitter": "none",
        },
        "bigIntegers": "bigint",
        "maxDepth": 128,
        "maxHistory": 1000,
    })
}

/// A manager, and a log of its callbacks.
fn manager_with_log() -> (RawExecutionManager, Array) {
    let log = Array::new();
    let clock = Function::new_no_args("return 1000");
    let list = log.clone();
    let go_on = Closure::<dyn FnMut(u32, u32)>::new(move |key, directive| {
        list.push(&Array::of2(&JsValue::from(key), &JsValue::from(directive)));
    });
    let manager = RawExecutionManager::new(
        object(&options()),
        clock,
        go_on.into_js_value().unchecked_into(),
        Function::new_no_args(""),
    );
    (manager.unwrap(), log)
}

fn manager() -> RawExecutionManager {
    manager_with_log().0
}

fn begin(manager: &RawExecutionManager, arguments: &str) -> u32 {
    let tool = define("it", &json!({})).unwrap();
    manager.begin(&tool, arguments, 1000.0)
}

/// An execution whose handler runs.
fn executing(manager: &RawExecutionManager) -> u32 {
    let key = begin(manager, "{}");
    assert_eq!(manager.start(key, 1001.0), RawDirective::Validate);
    assert_eq!(manager.accept(key, None, 1002.0), RawDirective::Execute);
    key
}

/// Waits until the list has this many entries.
async fn until(log: &Array, length: u32) {
    while log.length() < length {
        let turn = Promise::new(&mut |resolve, _| {
            let later = Function::new_with_args("resolve", "setTimeout(resolve, 1)");
            later.call1(&JsValue::UNDEFINED, &resolve).unwrap();
        });
        JsFuture::from(turn).await.unwrap();
    }
}

fn failure(error: &Value) -> RawToolError {
    RawToolError::of(object(error)).unwrap()
}

fn busy() -> RawToolError {
    failure(&json!({ "category": "transient", "message": "busy", "retryable": true }))
}

#[wasm_bindgen_test]
fn a_record_is_a_plain_object_in_camel_case() {
    let manager = manager();
    let key = executing(&manager);
    assert_eq!(manager.returned(key, 1, 1007.5), RawDirective::Succeed);
    let record = manager.record(key).unwrap().into_object().unwrap();
    assert_eq!(
        seen(&record.into()),
        json!({
            "status": "succeeded",
            "timing": { "queuedAt": 1000, "startedAt": 1002, "completedAt": 1007.5, "duration": 5.5 },
            "retry": { "attemptNumber": 1, "maxAttempts": 2, "previousErrors": [] },
        })
    );
}

#[wasm_bindgen_test]
fn invalid_options_are_refused() {
    let nothing = Function::new_no_args("");
    let refused = RawExecutionManager::new(
        object(&json!({})),
        nothing.clone(),
        nothing.clone(),
        nothing,
    );
    assert!(refused.is_err());
}

#[wasm_bindgen_test]
fn arguments_that_arrive_are_reported_in_steps_and_executed_once() {
    let manager = manager();
    let tool = define("it", &json!({})).unwrap();
    let arguments = RawArguments::new(128, object(&json!("error"))).unwrap();
    assert!(arguments.push(r#"{"n": 4"#, 2).is_empty());
    assert_eq!(arguments.steps(0).len(), 5, "an object and a key");
    assert!(arguments.steps(0).is_empty(), "nothing twice");
    assert_eq!(arguments.push(r#", "s": "é""#, 0).last(), Some(&1));
    assert_eq!(arguments.quoted(0), "sé");
    assert!(!arguments.push("}", 1).is_empty(), "all of it");
    assert!(arguments.end(2).is_empty());
    let key = manager.begin_streamed(&tool, &arguments, 0.0).unwrap();
    assert_eq!(manager.start(key, 0.0), RawDirective::Validate);
    assert_eq!(manager.accept(key, None, 0.0), RawDirective::Execute);
    assert!(manager.begin_streamed(&tool, &arguments, 0.0).is_err());

    let wrong = RawArguments::new(128, object(&json!("error"))).unwrap();
    assert_eq!(wrong.push(r#"{"n": 6,]"#, 2), [Changes::FAULT]);
    assert!(wrong.error().unwrap().contains("position 8"));
}

#[wasm_bindgen_test]
fn errors_go_in_and_come_out_unchanged() {
    let manager = manager();
    let key = executing(&manager);
    let error = json!({ "category": "transient", "message": "later", "retryable": true, "retryAfter": 250, "code": "busy" });
    let directive = manager.failed(key, 1, failure(&error), Some(false), 0.5, 0.0);
    assert_eq!(directive, RawDirective::Fail);
    assert_eq!(
        seen(&manager.error(key).unwrap().into_object().unwrap().into()),
        error
    );
    assert_eq!(manager.cancel(key, None, 0.0), RawDirective::Ignore);
}

#[wasm_bindgen_test]
fn an_invalid_error_is_refused_and_the_manager_continues() {
    let manager = manager();
    let key = executing(&manager);
    let nonsense = object(&json!({ "category": "nonsense" }));
    assert!(RawToolError::of(nonsense).is_err());
    assert_eq!(manager.returned(key, 1, 0.0), RawDirective::Succeed);
}

#[wasm_bindgen_test]
fn the_reading_of_a_text_is_available() {
    let manager = manager();
    for (text, reading, normalized) in [
        (r#"{"a": 1}"#, RawReading::Exact, None),
        ("", RawReading::Normalized, Some("{}")),
        ("[", RawReading::Unreadable, None),
    ] {
        let key = begin(&manager, text);
        assert_eq!(manager.reading(key), reading);
        assert_eq!(manager.normalized(key).as_deref(), normalized);
    }
}

#[wasm_bindgen_test]
fn integers_that_a_double_can_not_hold_have_their_places() {
    let manager = manager();
    let key = begin(&manager, r#"{"list": [1, 9007199254740993]}"#);
    let integers = json!([{ "path": ["list", 1], "digits": "9007199254740993" }]);
    assert_eq!(
        seen(&manager.big_integers(key).into_objects().unwrap().into()),
        integers
    );
}

#[wasm_bindgen_test]
fn an_unknown_key_is_ignored() {
    let manager = manager();
    assert_eq!(manager.start(7, 0.0), RawDirective::Ignore);
    assert_eq!(manager.accept(7, None, 0.0), RawDirective::Ignore);
    assert!(manager.record(7).is_none());
    assert_eq!(manager.next_ready(), None);
}

#[wasm_bindgen_test]
async fn a_retry_and_a_deadline_need_no_call() {
    let (manager, log) = manager_with_log();
    let key = executing(&manager);
    let directive = manager.failed(key, 1, busy(), None, 0.5, 10.0);
    assert_eq!((directive, manager.delay(key)), (RawDirective::Retry, 20.0));
    until(&log, 1).await;
    assert_eq!(
        value(&text_of(&log)),
        json!([[key, RawDirective::Execute as u32]])
    );
    assert_eq!((manager.attempt(key), manager.max_attempts(key)), (2, 2));
    manager.limit(key, 2, 5.0, 0.5);
    until(&log, 2).await;
    assert_eq!(
        value(&text_of(&log)),
        json!([
            [key, RawDirective::Execute as u32],
            [key, RawDirective::Fail as u32]
        ])
    );
    let error = seen(&manager.error(key).unwrap().into_object().unwrap().into());
    assert_eq!(error["category"], "timeout");
}

#[wasm_bindgen_test]
async fn an_execution_that_continues_or_is_cancelled_has_no_timer() {
    let (manager, log) = manager_with_log();
    let returned = executing(&manager);
    manager.limit(returned, 1, 2.0, 0.5);
    assert_eq!(manager.returned(returned, 1, 0.0), RawDirective::Succeed);
    let cancelled = executing(&manager);
    let _ = manager.failed(cancelled, 1, busy(), None, 0.5, 0.0);
    assert_eq!(manager.cancel(cancelled, None, 0.0), RawDirective::Cancel);
    let together = executing(&manager);
    manager.limit(together, 1, 2.0, 0.5);
    assert_eq!(manager.cancel_all(0.0), [together]);
    let last = executing(&manager);
    manager.limit(last, 1, 40.0, 0.5);
    until(&log, 1).await;
    assert_eq!(
        value(&text_of(&log)),
        json!([[last, RawDirective::Fail as u32]])
    );
}

fn text_of(log: &Array) -> String {
    js_sys::JSON::stringify(log).unwrap().into()
}
