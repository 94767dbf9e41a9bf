//! One execution, driven as the TypeScript half drives it.

use ag_ui_lit::wasm::{RawDirective, RawExecutionManager, RawReading};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::support::{define, js, json_of};

fn begin(manager: &RawExecutionManager, schema: &Value, arguments: &str) -> u32 {
    let tool = define("it", schema).unwrap();
    manager.begin("exec-1".into(), "call-1".into(), &tool, arguments, 1000.0)
}

#[wasm_bindgen_test]
fn a_record_is_a_plain_object_in_camel_case() {
    let manager = RawExecutionManager::new();
    let key = begin(&manager, &json!({}), "{}");
    assert_eq!(manager.admit(key, 1001.0), RawDirective::Validate);
    assert_eq!(manager.validate(key, 1002.0), RawDirective::Execute);
    assert_eq!(manager.succeed(key, 1007.5), RawDirective::Succeed);
    let record = manager.record(key).unwrap().unwrap();
    assert_eq!(
        json_of(&record.into()),
        json!({
            "id": "exec-1",
            "toolCallId": "call-1",
            "toolName": "it",
            "status": "succeeded",
            "timing": { "queuedAt": 1000, "startedAt": 1002, "completedAt": 1007.5, "duration": 5.5 },
            "retry": { "attemptNumber": 1, "maxAttempts": 1, "previousErrors": [] },
        })
    );
}

#[wasm_bindgen_test]
fn what_breaks_the_schema_fails_with_issues() {
    let manager = RawExecutionManager::new();
    let schema = json!({ "properties": { "when": { "format": "date-time" } } });
    let key = begin(&manager, &schema, r#"{"when": "soon"}"#);
    assert_eq!(manager.admit(key, 0.0), RawDirective::Validate);
    assert_eq!(manager.validate(key, 0.0), RawDirective::Fail);
    let error = json_of(&manager.error(key).unwrap().unwrap().into());
    assert_eq!(error["category"], "validation");
    assert_eq!(error["validationErrors"][0]["path"], json!(["when"]));
}

#[wasm_bindgen_test]
fn errors_go_in_and_come_out_unchanged() {
    let manager = RawExecutionManager::new();
    let key = begin(&manager, &json!({}), "{}");
    let _ = (manager.admit(key, 0.0), manager.validate(key, 0.0));
    let error = json!({ "category": "transient", "message": "later", "retryable": true, "retryAfter": 250, "code": "busy" });
    assert_eq!(
        manager.fail(key, &js(&error), 0.0).unwrap(),
        RawDirective::Fail
    );
    assert_eq!(json_of(&manager.error(key).unwrap().unwrap().into()), error);
    assert_eq!(manager.cancel(key, None, 0.0), RawDirective::Ignore);
}

#[wasm_bindgen_test]
fn an_error_that_is_none_is_refused_and_the_manager_goes_on() {
    let manager = RawExecutionManager::new();
    let key = begin(&manager, &json!({}), "{}");
    let _ = (manager.admit(key, 0.0), manager.validate(key, 0.0));
    assert!(
        manager
            .fail(key, &js(&json!({ "category": "nonsense" })), 0.0)
            .is_err()
    );
    assert_eq!(manager.succeed(key, 0.0), RawDirective::Succeed);
}

#[wasm_bindgen_test]
fn a_text_says_how_it_was_read() {
    let manager = RawExecutionManager::new();
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
    let manager = RawExecutionManager::new();
    assert_eq!(manager.admit(7, 0.0), RawDirective::Ignore);
    assert_eq!(manager.validate(7, 0.0), RawDirective::Ignore);
    assert!(manager.record(7).unwrap().is_none());
}
