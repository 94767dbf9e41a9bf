use js_sys::{Array, Error, JSON, Object, Symbol};
use wasm_bindgen::prelude::*;

use super::crossing::{property, set, to_js};
use crate::error::{ToolErrorCategory, ValidationIssue};
use crate::tool::ToolFailure;

/// Converts a failure to a `ToolFailure` of the TypeScript half, which recognizes it by this symbol, across copies and
/// realms.
#[must_use]
pub fn thrown(failure: &ToolFailure) -> JsValue {
    let error: JsValue = Error::new(&failure.message).into();
    let category = failure.category.unwrap_or(ToolErrorCategory::Execution);
    set(&error, "name", &"ToolFailure".into());
    set(&error, "category", &to_js(&category).unwrap_or_default());
    if let Some(time) = failure.retry_after {
        set(&error, "retryAfter", &time.into());
    }
    if let Some(retryable) = failure.retryable {
        set(&error, "retryable", &retryable.into());
    }
    if let Some(code) = &failure.code {
        set(&error, "code", &code.into());
    }
    if let Some(metadata) = &failure.metadata {
        set(&error, "structured", &to_js(metadata).unwrap_or_default());
    }
    if !failure.issues.is_empty() {
        set(&error, "issues", &listed(&failure.issues));
    }
    brand(&error, "ag-ui-lit.ToolFailure");
    error
}

/// The failure for arguments that JSON can't express: a page passed them, not a model.
pub(super) fn refusal(error: JsError) -> ToolFailure {
    let error: JsValue = error.into();
    let message = property(&error, "message").as_string().unwrap_or_default();
    ToolFailure::new(message).category(ToolErrorCategory::Validation)
}

/// Converts a failure to the result of a Standard Schema's validator (<https://standardschema.dev>). A refusal that is not
/// only about the arguments is added next to the issues, with its own message.
pub(super) fn issues(failure: &ToolFailure) -> JsValue {
    let list = listed(&failure.issues);
    if failure.issues.is_empty() {
        list.push(&one_issue(&failure.message, &Array::new()));
    }
    let result: JsValue = Object::new().into();
    set(&result, "issues", &list);
    // The arguments themselves are valid, but do not fit the current state.
    let is_validation = matches!(failure.category, None | Some(ToolErrorCategory::Validation));
    if failure.issues.is_empty() && (failure.code.is_some() || !is_validation) {
        // Other arguments may succeed, so the call has to change.
        let category = match failure.category {
            None | Some(ToolErrorCategory::Permanent) => ToolErrorCategory::Validation,
            Some(category) => category,
        };
        let refusal = ToolFailure {
            category: Some(category),
            ..failure.clone()
        };
        set(&result, "refusal", &thrown(&refusal));
    }
    result
}

fn listed(issues: &[ValidationIssue]) -> Array {
    let list = Array::new();
    for issue in issues {
        let path = issue.path.iter().map(JsValue::from).collect::<Array>();
        let listed = one_issue(&issue.message, &path);
        set(&listed, "code", &issue.code.as_str().into());
        let expected = issue.expected.as_ref();
        if let Some(value) = expected.and_then(|text| JSON::parse(text).ok()) {
            set(&listed, "expected", &value);
        }
        list.push(&listed);
    }
    list
}

fn one_issue(message: &str, path: &Array) -> JsValue {
    let issue: JsValue = Object::new().into();
    set(&issue, "message", &message.into());
    set(&issue, "path", path);
    issue
}

/// Marks an object as one of the package's own.
pub(super) fn brand(object: &JsValue, name: &str) {
    let descriptor = Object::new();
    set(&descriptor, "value", &JsValue::TRUE);
    let key: JsValue = Symbol::for_(name).into();
    Object::define_property(object.unchecked_ref::<Object>(), &key, &descriptor);
}
