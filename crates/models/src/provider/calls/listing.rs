use super::call::{Call, Reading};
use super::ending::{cut_off, is_cut};
use crate::provider::apis::Target;
use crate::provider::json::Json;

/// The calls of a whole answer, in its order. A call in which the answer was truncated must not run.
pub fn calls_of(target: Target, answer: &Json, reading: &mut Reading) -> Vec<Call> {
    let api = target.api();
    let answer = api.normal(answer, reading);
    let mut calls = api.calls(&answer, reading);
    let reason = api.ending(&answer);
    if !reason.is_empty()
        && is_cut(reason)
        && api.ends_in_call(&answer)
        && let Some(last) = calls.last_mut()
    {
        last.spoil(&cut_off(reason));
    }
    calls
}

/// The items of a member; none if it is not a list.
pub fn list<'j>(value: &'j Json, key: &str) -> impl Iterator<Item = &'j Json> + use<'j> {
    value.get(key).map(Json::items).into_iter().flatten()
}

/// The `type` of a part of an answer, or of an event.
pub fn kind(value: &Json) -> &str {
    name(value, "type")
}

/// A text member, or an empty text.
pub fn name<'j>(value: &'j Json, key: &str) -> &'j str {
    value.get(key).and_then(Json::as_str).unwrap_or_default()
}
