//! One execution, driven as the TypeScript half drives it.

use ag_ui_lit::wasm::{
    RawArguments, RawArgumentsState, RawDirective, RawExecutionManager, RawReading,
};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, input, value};

fn manager() -> RawExecutionManager {
    let options = json!({
        "retry": {
            "maxAttempts": 2,
            "baseDelay": 100,
            "maxDelay": 1000,
            "backoffMultiplier": 2,
            "retryableCategories": ["transient"],
            "jitter": "none",
        },
        "bigIntegers": "bigint",
        "maxDepth": 128,
        "maxHistory": 1000,
    });
    RawExecutionManager::new(&options.to_string()).unwrap()
}

fn begin(manager: &RawExecutionManager, schema: &Value, arguments: &str) -> u32 {
    let tool = define("it", schema).unwrap();
    manager.begin(&tool, input(arguments), 1000.0)
}

#[wasm_bindgen_test]
fn a_record_is_a_plain_object_in_camel_case() {
    let manager = manager();
    let key = begin(&manager, &json!({}), "{}");
    assert_eq!(manager.start(key, 1001.0), RawDirective::Validate);
    assert_eq!(manager.validate(key, 1002.0), RawDirective::Execute);
    assert_eq!(manager.returned(key, 1, 1007.5), RawDirective::Succeed);
    let record = manager.record(key).unwrap();
    assert_eq!(
        value(&record),
        json!({
            "status": "succeeded",
            "timing": { "queuedAt": 1000, "startedAt": 1002, "completedAt": 1007.5, "duration": 5.5 },
            "retry": { "attemptNumber": 1, "maxAttempts": 2, "previousErrors": [] },
        })
    );
}

#[wasm_bindgen_test]
fn what_breaks_the_schema_is_told_as_an_error() {
    let manager = manager();
    let schema = json!({ "properties": { "when": { "format": "date-time" } } });
    let key = begin(&manager, &schema, r#"{"when": "soon"}"#);
    assert_eq!(manager.start(key, 0.0), RawDirective::Validate);
    assert_eq!(manager.validate(key, 0.0), RawDirective::Fail);
    let error = value(&manager.error(key).unwrap());
    assert_eq!(error["category"], "validation");
    assert_eq!(error["validationErrors"][0]["path"], json!(["when"]));
    assert_eq!(error["validationErrors"][0]["received"], "soon");
}

#[wasm_bindgen_test]
fn a_launch_goes_as_far_as_it_can_and_says_how_far() {
    let manager = manager();
    let tool = define(
        "it",
        &json!({ "properties": { "n": { "type": "integer" } } }),
    )
    .unwrap();
    for (text, directive, reading) in [
        (r#"{"n": 1}"#, RawDirective::Execute, RawReading::Faithful),
        (r#"{"n": "é"}"#, RawDirective::Fail, RawReading::Faithful),
        ("", RawDirective::Execute, RawReading::Rewritten),
        ("[", RawDirective::Fail, RawReading::Unreadable),
    ] {
        let launched = manager.launch(&tool, input(text), 0.0);
        let parts = ((launched / 16.0).floor() % 4.0, launched % 16.0);
        let expected = (f64::from(reading as u32), f64::from(directive as u32));
        assert!(parts == expected, "{text}: {parts:?} and not {expected:?}");
    }
}

#[wasm_bindgen_test]
fn arguments_that_arrive_are_told_in_steps_and_executed_once() {
    let manager = manager();
    let tool = define("it", &json!({ "properties": { "n": { "maximum": 5 } } })).unwrap();
    let arguments = RawArguments::new(128, "error");
    arguments.watch(&tool);
    let state = |returned: u32| (returned >> 2, returned & 3);
    let push = |arguments: &RawArguments, text| state(arguments.push(input(text), 2));
    let (fine, invalid) = (RawArgumentsState::Fine, RawArgumentsState::Invalid);
    assert_eq!(push(&arguments, r#"{"n": 4"#), (0, fine as u32));
    let told = (5, fine as u32);
    assert_eq!(state(arguments.note(0)), told, "an object and a key");
    assert_eq!(state(arguments.note(0)), (0, fine as u32), "nothing twice");
    let told = (8, fine as u32);
    assert_eq!(state(arguments.push(input("}"), 1)), told, "all of it");
    assert_eq!(state(arguments.end(2)), (0, fine as u32));
    let key = manager.begin_streamed(&tool, &arguments, 0.0).unwrap();
    assert_eq!(manager.start(key, 0.0), RawDirective::Validate);
    assert_eq!(manager.validate(key, 0.0), RawDirective::Execute);
    assert!(manager.begin_streamed(&tool, &arguments, 0.0).is_err());

    let wrong = RawArguments::new(128, "error");
    wrong.watch(&tool);
    assert_eq!(push(&wrong, r#"{"n": 6,"#), (0, invalid as u32));
    assert_eq!(push(&wrong, "]"), (0, RawArgumentsState::Unreadable as u32));
    assert!(wrong.error().unwrap().contains("position 8"));
}

#[wasm_bindgen_test]
fn errors_go_in_and_come_out_unchanged() {
    let manager = manager();
    let key = begin(&manager, &json!({}), "{}");
    let _ = (manager.start(key, 0.0), manager.validate(key, 0.0));
    let error = json!({ "category": "transient", "message": "later", "retryable": true, "retryAfter": 250, "code": "busy" });
    assert_eq!(
        manager
            .failed(key, 1, &error.to_string(), Some(false), 0.5, 0.0)
            .unwrap(),
        RawDirective::Fail
    );
    assert_eq!(value(&manager.error(key).unwrap()), error);
    assert_eq!(manager.cancel(key, None, 0.0), RawDirective::Ignore);
}

#[wasm_bindgen_test]
fn an_error_that_is_none_is_refused_and_the_manager_goes_on() {
    let manager = manager();
    let key = begin(&manager, &json!({}), "{}");
    let _ = (manager.start(key, 0.0), manager.validate(key, 0.0));
    assert!(
        manager
            .failed(key, 1, r#"{ "category": "nonsense" }"#, None, 0.5, 0.0)
            .is_err()
    );
    assert_eq!(manager.returned(key, 1, 0.0), RawDirective::Succeed);
}

#[wasm_bindgen_test]
fn a_text_says_how_it_was_read() {
    let manager = manager();
    for (text, reading, rewritten) in [
        (r#"{"a": 1}"#, RawReading::Faithful, None),
        ("", RawReading::Rewritten, Some("{}")),
        ("[", RawReading::Unreadable, None),
    ] {
        let key = begin(&manager, &json!({}), text);
        assert_eq!(manager.reading(key), reading);
        assert_eq!(manager.rewritten(key).as_deref(), rewritten);
    }
}

#[wasm_bindgen_test]
fn a_key_that_nobody_knows_is_ignored() {
    let manager = manager();
    assert_eq!(manager.start(7, 0.0), RawDirective::Ignore);
    assert_eq!(manager.validate(7, 0.0), RawDirective::Ignore);
    assert!(manager.record(7).is_none());
}

#[wasm_bindgen_test]
fn a_retry_and_a_deadline_cross_as_numbers() {
    let manager = manager();
    let key = begin(&manager, &json!({}), r#"{"id": 9007199254740993}"#);
    let _ = (manager.start(key, 0.0), manager.validate(key, 0.0));
    let busy = json!({ "category": "transient", "message": "busy", "retryable": true });
    let directive = manager
        .failed(key, 1, &busy.to_string(), None, 0.5, 10.0)
        .unwrap();
    assert_eq!(
        (directive, manager.delay(key)),
        (RawDirective::Retry, 100.0)
    );
    assert_eq!(manager.delay_elapsed(key, 110.0), RawDirective::Execute);
    assert_eq!((manager.attempt(key), manager.max_attempts(key)), (2, 2));
    assert_eq!(
        manager.timed_out(key, 2, 50.0, 0.5, 160.0),
        RawDirective::Fail
    );
    let integers = json!([{ "path": ["id"], "digits": "9007199254740993" }]);
    assert_eq!(value(&manager.big_integers(key)), integers);
    assert_eq!(manager.next_ready(), 0);
}
