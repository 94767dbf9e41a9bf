//! Calls with the same arguments share a run or a result, and no others do.

use std::rc::Rc;

use ag_ui_lit::execution::{Directive as D, Manager, ManagerOptions, Reading, StreamedArguments};
use ag_ui_lit::json::{BigIntegers, ReadOptions};
use ag_ui_lit::tool::{CheckedTool, Definition};
use serde_json::json;

fn tool() -> Rc<CheckedTool> {
    let definition = json!({
        "name": "it",
        "description": "It.",
        "handler": "function",
        "schema": {},
        "metadata": {
            "dedupe": "inflight", "idempotent": true, "cache": { "ttl": 1000, "maxEntries": 10 },
        },
    });
    let definition: Definition = serde_json::from_value(definition).unwrap();
    Rc::new(definition.check().unwrap())
}

fn manager() -> Manager {
    Manager::new(ManagerOptions {
        big_integers: BigIntegers::Bigint,
        ..ManagerOptions::default()
    })
}

/// Returns true if a second call shares the first one's run while it is pending, and its result afterwards.
fn shares(one: &str, another: &str) -> [bool; 2] {
    let (mut manager, tool) = (manager(), tool());
    let key = manager.begin(Rc::clone(&tool), one, 0.0);
    manager.start(key, 0.0);
    assert_eq!(manager.accept(key, None, 0.0), D::Execute, "{one}");
    let second = manager.begin(Rc::clone(&tool), another, 0.0);
    assert_eq!(manager.start(second, 0.0), D::Validate, "{another}");
    let directive = manager.accept(second, None, 0.0);
    manager.returned(key, 1, 1.0);
    let third = manager.begin(Rc::clone(&tool), another, 2.0);
    let is_kept = manager.start(third, 2.0) == D::Succeed;
    [directive == D::Follow, is_kept]
}

#[test]
fn equivalent_arguments_share_a_run_and_a_result() {
    for (one, another) in [
        ("{}", " "),
        (r#"{"a": 1, "b": [2]}"#, r#"{ "b": [2.0], "a": 10e-1 }"#),
        (r#"{"a": "😀"}"#, r#"{"a": "\ud83d\ude00"}"#),
        (
            r#"{"a": 9007199254740993, "b": -9007199254740995}"#,
            r#"{"b": -9007199254740995, "a": 9007199254740993}"#,
        ),
    ] {
        assert_eq!(shares(one, another), [true, true], "{one} {another}");
    }
}

#[test]
fn arguments_that_differ_share_nothing() {
    for (one, another) in [
        ("{}", r#"{"a": null}"#),
        (r#"{"a": "1"}"#, r#"{"a": 1}"#),
        // Both are rounded to the same double, and have the same digits next to it.
        (
            r#"{"a": 9007199254740993, "b": 9007199254740992}"#,
            r#"{"a": 9007199254740992, "b": 9007199254740993}"#,
        ),
        (
            r#"{"a": [9007199254740993, 9007199254740992]}"#,
            r#"{"a": [9007199254740992, 9007199254740993]}"#,
        ),
        (r#"{"a": 9007199254740993}"#, r#"{"a": 9007199254740992}"#),
    ] {
        assert_eq!(shares(one, another), [false, false], "{one} {another}");
    }
}

#[test]
fn an_execution_that_is_kept_apart_shares_no_run_and_no_result() {
    let (mut manager, tool) = (manager(), tool());
    let mut begin = |is_apart: bool| {
        let key = manager.begin(Rc::clone(&tool), "{}", 0.0);
        if is_apart {
            manager.keep_apart(key);
        }
        let started = manager.start(key, 0.0);
        let went_on = manager.accept(key, None, 0.0);
        (key, started, went_on)
    };
    let (apart, ..) = begin(true);
    assert_eq!(begin(true).2, D::Execute, "beside another that is apart");
    let (shared, _, first) = begin(false);
    assert_eq!(first, D::Execute, "beside one that is apart");
    assert_eq!(begin(true).2, D::Execute, "beside one that is shared");
    assert_eq!(begin(false).2, D::Follow);
    manager.returned(apart, 1, 1.0);
    let after = manager.begin(Rc::clone(&tool), "{}", 1.0);
    assert_eq!(
        manager.start(after, 1.0),
        D::Validate,
        "its result is not kept"
    );
    manager.returned(shared, 1, 1.0);
    let last = manager.begin(Rc::clone(&tool), "{}", 2.0);
    manager.keep_apart(last);
    assert_eq!(
        manager.start(last, 2.0),
        D::Validate,
        "no kept result is its own"
    );
    let ordinary = manager.begin(Rc::clone(&tool), "{}", 2.0);
    assert_eq!(manager.start(ordinary, 2.0), D::Succeed);
}

#[test]
fn arguments_that_have_lost_a_character_share_nothing() {
    for (one, another) in [
        (r#"{"a": "\ud83d"}"#, r#"{"a": "\ud83e"}"#),
        (r#"{"a": "\ud83d"}"#, r#"{"a": "\ud83d"}"#),
        (r#"{"\ud83d": 1}"#, r#"{"\udc00": 1}"#),
        (
            r#"{"a": [{"b": "x\udc00y"}]}"#,
            r#"{"a": [{"b": "x\ud83ey"}]}"#,
        ),
        // JavaScript converts a half character to this on its way.
        ("{\"a\": \"\u{FFFD}\"}", "{\"a\": \"\u{FFFD}\"}"),
        ("{\"a\": \"\u{FFFD}\"}", r#"{"a": "\ud83d"}"#),
    ] {
        assert_eq!(shares(one, another), [false, false], "{one} {another}");
    }
}

#[test]
fn arguments_in_pieces_are_compared_like_others() {
    let (mut manager, tool) = (manager(), tool());
    let mut began = |pieces: &[&str]| {
        let mut arguments = StreamedArguments::new(ReadOptions::default());
        for piece in pieces {
            arguments.push(piece).unwrap();
        }
        let key = manager.begin_streamed(Rc::clone(&tool), arguments, 0.0);
        manager.start(key, 0.0);
        let is_normalized = matches!(manager.reading(key), Some(Reading::Normalized(_)));
        (manager.accept(key, None, 0.0), is_normalized)
    };
    assert_eq!(
        began(&[r#"{"a": "\ud8"#, r#"3d\ude00"}"#]),
        (D::Execute, false)
    );
    assert_eq!(began(&[r#"{"a": "😀"}"#]), (D::Follow, false));
    assert_eq!(began(&[r#"{"a": "\ud83d"#, r#""}"#]), (D::Execute, true));
    assert_eq!(began(&[r#"{"a": "\ud83e"#, r#""}"#]), (D::Execute, true));
}

#[test]
fn a_validators_output_is_only_compared_with_outputs() {
    let (mut manager, tool) = (manager(), tool());
    let mut accepted = |arguments: &str, output: Option<&str>| {
        let key = manager.begin(Rc::clone(&tool), arguments, 0.0);
        manager.start(key, 0.0);
        manager.accept(key, output, 0.0)
    };
    assert_eq!(accepted("{}", Some(r#"{"n": 1}"#)), D::Execute);
    assert_eq!(accepted(r#"{"n": 1}"#, Some(r#"{"n": 1}"#)), D::Follow);
    // This output can't be expressed as JSON.
    assert_eq!(accepted(r#"{"n": 1}"#, None), D::Execute);
    assert_eq!(accepted(r#"{"n": 1.0}"#, None), D::Follow);
    assert_eq!(accepted(r#"{"n": 2}"#, None), D::Execute);
    // A validator can lose characters, too, and can't restore them.
    assert_eq!(
        accepted(r#"{"n": 3}"#, Some(r#"{"a": "\ud83d"}"#)),
        D::Execute
    );
    assert_eq!(
        accepted(r#"{"n": 4}"#, Some(r#"{"a": "\ud83d"}"#)),
        D::Execute
    );
    assert_eq!(
        accepted(r#"{"n": "\ud83d"}"#, Some(r#"{"a": 1}"#)),
        D::Execute
    );
    assert_eq!(
        accepted(r#"{"n": "\ud83e"}"#, Some(r#"{"a": 1}"#)),
        D::Execute
    );
}
