use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

use ag_ui_lit::tool::{
    AnyTool, MemoryState, RunResult, RunningExecution, State, ToolContext, ToolFailure, run_tool,
};
use ag_ui_lit_toolbox::agents::Thinking;
use ag_ui_lit_toolbox::runs::{
    BackgroundRun, Batch, BatchLimits, BatchMetadata, CallReport, CallRequest, Calls, MemoryCalls,
    MemoryWatch, ViewBackgroundProcesses, ViewBackgroundProcessesMetadata,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn run_with(tool: impl AnyTool + 'static, arguments: Value, state: Rc<dyn State>) -> RunResult {
    let name = tool.name().to_owned();
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(tool)];
    let context = ToolContext::of_call(&name, "call-1", state);
    futures_executor::block_on(run_tool(&tools, &context, arguments))
}

fn run(tool: impl AnyTool + 'static, arguments: Value) -> RunResult {
    run_with(tool, arguments, Rc::new(MemoryState::default()))
}

fn batch_of(calls: &[Value]) -> Value {
    json!({ "description": "Several.", "calls": calls })
}

fn metadata(result: &RunResult) -> BatchMetadata {
    result.structured_data("").metadata_as().unwrap()
}

#[test]
fn calls_are_reported_in_order_and_one_failure_does_not_stop_others() {
    let calls = MemoryCalls {
        tools: vec![Rc::new(Thinking)],
    };
    let thought = json!({ "tool": "thinking", "args": { "thought": "x" } });
    let unknown = json!({ "tool": "none" });
    let invalid = json!({ "tool": "thinking", "args": { "thought": 5 } });
    let all = batch_of(&[thought.clone(), unknown, invalid, thought]);
    let result = run(Batch::new(calls, BatchLimits::default()), all);
    let text = result.assistant_facing();
    assert!(
        text.starts_with("4 calls were made: 2 succeeded, 2 failed."),
        "{text}"
    );
    let heads: Vec<_> = text
        .lines()
        .filter(|line| line.starts_with("---"))
        .collect();
    assert_eq!(
        heads,
        [
            "--- 1. thinking succeeded ---",
            "--- 2. none failed ---",
            "--- 3. thinking failed ---",
            "--- 4. thinking succeeded ---"
        ]
    );
    let kept = metadata(&result);
    assert_eq!((kept.succeeded, kept.failed), (2, 2));
    let ids: Vec<_> = kept
        .calls
        .iter()
        .map(|call| call.tool_call_id.as_str())
        .collect();
    assert_eq!(ids, ["call-1/1", "call-1/2", "call-1/3", "call-1/4"]);
    let successes: Vec<_> = kept.calls.iter().map(|call| call.result.success).collect();
    assert_eq!(successes, [true, false, false, true]);
}

#[test]
fn an_invalid_batch_is_refused_with_the_rules() {
    let refused = |arguments: Value| {
        let limits = BatchLimits {
            calls: 2,
            ..BatchLimits::default()
        };
        let failure = run(Batch::new(MemoryCalls::default(), limits), arguments);
        let failure = failure.outcome.unwrap_err();
        let places: Vec<_> = failure.issues.iter().map(|it| it.path.join(".")).collect();
        (places, failure.message)
    };
    let call = json!({ "tool": "thinking" });
    let (places, message) = refused(batch_of(&[]));
    assert_eq!(places, ["calls"]);
    assert!(message.contains("give 1 to 2 calls"), "{message}");
    let (places, message) = refused(batch_of(&vec![call.clone(); 3]));
    assert_eq!(places, ["calls"]);
    assert!(
        message.contains("holds 3 calls, and may hold 2"),
        "{message}"
    );
    let (places, _) = refused(batch_of(&[call.clone(), json!({ "tool": "batch" })]));
    assert_eq!(places, ["calls.1.tool"]);
    let (_, message) = refused(batch_of(&[json!({ "tool": "x", "args": [] })]));
    assert!(message.contains("calls"), "{message}");
    let (_, message) = refused(batch_of(&[json!({ "tool": "x", "arguments": {} })]));
    assert!(message.contains("arguments"), "{message}");
}

/// Gives each call a result of this many characters, after this many polls; counts simultaneous calls.
#[derive(Clone, Default)]
struct Slow {
    lengths: Vec<usize>,
    at_once: Rc<Cell<usize>>,
    most: Rc<Cell<usize>>,
    requests: Rc<RefCell<Vec<CallRequest>>>,
    fails: bool,
}

impl Calls for Slow {
    async fn call(&self, request: CallRequest) -> Result<CallReport, ToolFailure> {
        let place = self.requests.borrow().len();
        self.requests.borrow_mut().push(request);
        self.at_once.set(self.at_once.get() + 1);
        self.most.set(self.most.get().max(self.at_once.get()));
        // The first ones take longest.
        let mut left = 10_usize.saturating_sub(place);
        poll_fn(|waits| {
            if left == 0 {
                return Poll::Ready(());
            }
            left -= 1;
            waits.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
        self.at_once.set(self.at_once.get() - 1);
        if self.fails {
            return Err(ToolFailure::new("Nobody makes it."));
        }
        Ok(CallReport {
            result: "ä".repeat(self.lengths[place]),
            error: None,
            execution_id: None,
            metadata: Some(json!({ "place": place })),
            timestamp: String::new(),
        })
    }
}

fn calls(count: usize) -> Value {
    let calls: Vec<_> = (0..count)
        .map(|at| json!({ "tool": "t", "args": { "at": at } }))
        .collect();
    batch_of(&calls)
}

#[test]
fn the_number_of_simultaneous_calls_is_limited_and_results_stay_in_order() {
    let slow = Slow {
        lengths: vec![1; 1_000],
        ..Slow::default()
    };
    let limits = BatchLimits {
        calls: 1_000,
        concurrency: 7,
        ..BatchLimits::default()
    };
    let result = run(Batch::new(slow.clone(), limits), calls(1_000));
    assert_eq!(slow.most.get(), 7);
    let kept = metadata(&result);
    assert_eq!(kept.succeeded, 1_000);
    for (at, call) in kept.calls.iter().enumerate() {
        assert_eq!(call.result.metadata, Some(json!({ "place": at })));
    }
    assert_eq!(slow.requests.borrow()[999].arguments, r#"{"at":999}"#);
}

#[test]
fn calls_that_can_not_be_tried_are_reported_one_by_one() {
    let slow = Slow {
        fails: true,
        ..Slow::default()
    };
    let result = run(Batch::new(slow, BatchLimits::default()), calls(3));
    assert!(!result.is_error());
    assert_eq!(metadata(&result).failed, 3);
    assert_eq!(
        result
            .assistant_facing()
            .matches("Error: Nobody makes it.")
            .count(),
        3
    );
}

#[test]
fn long_results_are_cut_with_a_note_and_short_ones_are_not() {
    let slow = Slow {
        lengths: vec![10, 500, 90, 2_000],
        ..Slow::default()
    };
    let limits = BatchLimits {
        each: 300,
        total: 600,
        ..BatchLimits::default()
    };
    let result = run(Batch::new(slow, limits), calls(4));
    let shown: Vec<_> = metadata(&result)
        .calls
        .iter()
        .map(|call| (call.shown, call.length))
        .collect();
    assert_eq!(shown, [(10, 10), (250, 500), (90, 90), (250, 2_000)]);
    let text = result.assistant_facing();
    assert!(text.contains("250 characters are left out"), "{text}");
    assert!(
        text.contains("1750 characters are left out here. Call t by itself"),
        "{text}"
    );
}

proptest! {
    #[test]
    fn the_text_of_a_batch_is_bounded(
        lengths in prop::collection::vec(0_usize..5_000, 1..40),
        each in 1_usize..3_000,
        total in 1_usize..20_000,
    ) {
        let count = lengths.len();
        let slow = Slow { lengths: lengths.clone(), ..Slow::default() };
        let limits = BatchLimits { calls: 40, each, total, ..BatchLimits::default() };
        let result = run(Batch::new(slow, limits), calls(count));
        let text = result.assistant_facing();
        let shown = text.matches('ä').count();
        prop_assert!(shown <= total);
        prop_assert!(metadata(&result).calls.iter().all(|call| call.shown as usize <= each));
        prop_assert!(text.chars().count() <= total + 200 * (count + 1));
        // A result that fits is not cut.
        if lengths.iter().sum::<usize>() <= total && lengths.iter().all(|length| *length <= each) {
            prop_assert_eq!(shown, lengths.iter().sum::<usize>());
        }
    }
}

fn execution(id: &str, started_at: Option<f64>, progress: Option<Value>) -> RunningExecution {
    RunningExecution {
        execution_id: id.to_owned(),
        tool_call_id: format!("of {id}"),
        tool_name: "search".to_owned(),
        status: "executing".to_owned(),
        started_at,
        progress,
    }
}

fn view(running: Vec<RunningExecution>, background: Vec<BackgroundRun>) -> RunResult {
    let state = MemoryState {
        running,
        ..MemoryState::default()
    };
    let watch = MemoryWatch {
        now: 10_000.0,
        background,
    };
    run_with(
        ViewBackgroundProcesses::new(watch),
        json!({}),
        Rc::new(state),
    )
}

#[test]
fn processes_are_listed_oldest_first_without_the_list_itself() {
    let build = BackgroundRun {
        id: "bash-1".to_owned(),
        tool_name: "bash".to_owned(),
        description: "npm run build".to_owned(),
        status: "running".to_owned(),
        started_at: 4_000.0,
        ended_at: None,
        progress: Some(json!("line 1\nline 2")),
        output: String::new(),
    };
    let ended = BackgroundRun {
        id: "bash-0".to_owned(),
        status: "exited (1)".to_owned(),
        started_at: 1_000.0,
        ended_at: Some(1_500.0),
        progress: None,
        output: "ä".repeat(2_000) + "\nNo.\n",
        ..build.clone()
    };
    let result = view(
        vec![
            execution("waits", None, None),
            execution("call-1", Some(9_999.0), None),
            execution("young", Some(8_500.0), Some(json!({ "done": 3 }))),
        ],
        vec![ended, build],
    );
    assert_eq!(
        result.assistant_facing(),
        format!(
            "4 processes, the oldest first:\n\
         - bash (bash-0): exited (1), for 0.5 s; npm run build\n  printed last:\n    {}\n    No.\n\
         - bash (bash-1): running, for 6.0 s; npm run build; reported last: line 1 line 2\n\
         - search (young): executing, for 1.5 s; reported last: {{\"done\":3}}\n\
         - search (waits): executing",
            "ä".repeat(996)
        )
    );
    assert_eq!(
        view(vec![], vec![]).assistant_facing(),
        "Nothing else runs."
    );
}

#[test]
fn a_long_list_is_cut_with_a_note() {
    let many = (0..1_000).map(|at| {
        let id = "i".repeat(5_000) + &at.to_string();
        execution(&id, Some(f64::from(at)), Some(json!("p".repeat(100_000))))
    });
    let result = view(many.collect(), vec![]);
    let text = result.assistant_facing();
    assert!(text.starts_with("1000 processes, "), "{}", &text[..100]);
    assert!(text.ends_with("[900 more are left out: those that started last.]"));
    assert!(text.len() < 100_000, "{}", text.len());
    let kept: ViewBackgroundProcessesMetadata = result.structured_data("").metadata_as().unwrap();
    assert_eq!((kept.processes.len(), kept.omitted), (100, 900));
}
