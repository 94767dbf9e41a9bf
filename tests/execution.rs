//! One call's life: every state against every input, and the ledger that keeps them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::rc::Rc;

use ag_ui_lit::error::{ToolError, ToolErrorCategory};
use ag_ui_lit::execution::{
    Directive, Input, Ledger, Lifecycle, Order, Reading, ToolExecutionStatus as Status,
};
use ag_ui_lit::tool::{Definition, Tool};
use proptest::prelude::*;
use serde_json::json;

fn error() -> ToolError {
    ToolError::new(ToolErrorCategory::Execution, "no")
}

fn inputs() -> Vec<Input> {
    vec![
        Input::Admitted,
        Input::ArgumentsAccepted,
        Input::ArgumentsRejected(error()),
        Input::HandlerReturned,
        Input::HandlerFailed(error()),
        Input::Cancelled(None),
    ]
}

/// A life that has come as far as a status, without failures.
fn life_in(status: Status) -> Lifecycle {
    let mut life = Lifecycle::new(0.0);
    let path: &[Input] = match status {
        Status::Pending => &[],
        Status::Validating => &[Input::Admitted],
        Status::Executing => &[Input::Admitted, Input::ArgumentsAccepted],
        Status::Succeeded => &[
            Input::Admitted,
            Input::ArgumentsAccepted,
            Input::HandlerReturned,
        ],
        Status::Failed => &[
            Input::Admitted,
            Input::ArgumentsRejected(ToolError::unreadable_arguments(String::new())),
        ],
        Status::Cancelled => &[Input::Cancelled(None)],
    };
    for input in path.iter().cloned() {
        life.step(input, 0.0);
    }
    assert_eq!(life.status(), status);
    life
}

/// The whole machine as a table: what is not in it is ignored and changes nothing.
#[test]
fn every_state_takes_only_the_inputs_that_belong_to_it() {
    use Directive as D;
    use Status as S;
    let moves = [
        (S::Pending, 0, D::Validate, S::Validating),
        (S::Pending, 5, D::Cancel, S::Cancelled),
        (S::Validating, 1, D::Execute, S::Executing),
        (S::Validating, 2, D::Fail, S::Failed),
        (S::Validating, 5, D::Cancel, S::Cancelled),
        (S::Executing, 3, D::Succeed, S::Succeeded),
        (S::Executing, 4, D::Fail, S::Failed),
        (S::Executing, 5, D::Cancel, S::Cancelled),
    ];
    for from in [
        S::Pending,
        S::Validating,
        S::Executing,
        S::Succeeded,
        S::Failed,
        S::Cancelled,
    ] {
        for (index, input) in inputs().into_iter().enumerate() {
            let mut life = life_in(from);
            let before = format!("{life:?}");
            let directive = life.step(input, 0.0);
            let expected = moves
                .iter()
                .find(|(state, number, ..)| (*state, *number) == (from, index));
            if let Some((_, _, wanted, to)) = expected {
                assert_eq!((directive, life.status()), (*wanted, *to));
            } else {
                assert_eq!(directive, D::Ignore, "{from:?} {index}");
                assert_eq!(format!("{life:?}"), before);
            }
        }
    }
}

#[test]
fn duration_counts_from_the_handler_and_is_absent_without_one() {
    let mut life = Lifecycle::new(100.0);
    life.step(Input::Admitted, 110.0);
    life.step(Input::ArgumentsAccepted, 120.0);
    life.step(Input::HandlerFailed(error()), 150.0);
    let timing = life.timing();
    assert_eq!((timing.queued_at, timing.started_at), (100.0, Some(120.0)));
    assert_eq!(
        (timing.completed_at, timing.duration),
        (Some(150.0), Some(30.0))
    );

    let mut cancelled = Lifecycle::new(100.0);
    cancelled.step(Input::Cancelled(Some("enough".into())), 105.0);
    assert_eq!(
        (cancelled.timing().completed_at, cancelled.timing().duration),
        (Some(105.0), None)
    );
    assert_eq!(cancelled.error().unwrap().message, "enough");
    assert_eq!(
        cancelled.error().unwrap().category,
        ToolErrorCategory::Cancelled
    );
}

proptest! {
    #[test]
    fn no_sequence_ends_twice_or_turns_time_back(
        steps in prop::collection::vec((0_usize..6, -5.0_f64..5.0), 0..40),
    ) {
        let mut life = Lifecycle::new(1000.0);
        let mut now = 1000.0;
        let mut ends = 0;
        for (index, delta) in steps {
            now += delta;
            let was_over = life.status().is_terminal();
            let directive = life.step(inputs()[index].clone(), now);
            if was_over {
                prop_assert_eq!(directive, Directive::Ignore);
            }
            if matches!(directive, Directive::Succeed | Directive::Fail | Directive::Cancel) {
                ends += 1;
            }
        }
        prop_assert!(ends <= 1);
        let timing = life.timing();
        let started = timing.started_at.unwrap_or(timing.queued_at);
        prop_assert!(timing.queued_at <= started);
        prop_assert!(timing.completed_at.is_none_or(|completed| started <= completed));
        prop_assert_eq!(life.error().is_some(), matches!(life.status(), Status::Failed | Status::Cancelled));
    }
}

fn tool(validates_itself: bool) -> Rc<Tool> {
    let definition = Definition {
        name: Some(json!("it")),
        description: Some(json!("It.")),
        handler: "function".into(),
        schema: Some(json!({ "properties": { "n": { "type": "integer" } } })),
        validates_itself,
        ..Definition::default()
    };
    Rc::new(
        definition
            .check()
            .unwrap_or_else(|issues| panic!("{issues:?}")),
    )
}

fn order(id: &str, validates_itself: bool) -> Order {
    Order {
        id: id.into(),
        tool_call_id: "call".into(),
        tool: tool(validates_itself),
    }
}

#[test]
fn arguments_are_validated_once_and_the_verdict_is_kept() {
    let mut ledger = Ledger::default();
    let key = ledger.begin(order("a", false), r#"{"n": "x"}"#, 0.0);
    assert_eq!(ledger.reading(key), Some(&Reading::Faithful));
    assert_eq!(ledger.step(key, Input::Admitted, 0.0), Directive::Validate);
    assert_eq!(ledger.validate(key, 0.0), Some(Directive::Fail));
    assert_eq!(ledger.validate(key, 0.0), Some(Directive::Ignore));
    let error = ledger.error(key).unwrap();
    assert_eq!(error.validation_errors.as_ref().unwrap()[0].path, ["n"]);
    assert_eq!(ledger.record(key).unwrap().status, Status::Failed);
}

#[test]
fn a_tool_that_validates_itself_is_asked_unless_the_text_is_unreadable() {
    let mut ledger = Ledger::default();
    let key = ledger.begin(order("a", true), r#"{"n": "x"}"#, 0.0);
    ledger.step(key, Input::Admitted, 0.0);
    assert_eq!(ledger.validate(key, 0.0), None);

    let broken = ledger.begin(order("b", true), r#"{"n": "#, 0.0);
    assert_eq!(ledger.reading(broken), Some(&Reading::Unreadable));
    ledger.step(broken, Input::Admitted, 0.0);
    assert_eq!(ledger.validate(broken, 0.0), Some(Directive::Fail));
    assert_eq!(
        ledger.error(broken).unwrap().category,
        ToolErrorCategory::Validation
    );
}

#[test]
fn text_that_javascript_would_read_differently_is_rewritten() {
    let mut ledger = Ledger::default();
    let blank = ledger.begin(order("a", false), "  ", 0.0);
    assert_eq!(
        ledger.reading(blank),
        Some(&Reading::Rewritten("{}".into()))
    );
    let surrogate = ledger.begin(order("b", false), r#"{"n": "\ud800"}"#, 0.0);
    assert_eq!(
        ledger.reading(surrogate),
        Some(&Reading::Rewritten("{\"n\":\"\u{FFFD}\"}".into()))
    );
}

#[test]
fn the_oldest_finished_execution_is_forgotten_and_a_running_one_never() {
    let mut ledger = Ledger::default();
    let running = ledger.begin(order("running", false), "{}", 0.0);
    let finished: Vec<_> = (0..1000)
        .map(|n| ledger.begin(order(&n.to_string(), false), "{}", 0.0))
        .collect();
    for key in &finished {
        assert_eq!(ledger.retire(*key), None);
    }
    let last = ledger.begin(order("last", false), "{}", 0.0);
    assert_eq!(ledger.retire(last), Some(finished[0]));
    assert!(ledger.record(finished[0]).is_none());
    assert!(ledger.record(running).is_some());
    assert_eq!(
        ledger.step(finished[0], Input::Admitted, 0.0),
        Directive::Ignore
    );
}
