//! A manager and its policies together, on a virtual clock.

use std::rc::Rc;

use ag_ui_lit::error::{ToolError, ToolErrorCategory};
use ag_ui_lit::execution::{
    Directive as D, ExecutionKey, Failure, Manager, ManagerOptions, Reading, StreamedArguments,
    ToolExecutionStatus as Status,
};
use ag_ui_lit::json::{BigIntegers, ReadOptions};
use ag_ui_lit::policy::{CircuitConfig, Jitter, RetryConfig};
use ag_ui_lit::tool::{CheckedTool, Definition};
use proptest::prelude::*;
use serde_json::{Value, json};

fn tool_with(metadata: Value) -> Rc<CheckedTool> {
    let mut given = json!({ "schema": { "properties": { "n": { "type": "integer" } } } });
    given["metadata"] = metadata;
    tool(given)
}

fn tool(given: Value) -> Rc<CheckedTool> {
    let mut definition = json!({ "name": "it", "description": "It.", "handler": "function" });
    let Value::Object(given) = given else {
        unreachable!()
    };
    definition.as_object_mut().unwrap().extend(given);
    let definition: Definition = serde_json::from_value(definition).unwrap();
    Rc::new(
        definition
            .check()
            .unwrap_or_else(|issues| panic!("{issues:?}")),
    )
}

fn manager() -> Manager {
    let retry = RetryConfig {
        jitter: Jitter::None,
        ..RetryConfig::default()
    };
    Manager::new(ManagerOptions {
        retry,
        ..ManagerOptions::default()
    })
}

fn begin(manager: &mut Manager, tool: &Rc<CheckedTool>, arguments: &str) -> ExecutionKey {
    manager.begin(Rc::clone(tool), arguments, 0.0)
}

/// Starts an execution and brings it as far as its handler.
fn run(manager: &mut Manager, tool: &Rc<CheckedTool>, now: f64) -> ExecutionKey {
    let key = begin(manager, tool, "{}");
    assert_eq!(manager.start(key, now), D::Validate);
    assert_eq!(manager.accept(key, None, now), D::Execute);
    key
}

fn fail(manager: &mut Manager, key: ExecutionKey, category: ToolErrorCategory, now: f64) -> D {
    let attempt = manager.life(key).unwrap().retry().attempt_number;
    let failure = Failure::thrown(attempt, ToolError::new(category, "no"), None);
    manager.failed(key, failure, 0.0, now)
}

fn status(manager: &Manager, key: ExecutionKey) -> Status {
    manager.life(key).unwrap().status()
}

#[test]
fn a_transient_failure_is_retried_until_the_attempts_are_used_up() {
    let (mut manager, tool) = (manager(), tool_with(json!({})));
    let key = run(&mut manager, &tool, 0.0);
    for (delay, now) in [(1000.0, 1000.0), (2000.0, 3000.0)] {
        assert_eq!(
            fail(&mut manager, key, ToolErrorCategory::Transient, now),
            D::Retry
        );
        assert_eq!(manager.life(key).unwrap().delay(), delay);
        assert_eq!(status(&manager, key), Status::Executing);
        assert_eq!(manager.delay_elapsed(key, now + delay), D::Execute);
    }
    assert_eq!(
        fail(&mut manager, key, ToolErrorCategory::Transient, 9000.0),
        D::Fail
    );
    let record = manager.record(key).unwrap();
    assert_eq!(
        (
            record.retry.attempt_number,
            record.retry.previous_errors.len()
        ),
        (3, 2)
    );
    let stats = tool.stats();
    assert_eq!(
        (stats.executions, stats.failures, stats.total_duration),
        (1, 1, 9000.0)
    );
}

#[test]
fn metadata_overrides_the_managers_retry_field_by_field() {
    let tool = tool_with(
        json!({ "retryConfig": { "maxAttempts": 2, "baseDelay": 10, "retryableCategories": ["execution"] } }),
    );
    let mut manager = manager();
    let key = run(&mut manager, &tool, 0.0);
    assert_eq!(manager.record(key).unwrap().retry.max_attempts, 2);
    assert_eq!(
        fail(&mut manager, key, ToolErrorCategory::Execution, 0.0),
        D::Retry
    );
    assert_eq!(manager.life(key).unwrap().delay(), 10.0);
    assert_eq!(manager.delay_elapsed(key, 10.0), D::Execute);
    assert_eq!(
        fail(&mut manager, key, ToolErrorCategory::Execution, 20.0),
        D::Fail
    );
}

#[test]
fn a_deadline_ends_the_attempt_and_only_an_idempotent_tool_is_retried() {
    for (metadata, expected) in [
        (json!({ "idempotent": true }), D::Retry),
        (json!({}), D::Fail),
    ] {
        let (mut manager, tool) = (manager(), tool_with(metadata));
        let key = run(&mut manager, &tool, 0.0);
        assert_eq!(
            manager.failed(key, Failure::timed_out(1, 500.0), 0.0, 500.0),
            expected
        );
        // The late end of the handler changes nothing.
        assert_eq!(manager.returned(key, 1, 900.0), D::Ignore);
        let error = manager.life(key).unwrap().error().unwrap();
        assert_eq!(error.category, ToolErrorCategory::Timeout);
        assert_eq!(
            error.message.contains("outcome is unknown"),
            expected == D::Fail,
            "{}",
            error.message
        );
    }
}

/// A validator's verdict on arguments that don't match.
fn mismatch() -> ToolError {
    ToolError::validation(Vec::new())
}

#[test]
fn arguments_are_validated_once_and_invalid_ones_are_not_retried() {
    let (mut manager, tool) = (
        manager(),
        tool_with(json!({ "retryConfig": { "retryableCategories": ["validation"] } })),
    );
    let key = begin(&mut manager, &tool, r#"{"n": "x"}"#);
    assert_eq!(manager.reading(key), Some(&Reading::Exact));
    assert_eq!(manager.start(key, 0.0), D::Validate);
    assert_eq!(manager.reject(key, mismatch(), 0.0), D::Fail);
    assert_eq!(manager.reject(key, mismatch(), 0.0), D::Ignore);
    assert_eq!(manager.accept(key, None, 0.0), D::Ignore);
    assert_eq!(manager.life(key).unwrap().error(), Some(&mismatch()));

    let accepted = run(&mut manager, &tool, 0.0);
    assert_eq!(manager.accept(accepted, None, 0.0), D::Ignore);
    assert_eq!(manager.reject(accepted, mismatch(), 0.0), D::Ignore);
}

#[test]
fn arguments_that_cannot_be_read_are_never_accepted() {
    let (mut manager, tool) = (manager(), tool_with(json!({ "dedupe": "inflight" })));
    for broken in [r#"{"n": "#, "[1]", "{]"] {
        let key = begin(&mut manager, &tool, broken);
        assert_eq!(manager.reading(key), Some(&Reading::Unreadable));
        assert_eq!(manager.start(key, 0.0), D::Validate);
        assert_eq!(manager.accept(key, Some("{}"), 0.0), D::Fail);
        let error = manager.life(key).unwrap().error().unwrap();
        assert_eq!(error.category, ToolErrorCategory::Validation);
        let issues = error.validation_errors.as_ref().unwrap();
        assert_eq!((issues.len(), &issues[0].message), (1, &error.message));
    }
}

#[test]
fn arguments_in_pieces_equal_whole_arguments() {
    let (mut manager, tool) = (manager(), tool_with(json!({})));
    let mut begin = |pieces: &[&str]| {
        let mut arguments = StreamedArguments::new(ReadOptions::default());
        for piece in pieces {
            let _ = arguments.push(piece);
        }
        let key = manager.begin_streamed(Rc::clone(&tool), arguments, 0.0);
        assert_eq!(manager.start(key, 0.0), D::Validate);
        (
            manager.reading(key).cloned().unwrap(),
            manager.accept(key, None, 0.0),
        )
    };
    assert_eq!(begin(&[r#"{"n"#, r#"": 1}"#]), (Reading::Exact, D::Execute));
    assert_eq!(
        begin(&[" "]),
        (Reading::Normalized("{}".into()), D::Execute)
    );
    for broken in [r#"{"n": "#, "[1]", "{]"] {
        assert_eq!(begin(&[broken]), (Reading::Unreadable, D::Fail));
    }
}

#[test]
fn text_that_javascript_would_read_differently_is_normalized() {
    let (mut manager, tool) = (manager(), tool_with(json!({})));
    let blank = begin(&mut manager, &tool, "  ");
    assert_eq!(
        manager.reading(blank),
        Some(&Reading::Normalized("{}".into()))
    );
    let surrogate = begin(&mut manager, &tool, r#"{"s": "\ud800"}"#);
    assert_eq!(
        manager.reading(surrogate),
        Some(&Reading::Normalized("{\"s\":\"\u{FFFD}\"}".into()))
    );
}

fn circuit(threshold: u32) -> Manager {
    let circuit = CircuitConfig {
        failure_threshold: threshold,
        recovery_timeout: 1000.0,
        success_threshold: 1,
    };
    Manager::new(ManagerOptions {
        circuit: Some(circuit),
        ..ManagerOptions::default()
    })
}

#[test]
fn an_open_circuit_refuses_at_once_and_one_probe_closes_it() {
    let (mut manager, tool) = (circuit(2), tool_with(json!({})));
    for _ in 0..2 {
        let key = run(&mut manager, &tool, 0.0);
        assert_eq!(
            fail(&mut manager, key, ToolErrorCategory::Permanent, 0.0),
            D::Fail
        );
    }
    let refused = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(refused, 400.0), D::Fail);
    let error = manager.life(refused).unwrap().error().unwrap();
    assert_eq!(
        (error.category, error.code.as_deref(), error.retry_after),
        (
            ToolErrorCategory::Transient,
            Some("circuit_open"),
            Some(600.0)
        )
    );

    let probe = run(&mut manager, &tool, 1000.0);
    let second = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(second, 1000.0), D::Fail);
    assert_eq!(manager.returned(probe, 1, 1001.0), D::Succeed);
    run(&mut manager, &tool, 1001.0);
}

#[test]
fn validation_and_cancellation_do_not_open_a_circuit_and_free_a_probe() {
    let (mut manager, tool) = (circuit(1), tool_with(json!({})));
    let invalid = begin(&mut manager, &tool, "{}");
    manager.start(invalid, 0.0);
    assert_eq!(manager.reject(invalid, mismatch(), 0.0), D::Fail);
    let cancelled = run(&mut manager, &tool, 0.0);
    assert_eq!(manager.cancel(cancelled, None, 0.0), D::Cancel);
    let failing = run(&mut manager, &tool, 0.0);
    fail(&mut manager, failing, ToolErrorCategory::Execution, 0.0);

    let probe = run(&mut manager, &tool, 1000.0);
    assert_eq!(manager.cancel(probe, None, 1000.0), D::Cancel);
    let next = run(&mut manager, &tool, 1000.0);
    assert_eq!(manager.returned(next, 1, 1000.0), D::Succeed);
}

/// One slot, and a circuit that one failure opens.
fn limited_circuit() -> Manager {
    let circuit = CircuitConfig {
        failure_threshold: 1,
        ..CircuitConfig::default()
    };
    Manager::new(ManagerOptions {
        max_concurrency: Some(1),
        circuit: Some(circuit),
        ..ManagerOptions::default()
    })
}

#[test]
fn a_call_whose_circuit_opens_while_it_waits_for_its_first_slot_does_not_start() {
    let (mut manager, tool) = (limited_circuit(), tool_with(json!({})));
    let first = run(&mut manager, &tool, 0.0);
    let second = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(second, 0.0), D::Wait);
    fail(&mut manager, first, ToolErrorCategory::Permanent, 1.0);
    assert_eq!(manager.next_ready(), Some(second));
    assert_eq!(manager.resume(second, 1.0), D::Fail);
    let error = manager.life(second).unwrap().error().unwrap();
    assert_eq!(error.code.as_deref(), Some("circuit_open"));
}

#[test]
fn a_retry_that_waits_for_a_slot_continues_after_its_circuit_has_opened() {
    let (mut manager, tool) = (limited_circuit(), tool_with(json!({})));
    let first = run(&mut manager, &tool, 0.0);
    assert_eq!(
        fail(&mut manager, first, ToolErrorCategory::Transient, 0.0),
        D::Retry
    );
    let second = run(&mut manager, &tool, 1.0);
    assert_eq!(manager.delay_elapsed(first, 2.0), D::Wait);
    fail(&mut manager, second, ToolErrorCategory::Permanent, 3.0);
    assert_eq!(manager.next_ready(), Some(first));
    assert_eq!(manager.resume(first, 3.0), D::Execute);
}

#[test]
fn the_tools_timeout_overrides_the_managers() {
    let mut manager = Manager::new(ManagerOptions {
        timeout: Some(700.0),
        ..ManagerOptions::default()
    });
    let own = begin(&mut manager, &tool_with(json!({ "timeout": 50 })), "{}");
    let usual = begin(&mut manager, &tool_with(json!({})), "{}");
    assert_eq!(manager.timeout(own), Some(50.0));
    assert_eq!(manager.timeout(usual), Some(700.0));
    assert_eq!(manager.timeout(999), None);
}

#[test]
fn integers_that_a_double_can_not_hold_are_reported_with_their_digits() {
    let mut manager = Manager::new(ManagerOptions {
        big_integers: BigIntegers::Bigint,
        ..ManagerOptions::default()
    });
    let tool = tool_with(json!({}));
    let big = begin(
        &mut manager,
        &tool,
        r#"{"n": 9007199254740993, "m": -9007199254740995}"#,
    );
    let digits: Vec<_> = manager
        .big_integers(big)
        .iter()
        .map(|integer| integer.digits.as_str())
        .collect();
    assert_eq!(digits, ["9007199254740993", "-9007199254740995"]);
    let small = begin(&mut manager, &tool, r#"{"n": 1}"#);
    assert!(manager.big_integers(small).is_empty());
    assert!(manager.big_integers(999).is_empty());
}

#[test]
fn an_unknown_execution_has_no_facts_and_no_effects() {
    let mut manager = manager();
    assert_eq!(manager.reading(1), None);
    assert_eq!(manager.answered_by(1), None);
    assert_eq!(manager.successor(1), None);
    assert!(manager.life(1).is_none() && manager.record(1).is_none());
    assert_eq!(manager.accept(1, None, 0.0), D::Ignore);
    assert_eq!(manager.resume(1, 0.0), D::Ignore);
    assert_eq!(manager.serve(1, 0.0), D::Ignore);
    assert_eq!(manager.returned(1, 1, 0.0), D::Ignore);
    assert_eq!(
        manager.failed(1, Failure::timed_out(1, 1.0), 0.0, 0.0),
        D::Ignore
    );
    assert_eq!(manager.delay_elapsed(1, 0.0), D::Ignore);
    assert_eq!(manager.cancel(1, None, 0.0), D::Ignore);
}

#[test]
fn the_messages_of_a_deadline_and_of_an_open_circuit_have_their_numbers() {
    let mut manager = limited_circuit();
    let tool = tool_with(json!({}));
    let key = run(&mut manager, &tool, 0.0);
    assert_eq!(
        manager.failed(key, Failure::timed_out(1, 1500.0), 0.0, 1500.0),
        D::Fail
    );
    let message = |manager: &Manager, key| {
        let error = manager.life(key).unwrap().error().unwrap();
        error.message.clone()
    };
    let timed_out = message(&manager, key);
    assert!(
        timed_out.starts_with("The tool did not finish within 1500 ms."),
        "{timed_out}"
    );
    let refused = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(refused, 2500.5), D::Fail);
    let refused = message(&manager, refused);
    assert!(refused.ends_with("try again in 59 s."), "{refused}");
}

#[test]
fn a_handler_that_refuses_its_arguments_or_was_stopped_does_not_open_a_circuit() {
    let (mut manager, tool) = (circuit(1), tool_with(json!({})));
    for category in [ToolErrorCategory::Validation, ToolErrorCategory::Cancelled] {
        let key = run(&mut manager, &tool, 0.0);
        assert_eq!(fail(&mut manager, key, category, 0.0), D::Fail);
    }
    run(&mut manager, &tool, 0.0);
}

#[test]
fn a_run_that_several_share_counts_once_for_the_circuit() {
    let (mut manager, tool) = (circuit(2), tool_with(json!({ "dedupe": "inflight" })));
    let leader = run(&mut manager, &tool, 0.0);
    let follower = follow(&mut manager, &tool, "{}");
    fail(&mut manager, leader, ToolErrorCategory::Permanent, 1.0);
    assert_eq!(manager.next_ready(), Some(follower));
    assert_eq!(manager.resume(follower, 1.0), D::Fail);
    let next = run(&mut manager, &tool, 2.0);
    fail(&mut manager, next, ToolErrorCategory::Permanent, 3.0);
    let refused = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(refused, 4.0), D::Fail);
}

/// A manager whose circuit opened at 0 ms, with a call that had already started.
fn opened_behind(tool: &Rc<CheckedTool>) -> (Manager, ExecutionKey) {
    let mut manager = circuit(1);
    let before = begin(&mut manager, tool, "{}");
    assert_eq!(manager.start(before, 0.0), D::Validate);
    let failing = begin(&mut manager, tool, r#"{"n": 1}"#);
    assert_eq!(manager.start(failing, 0.0), D::Validate);
    assert_eq!(manager.accept(failing, None, 0.0), D::Execute);
    fail(&mut manager, failing, ToolErrorCategory::Permanent, 0.0);
    (manager, before)
}

#[test]
fn the_successor_of_a_probe_is_the_probe() {
    let tool = tool_with(json!({ "dedupe": "inflight" }));
    let (mut manager, before) = opened_behind(&tool);
    let probe = run(&mut manager, &tool, 1000.0);
    assert_eq!(manager.accept(before, None, 1000.0), D::Follow);
    assert_eq!(manager.cancel(probe, None, 1001.0), D::PassLead);
    assert_eq!(manager.returned(before, 1, 1002.0), D::Succeed);
    // The circuit has closed: any number of calls may start.
    run(&mut manager, &tool, 1003.0);
    let another = begin(&mut manager, &tool, r#"{"n": 2}"#);
    assert_eq!(manager.start(another, 1003.0), D::Validate);
}

#[test]
fn a_second_probe_that_takes_over_the_run_of_the_first_stays_a_probe() {
    let tool = tool_with(json!({ "dedupe": "inflight" }));
    let (mut manager, _) = opened_behind(&tool);
    let first = run(&mut manager, &tool, 1000.0);
    // The first takes longer than the recovery time, so another may probe.
    let second = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(second, 2000.0), D::Validate);
    assert_eq!(manager.accept(second, None, 2000.0), D::Follow);
    assert_eq!(manager.cancel(first, None, 2001.0), D::PassLead);
    assert_eq!(manager.returned(second, 1, 2002.0), D::Succeed);
    let next = begin(&mut manager, &tool, r#"{"n": 2}"#);
    assert_eq!(manager.start(next, 2003.0), D::Validate);
}

#[test]
fn a_tool_may_have_no_circuit() {
    let (mut manager, tool) = (circuit(1), tool_with(json!({ "circuitBreaker": false })));
    for _ in 0..5 {
        let key = run(&mut manager, &tool, 0.0);
        assert_eq!(
            fail(&mut manager, key, ToolErrorCategory::Execution, 0.0),
            D::Fail
        );
    }
}

fn limited(limit: u32) -> Manager {
    let retry = RetryConfig {
        jitter: Jitter::None,
        ..RetryConfig::default()
    };
    Manager::new(ManagerOptions {
        max_concurrency: Some(limit),
        retry,
        ..ManagerOptions::default()
    })
}

#[test]
fn a_call_waits_for_a_slot_and_gets_it_in_its_turn() {
    let (mut manager, tool) = (limited(1), tool_with(json!({})));
    let first = run(&mut manager, &tool, 0.0);
    let [second, third] = [(); 2].map(|()| {
        let key = begin(&mut manager, &tool, "{}");
        assert_eq!(manager.start(key, 0.0), D::Wait);
        assert_eq!(status(&manager, key), Status::Pending);
        key
    });
    assert_eq!(manager.next_ready(), None);
    manager.returned(first, 1, 10.0);
    assert_eq!(manager.next_ready(), Some(second));
    assert_eq!(manager.next_ready(), None);
    // The call was cancelled before it used its slot, and passes it on.
    assert_eq!(manager.cancel(second, None, 10.0), D::Cancel);
    assert_eq!(manager.next_ready(), Some(third));
    assert_eq!(manager.resume(third, 10.0), D::Validate);
}

#[test]
fn a_waiting_call_is_answered_by_a_result_that_was_cached_meanwhile() {
    let mut manager = limited(1);
    let cache = json!({ "ttl": 1000, "maxEntries": 1 });
    let tool = tool_with(json!({ "idempotent": true, "cache": cache }));
    let first = run(&mut manager, &tool, 0.0);
    let second = begin(&mut manager, &tool, "{}");
    let third = begin(&mut manager, &tool, r#"{"n": 1}"#);
    assert_eq!(manager.start(second, 0.0), D::Wait);
    assert_eq!(manager.start(third, 0.0), D::Wait);
    assert_eq!(manager.returned(first, 1, 5.0), D::Succeed);
    assert_eq!(manager.next_ready(), Some(second));
    assert_eq!(manager.resume(second, 5.0), D::Succeed);
    assert_eq!(manager.answered_by(second), Some(first));
    // The slot that it did not need goes to the next call.
    assert_eq!(manager.next_ready(), Some(third));
    assert_eq!(manager.resume(third, 5.0), D::Validate);
}

#[test]
fn a_call_that_waits_for_others_holds_no_slot() {
    for metadata in [json!({}), json!({ "maxConcurrency": 1 })] {
        let mut manager = limited(1);
        let tool = tool_with(metadata);
        let waits = run(&mut manager, &tool, 0.0);
        let own = begin(&mut manager, &tool, "{}");
        let other = begin(&mut manager, &tool, "{}");
        assert_eq!(manager.start(own, 1.0), D::Wait);
        assert_eq!(manager.start(other, 1.0), D::Wait);
        manager.wait_for_others(waits, 0.0);
        // A second report does not release a second slot.
        manager.wait_for_others(waits, 0.0);
        assert_eq!(manager.next_ready(), Some(own));
        assert_eq!(manager.next_ready(), None);
        assert_eq!(manager.resume(own, 2.0), D::Validate);
        assert_eq!(manager.accept(own, None, 2.0), D::Execute);
        // It held no slot.
        assert_eq!(manager.returned(waits, 1, 3.0), D::Succeed);
        assert_eq!(manager.next_ready(), None);
        assert_eq!(manager.returned(own, 1, 4.0), D::Succeed);
        assert_eq!(manager.next_ready(), Some(other));
        manager.wait_for_others(waits, 0.0);
        manager.wait_for_others(9999, 0.0);
        assert_eq!(manager.next_ready(), None);
    }
}

#[test]
fn waiting_for_a_retry_holds_no_slot() {
    let (mut manager, tool) = (limited(1), tool_with(json!({})));
    let first = run(&mut manager, &tool, 0.0);
    let second = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(second, 0.0), D::Wait);
    assert_eq!(
        fail(&mut manager, first, ToolErrorCategory::Transient, 0.0),
        D::Retry
    );
    assert_eq!(manager.next_ready(), Some(second));
    assert_eq!(manager.resume(second, 0.0), D::Validate);
    assert_eq!(manager.accept(second, None, 0.0), D::Execute);
    // After its delay the first one queues again.
    assert_eq!(manager.delay_elapsed(first, 1000.0), D::Wait);
    manager.returned(second, 1, 1500.0);
    assert_eq!(manager.next_ready(), Some(first));
    assert_eq!(manager.resume(first, 1500.0), D::Execute);
    assert_eq!(manager.life(first).unwrap().retry().attempt_number, 2);
}

#[test]
fn a_retry_may_start_before_its_delay_is_over_and_only_once() {
    let (mut manager, tool) = (manager(), tool_with(json!({})));
    let key = run(&mut manager, &tool, 0.0);
    assert_eq!(manager.delay_elapsed(key, 1.0), D::Ignore, "it runs");
    assert_eq!(
        fail(&mut manager, key, ToolErrorCategory::Transient, 2.0),
        D::Retry
    );
    assert_eq!(manager.delay_elapsed(key, 3.0), D::Execute);
    assert_eq!(manager.delay_elapsed(key, 1002.0), D::Ignore);
    assert_eq!(manager.life(key).unwrap().retry().attempt_number, 2);
    assert_eq!(manager.returned(key, 2, 1003.0), D::Succeed);
    assert_eq!(
        manager.delay_elapsed(key, 1004.0),
        D::Ignore,
        "it has ended"
    );
}

#[test]
fn an_early_retry_is_subject_to_every_policy() {
    let (mut manager, tool) = (limited(1), tool_with(json!({})));
    let first = run(&mut manager, &tool, 0.0);
    let transient = ToolErrorCategory::Transient;
    assert_eq!(fail(&mut manager, first, transient, 0.0), D::Retry);
    let second = run(&mut manager, &tool, 1.0);
    assert_eq!(manager.delay_elapsed(first, 2.0), D::Wait, "no slot");
    assert_eq!(manager.delay_elapsed(first, 3.0), D::Ignore);
    manager.returned(second, 1, 4.0);
    assert_eq!(manager.next_ready(), Some(first));
    assert_eq!(manager.resume(first, 4.0), D::Execute);
}

fn shared() -> (Manager, Rc<CheckedTool>) {
    (manager(), tool_with(json!({ "dedupe": "inflight" })))
}

fn follow(manager: &mut Manager, tool: &Rc<CheckedTool>, arguments: &str) -> ExecutionKey {
    let key = begin(manager, tool, arguments);
    manager.start(key, 0.0);
    assert_eq!(manager.accept(key, None, 0.0), D::Follow);
    key
}

#[test]
fn calls_with_the_same_arguments_share_one_run() {
    let (mut manager, tool) = shared();
    let leader = begin(&mut manager, &tool, r#"{"a": 1, "b": 2}"#);
    manager.start(leader, 0.0);
    assert_eq!(manager.accept(leader, None, 0.0), D::Execute);
    let follower = follow(&mut manager, &tool, r#"{"b": 2.0, "a": 1}"#);
    let other = begin(&mut manager, &tool, r#"{"a": 2}"#);
    manager.start(other, 0.0);
    assert_eq!(manager.accept(other, None, 0.0), D::Execute);

    assert_eq!(manager.returned(leader, 1, 5.0), D::Succeed);
    assert_eq!(manager.next_ready(), Some(follower));
    assert_eq!(manager.resume(follower, 5.0), D::Succeed);
    assert_eq!(manager.answered_by(follower), Some(leader));
    assert_eq!(manager.next_ready(), None);
    let after = begin(&mut manager, &tool, r#"{"a": 1, "b": 2}"#);
    manager.start(after, 6.0);
    assert_eq!(
        manager.accept(after, None, 6.0),
        D::Execute,
        "nothing is kept beyond the run"
    );
}

#[test]
fn a_call_outside_a_shared_run_does_not_end_it() {
    let mut manager = manager();
    let tool = tool(json!({
        "schema": {},
        "metadata": { "dedupe": "inflight" },
    }));
    let validating = |manager: &mut Manager| {
        let key = begin(manager, &tool, "{}");
        assert_eq!(manager.start(key, 0.0), D::Validate);
        key
    };
    let leader = validating(&mut manager);
    assert_eq!(manager.accept(leader, None, 0.0), D::Execute);
    let follower = validating(&mut manager);
    assert_eq!(manager.accept(follower, None, 0.0), D::Follow);
    // Its validator gives another answer this time, or it is cancelled before the answer.
    let refused = validating(&mut manager);
    assert_eq!(
        manager.reject(refused, ToolError::validation(Vec::new()), 0.0),
        D::Fail
    );
    let cancelled = validating(&mut manager);
    assert_eq!(manager.cancel(cancelled, None, 0.0), D::Cancel);
    assert_eq!(manager.next_ready(), None);
    assert_eq!(status(&manager, follower), Status::Executing);
    manager.returned(leader, 1, 40.0);
    assert_eq!(manager.next_ready(), Some(follower));
    assert_eq!(manager.resume(follower, 40.0), D::Succeed);
    assert_eq!(
        tool.stats().total_duration,
        40.0,
        "a shared run counts once"
    );
}

#[test]
fn a_cancelled_leader_passes_the_lead_and_the_last_one_stops_the_run() {
    let (mut manager, tool) = shared();
    let leader = run(&mut manager, &tool, 0.0);
    let [second, third] = [(); 2].map(|()| follow(&mut manager, &tool, "{}"));
    assert_eq!(manager.cancel(leader, None, 1.0), D::PassLead);
    assert_eq!(manager.successor(leader), Some(second));
    assert_eq!(manager.answered_by(third), Some(second));
    assert_eq!(status(&manager, leader), Status::Cancelled);
    // A follower leaves without affecting the run.
    assert_eq!(manager.cancel(third, None, 2.0), D::Cancel);
    assert_eq!(status(&manager, second), Status::Executing);
    // The run continues for the successor, retries included.
    assert_eq!(
        fail(&mut manager, second, ToolErrorCategory::Transient, 3.0),
        D::Retry
    );
    assert_eq!(manager.delay_elapsed(second, 1003.0), D::Execute);
    assert_eq!(manager.cancel(second, None, 1004.0), D::Cancel);
    assert_eq!(manager.next_ready(), None);
    run(&mut manager, &tool, 1005.0);
}

#[test]
fn a_leader_cancelled_with_a_reserved_slot_passes_it_to_its_successor() {
    let mut manager = limited(1);
    let tool = tool_with(json!({ "dedupe": "inflight" }));
    let leader = run(&mut manager, &tool, 0.0);
    assert_eq!(
        fail(&mut manager, leader, ToolErrorCategory::Transient, 0.0),
        D::Retry
    );
    let follower = follow(&mut manager, &tool, "{}");
    let other = run(&mut manager, &tool_with(json!({})), 0.0);
    assert_eq!(manager.delay_elapsed(leader, 1000.0), D::Wait);
    manager.returned(other, 1, 1001.0);
    // The leader is ready, and is cancelled before it continues.
    assert_eq!(manager.cancel(leader, None, 1002.0), D::PassLead);
    assert_eq!(manager.next_ready(), Some(follower));
    assert_eq!(manager.resume(follower, 1002.0), D::Execute);
    assert_eq!(manager.returned(follower, 2, 1003.0), D::Succeed);
    run(&mut manager, &tool, 1004.0);
}

#[test]
fn a_leader_cancelled_while_it_waits_for_a_slot_passes_its_place_in_the_queue() {
    let mut manager = limited(1);
    let shared = tool_with(json!({ "dedupe": "inflight" }));
    let alone = tool_with(json!({}));
    let leader = run(&mut manager, &shared, 0.0);
    assert_eq!(
        fail(&mut manager, leader, ToolErrorCategory::Transient, 0.0),
        D::Retry
    );
    let follower = follow(&mut manager, &shared, "{}");
    let other = run(&mut manager, &alone, 0.0);
    assert_eq!(manager.delay_elapsed(leader, 1000.0), D::Wait);
    let last = begin(&mut manager, &alone, "{}");
    assert_eq!(manager.start(last, 1001.0), D::Wait);
    assert_eq!(manager.cancel(leader, None, 1002.0), D::PassLead);
    assert_eq!(manager.next_ready(), None);
    manager.returned(other, 1, 1003.0);
    assert_eq!(manager.next_ready(), Some(follower));
    assert_eq!(manager.resume(follower, 1003.0), D::Execute);
    manager.returned(follower, 2, 1004.0);
    assert_eq!(manager.next_ready(), Some(last));
}

#[test]
fn a_cached_result_answers_without_a_run() {
    let tool = tool_with(json!({ "idempotent": true, "cache": { "ttl": 100, "maxEntries": 1 } }));
    let mut manager = manager();
    let first = run(&mut manager, &tool, 0.0);
    manager.returned(first, 1, 10.0);
    let hit = begin(&mut manager, &tool, " { } ");
    assert_eq!(manager.start(hit, 50.0), D::Succeed);
    assert_eq!(manager.answered_by(hit), Some(first));
    let record = manager.record(hit).unwrap();
    assert!(record.cached && record.timing.started_at.is_none());
    let stale = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(stale, 110.0), D::Validate);
    assert_eq!(manager.take_dropped_results(), [first]);
}

#[test]
fn a_result_with_ambiguous_arguments_is_dropped_at_once() {
    let tool = tool_with(json!({ "idempotent": true, "cache": { "ttl": 100, "maxEntries": 1 } }));
    let mut manager = manager();
    let key = begin(&mut manager, &tool, "{\"q\":\"\u{fffd}\"}");
    assert_eq!(manager.start(key, 0.0), D::Validate);
    assert_eq!(manager.accept(key, None, 0.0), D::Execute);
    manager.returned(key, 1, 10.0);
    assert_eq!(manager.take_dropped_results(), [key]);
}

#[test]
fn a_result_cached_by_the_page_answers_without_a_run_and_is_no_evidence_about_the_tool() {
    let tool = tool_with(json!({
        "idempotent": true, "cache": { "ttl": 100, "maxEntries": 1, "byPage": true },
        "circuitBreaker": { "failureThreshold": 1, "recoveryTimeout": 5, "successThreshold": 1 },
    }));
    let mut manager = manager();
    let first = begin(&mut manager, &tool, r#" { "b": 1, "a": 2 } "#);
    assert_eq!(manager.identity(first), Some(r#"{"a":2.0,"b":1.0}"#));
    assert_eq!(manager.start(first, 0.0), D::Validate);
    manager.accept(first, None, 0.0);
    manager.returned(first, 1, 1.0);
    // The core has cached nothing.
    let second = begin(&mut manager, &tool, r#"{"a":2,"b":1}"#);
    assert_eq!(manager.start(second, 2.0), D::Validate);
    manager.accept(second, None, 2.0);
    fail(&mut manager, second, ToolErrorCategory::Permanent, 3.0);
    // Its circuit is open. A current probe is not ended by a cached result.
    let served = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.serve(served, 4.0), D::Succeed);
    assert!(manager.record(served).unwrap().cached);
    assert_eq!(manager.serve(served, 4.0), D::Ignore);
    let refused = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.start(refused, 4.0), D::Fail);
    let cancelled = begin(&mut manager, &tool, "{}");
    assert_eq!(manager.cancel(cancelled, None, 5.0), D::Cancel);
    assert_eq!(manager.serve(cancelled, 5.0), D::Ignore);
    assert_eq!(manager.identity(999), None);
}

#[test]
fn a_failure_is_not_cached() {
    let tool = tool_with(json!({ "idempotent": true, "cache": { "ttl": 100, "maxEntries": 1 } }));
    let mut manager = manager();
    let first = run(&mut manager, &tool, 0.0);
    fail(&mut manager, first, ToolErrorCategory::Permanent, 1.0);
    run(&mut manager, &tool, 2.0);
}

#[test]
fn the_oldest_finished_execution_is_removed_and_a_running_one_never() {
    let mut manager = Manager::new(ManagerOptions {
        max_history: 3,
        ..ManagerOptions::default()
    });
    let tool = tool_with(json!({}));
    let running = run(&mut manager, &tool, 0.0);
    let finished: Vec<_> = (0..3)
        .map(|_| {
            let key = run(&mut manager, &tool, 0.0);
            manager.returned(key, 1, 0.0);
            assert_eq!(manager.retire(key), None);
            key
        })
        .collect();
    let last = run(&mut manager, &tool, 0.0);
    manager.returned(last, 1, 0.0);
    assert_eq!(manager.retire(last), Some(finished[0]));
    assert!(manager.record(finished[0]).is_none());
    assert!(manager.record(running).is_some());
    assert_eq!(manager.start(finished[0], 0.0), D::Ignore);
}

proptest! {
    #![proptest_config(crate::cases())]

    /// Under any behaviour of callers, handlers and timers, every execution ends once, no limit is exceeded, and no call waits while
    /// there is room.
    #[test]
    fn random_traffic_violates_no_invariant(
        limit in 1_u32..3,
        dedupe in any::<bool>(),
        steps in prop::collection::vec((0_usize..6, 0_usize..8), 1..120),
    ) {
        let mut manager = limited(limit);
        let metadata = if dedupe { json!({ "dedupe": "inflight", "circuitBreaker": false }) } else { json!({ "circuitBreaker": false }) };
        let tool = tool_with(metadata);
        let mut keys = Vec::new();
        let mut ended = std::collections::HashSet::new();
        let mut at_work = std::collections::HashSet::new();
        for (index, (action, which)) in steps.into_iter().enumerate() {
            let now = f64::from(u32::try_from(index).unwrap()) * 100.0;
            let mut next = Vec::new();
            if action == 0 || keys.is_empty() {
                let key = begin(&mut manager, &tool, "{}");
                keys.push(key);
                next.push((key, manager.start(key, now)));
            } else {
                let key = keys[which % keys.len()];
                let attempt = manager.life(key).unwrap().retry().attempt_number;
                let directive = match action {
                    1 => manager.returned(key, attempt, now),
                    2 => fail(&mut manager, key, ToolErrorCategory::Transient, now),
                    3 => manager.failed(key, Failure::timed_out(attempt, 1.0), 0.0, now),
                    4 => manager.delay_elapsed(key, now),
                    _ => manager.cancel(key, None, now),
                };
                next.push((key, directive));
            }
            while let Some((key, directive)) = next.pop() {
                match directive {
                    D::Validate => next.push((key, manager.accept(key, None, now))),
                    D::Execute => prop_assert!(at_work.insert(key), "two attempts at once"),
                    D::Retry => {
                        at_work.remove(&key);
                    }
                    D::PassLead => {
                        let successor = manager.successor(key).unwrap();
                        if at_work.remove(&key) {
                            at_work.insert(successor);
                        }
                        prop_assert!(ended.insert(key), "ended twice");
                    }
                    end if end.is_end() => {
                        at_work.remove(&key);
                        prop_assert!(ended.insert(key), "ended twice");
                    }
                    _ => {}
                }
                if let Some(ready) = manager.next_ready() {
                    next.push((ready, manager.resume(ready, now)));
                }
            }
            prop_assert!(at_work.len() <= limit as usize, "more at work than slots");
            for key in &keys {
                let life = manager.life(*key).unwrap();
                prop_assert_eq!(life.status().is_terminal(), ended.contains(key));
                prop_assert!(life.retry().attempt_number <= life.retry().max_attempts);
                let waits = life.status() == Status::Pending;
                prop_assert!(!waits || at_work.len() == limit as usize, "waits while there is room");
            }
        }
    }
}
