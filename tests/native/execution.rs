//! The life of one call: every phase against every input, and random sequences of inputs.

use ag_ui_lit::error::{ToolError, ToolErrorCategory};
use ag_ui_lit::execution::{Directive, Input, Lifecycle, ToolExecutionStatus as Status};
use ag_ui_lit::policy::RetryDecision;
use proptest::prelude::*;

fn error() -> ToolError {
    ToolError::new(ToolErrorCategory::Execution, "no")
}

fn failed(attempt: u32, decision: RetryDecision) -> Input {
    Input::AttemptFailed {
        attempt,
        error: error(),
        decision,
    }
}

/// Every input there is, for attempt 1.
fn inputs() -> Vec<(&'static str, Input)> {
    vec![
        ("refused", Input::Refused(error())),
        ("cached", Input::ServedFromCache),
        ("admitted", Input::Admitted),
        ("accepted", Input::ArgumentsAccepted),
        ("rejected", Input::ArgumentsRejected(error())),
        ("joined", Input::Joined),
        ("returned", Input::HandlerReturned { attempt: 1 }),
        ("returned late", Input::HandlerReturned { attempt: 0 }),
        ("failed", failed(1, RetryDecision::Stop(None))),
        ("failed late", failed(0, RetryDecision::Stop(None))),
        ("retry", failed(1, RetryDecision::Retry(50.0))),
        ("elapsed", Input::DelayElapsed),
        ("leader succeeded", Input::LeaderSucceeded),
        ("leader failed", Input::LeaderFailed(error())),
        ("cancelled", Input::Cancelled(None)),
    ]
}

/// A life that has reached a phase.
fn life_in(phase: &str) -> Lifecycle {
    let path: &[&str] = match phase {
        "queued" => &[],
        "validating" => &["admitted"],
        "attempting" => &["admitted", "accepted"],
        "delaying" => &["admitted", "accepted", "retry"],
        "queued again" => &["admitted", "accepted", "retry", "elapsed"],
        "following" => &["admitted", "joined"],
        "succeeded" => &["admitted", "accepted", "returned"],
        "failed" => &["refused"],
        "cancelled" => &["cancelled"],
        other => unreachable!("{other}"),
    };
    let mut life = Lifecycle::new(3, 0.0);
    for step in path {
        let (_, input) = inputs()
            .into_iter()
            .find(|(name, _)| name == step)
            .unwrap_or_else(|| unreachable!());
        assert_ne!(life.step(input, 0.0), Directive::Ignore);
    }
    life
}

/// The whole machine as a table: an input that is not in it is ignored and changes nothing.
#[test]
fn every_phase_accepts_only_its_own_inputs() {
    use Directive as D;
    let moves = [
        ("queued", "refused", D::Fail, Status::Failed),
        ("queued", "cached", D::Succeed, Status::Succeeded),
        ("queued", "admitted", D::Validate, Status::Validating),
        ("validating", "accepted", D::Execute, Status::Executing),
        ("validating", "rejected", D::Fail, Status::Failed),
        ("validating", "joined", D::Follow, Status::Executing),
        ("attempting", "returned", D::Succeed, Status::Succeeded),
        ("attempting", "failed", D::Fail, Status::Failed),
        ("attempting", "retry", D::Retry, Status::Executing),
        ("delaying", "elapsed", D::Wait, Status::Executing),
        ("queued again", "admitted", D::Execute, Status::Executing),
        ("queued again", "refused", D::Fail, Status::Failed),
        (
            "following",
            "leader succeeded",
            D::Succeed,
            Status::Succeeded,
        ),
        ("following", "leader failed", D::Fail, Status::Failed),
    ];
    let phases = [
        "queued",
        "validating",
        "attempting",
        "delaying",
        "queued again",
        "following",
        "succeeded",
        "failed",
        "cancelled",
    ];
    for phase in phases {
        for (name, input) in inputs() {
            let mut life = life_in(phase);
            let before = format!("{life:?}");
            let was_over = life.status().is_terminal();
            let directive = life.step(input, 0.0);
            let expected = moves
                .iter()
                .find(|(from, by, ..)| (*from, *by) == (phase, name));
            if let Some((_, _, wanted, to)) = expected {
                assert_eq!((directive, life.status()), (*wanted, *to), "{phase} {name}");
            } else if name == "cancelled" && !was_over {
                assert_eq!(
                    (directive, life.status()),
                    (D::Cancel, Status::Cancelled),
                    "{phase}"
                );
            } else {
                assert_eq!(directive, D::Ignore, "{phase} {name}");
                assert_eq!(format!("{life:?}"), before, "{phase} {name}");
            }
        }
    }
}

#[test]
fn duration_counts_from_the_first_attempt_over_all_delays() {
    let mut life = Lifecycle::new(3, 100.0);
    life.step(Input::Admitted, 110.0);
    life.step(Input::ArgumentsAccepted, 120.0);
    life.step(failed(1, RetryDecision::Retry(50.0)), 150.0);
    life.step(Input::DelayElapsed, 200.0);
    life.step(Input::Admitted, 210.0);
    life.step(Input::HandlerReturned { attempt: 2 }, 230.0);
    let timing = life.timing();
    assert_eq!((timing.queued_at, timing.started_at), (100.0, Some(120.0)));
    assert_eq!(
        (timing.completed_at, timing.duration),
        (Some(230.0), Some(110.0))
    );
    assert_eq!(life.retry().attempt_number, 2);
    assert_eq!(life.retry().previous_errors.len(), 1);

    let mut cancelled = Lifecycle::new(3, 100.0);
    cancelled.step(Input::Cancelled(Some("enough".into())), 105.0);
    assert_eq!(
        (cancelled.timing().completed_at, cancelled.timing().duration),
        (Some(105.0), None)
    );
    assert_eq!(
        cancelled.error().map(|error| error.message.as_str()),
        Some("enough")
    );
}

#[test]
fn a_final_failure_is_not_a_previous_error_and_keeps_the_added_text() {
    let mut life = Lifecycle::new(3, 0.0);
    life.step(Input::Admitted, 0.0);
    life.step(Input::ArgumentsAccepted, 0.0);
    life.step(
        failed(1, RetryDecision::Stop(Some("It was late.".into()))),
        0.0,
    );
    assert!(life.retry().previous_errors.is_empty());
    assert_eq!(
        life.error().map(|error| error.message.as_str()),
        Some("no It was late.")
    );
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn no_sequence_ends_twice_turns_time_back_or_overlaps_attempts(
        steps in prop::collection::vec((0_usize..15, 0_u32..4, -5.0_f64..5.0), 0..60),
    ) {
        let mut life = Lifecycle::new(3, 1000.0);
        let mut now = 1000.0;
        let mut ends = 0;
        let mut attempt_open = false;
        for (index, attempt, delta) in steps {
            now += delta;
            let was_over = life.status().is_terminal();
            let input = match inputs().swap_remove(index).1 {
                Input::HandlerReturned { .. } => Input::HandlerReturned { attempt },
                Input::AttemptFailed { error, decision, .. } => Input::AttemptFailed { attempt, error, decision },
                other => other,
            };
            let directive = life.step(input, now);
            prop_assert!(!was_over || directive == Directive::Ignore);
            match directive {
                Directive::Execute => {
                    prop_assert!(!attempt_open, "two attempts at once");
                    attempt_open = true;
                }
                Directive::Retry => attempt_open = false,
                end if end.is_end() => ends += 1,
                _ => {}
            }
        }
        prop_assert!(ends <= 1);
        let timing = life.timing();
        let started = timing.started_at.unwrap_or(timing.queued_at);
        prop_assert!(timing.queued_at <= started);
        prop_assert!(timing.completed_at.is_none_or(|completed| started <= completed));
    }
}
