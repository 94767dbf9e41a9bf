use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use ag_ui_lit::error::ToolErrorCategory as Category;
use ag_ui_lit::tool::{
    AnyTool, MemoryState, RunResult, StructuredToolResult, ToolContext, run_tool,
};
use ag_ui_lit_toolbox::agents::{
    AgentOffer, CallState, Image, ImageLimits, ImageRecognition, ImageRecognitionMetadata,
    MadeCall, MediaType, MemoryAgents, MemoryImages, Outcome, ProgressLog, Report, Step, Subagent,
    SubagentMetadata, Thinking,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn run(tool: impl AnyTool + 'static, arguments: Value) -> RunResult {
    let name = tool.name().to_owned();
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(tool)];
    let context = ToolContext::of_call(&name, "call-1", Rc::new(MemoryState::default()));
    futures_executor::block_on(run_tool(&tools, &context, arguments))
}

#[test]
fn a_thought_is_acknowledged() {
    let result = run(Thinking, json!({ "thought": "First the list." }));
    assert!(!result.is_error(), "{}", result.assistant_facing());
}

fn report(outcome: Outcome, answer: &str) -> Report {
    Report {
        outcome,
        thread_id: "thread-1".to_owned(),
        rounds: 2,
        answer: answer.to_owned(),
        calls: vec![],
        call_count: 0,
    }
}

fn subagent(report: Report) -> Subagent<MemoryAgents> {
    let offer = AgentOffer {
        name: "researcher".to_owned(),
        description: "Finds things out.".to_owned(),
        tools: vec!["search".to_owned(), "read".to_owned()],
    };
    let agents = MemoryAgents {
        offers: vec![offer],
        reports: BTreeMap::from([("researcher".to_owned(), report)]),
        steps: BTreeMap::new(),
    };
    Subagent::new(agents, 20)
}

fn request() -> Value {
    json!({ "agent": "researcher", "task": "Find it." })
}

#[test]
fn a_subagent_s_answer_is_the_result_and_its_work_the_metadata() {
    let result = run(
        subagent(report(Outcome::Finished, "It is blue.")),
        request(),
    );
    assert_eq!(result.assistant_facing(), "It is blue.");
    let kept: SubagentMetadata = result.structured_data("").metadata_as().unwrap();
    assert_eq!((kept.thread_id.as_str(), kept.rounds), ("thread-1", 2));
    assert!(!kept.truncated);
}

#[test]
fn a_long_answer_is_cut_at_a_whole_character_with_a_note() {
    let answer = "ä😀".repeat(15);
    let result = run(subagent(report(Outcome::Finished, &answer)), request());
    let text = result.assistant_facing();
    assert!(text.starts_with(&"ä😀".repeat(10)), "{text}");
    assert!(text.contains("10 characters are left out"), "{text}");
    let kept: SubagentMetadata = result.structured_data("").metadata_as().unwrap();
    assert!(kept.truncated);
}

#[test]
fn an_empty_answer_of_an_agent_is_reported() {
    let result = run(subagent(report(Outcome::Finished, " \n")), request());
    assert_eq!(
        result.assistant_facing(),
        "The agent \"researcher\" has finished without an answer."
    );
}

#[test]
fn each_failure_has_its_category_and_keeps_the_finished_calls() {
    let failed = |code: &str, status| Outcome::Failed {
        code: code.to_owned(),
        message: "Because.".to_owned(),
        status,
    };
    let asks = |reason: &str| Outcome::Interrupted {
        reason: reason.to_owned(),
    };
    let cases = [
        (
            failed("network", None),
            Category::Transient,
            "subagent_network",
        ),
        (
            failed("truncated", None),
            Category::Transient,
            "subagent_truncated",
        ),
        (
            failed("http", Some(503)),
            Category::Transient,
            "subagent_http",
        ),
        (
            failed("http", Some(429)),
            Category::Transient,
            "subagent_http",
        ),
        (
            failed("http", Some(404)),
            Category::Permanent,
            "subagent_http",
        ),
        (failed("http", None), Category::Permanent, "subagent_http"),
        (
            failed("protocol", None),
            Category::Permanent,
            "subagent_protocol",
        ),
        (
            failed("max_rounds", None),
            Category::Permanent,
            "subagent_max_rounds",
        ),
        (failed("limit", None), Category::Permanent, "subagent_limit"),
        (
            failed("backend", None),
            Category::Execution,
            "subagent_backend",
        ),
        (Outcome::Aborted, Category::Cancelled, "subagent_aborted"),
        (
            Outcome::TimedOut { timeout: 50.0 },
            Category::Timeout,
            "subagent_timeout",
        ),
        (asks("Which?"), Category::Permanent, "subagent_interrupted"),
        (asks(""), Category::Permanent, "subagent_interrupted"),
    ];
    for (outcome, category, code) in cases {
        let result = run(subagent(report(outcome.clone(), "So far this.")), request());
        let failure = result.outcome.clone().unwrap_err();
        assert_eq!(failure.category, Some(category), "{outcome:?}");
        assert_eq!(failure.code.as_deref(), Some(code));
        assert!(failure.message.starts_with("The agent \"researcher\" "));
        assert!(failure.message.ends_with("So far this."), "{failure}");
        let kept: SubagentMetadata = result.structured_data("").metadata_as().unwrap();
        assert_eq!(kept.rounds, 2);
    }
}

#[test]
fn impossible_tasks_are_refused_with_the_possible_ones() {
    let refused = |arguments: Value| {
        let result = run(subagent(report(Outcome::Finished, "")), arguments);
        let failure = result.outcome.unwrap_err();
        let places: Vec<_> = failure.issues.iter().map(|it| it.path.join(".")).collect();
        (places, failure.message)
    };
    let (places, message) = refused(json!({ "agent": "unknown", "task": " " }));
    assert_eq!(places, ["agent", "task"]);
    assert!(
        message.contains("researcher (Finds things out.)"),
        "{message}"
    );
    let (places, message) =
        refused(json!({ "agent": "researcher", "task": "x", "tools": ["read", "pay"] }));
    assert_eq!(places, ["tools.1"]);
    assert!(message.contains("it may use: search, read"), "{message}");
    let (places, _) = refused(json!({ "agent": "researcher", "task": "x".repeat(100_001) }));
    assert_eq!(places, ["task"]);
    // A very long name is not quoted in full.
    let (_, message) = refused(json!({ "agent": "n".repeat(1_000_000), "task": "x" }));
    assert!(message.len() < 1_000, "{}", message.len());
}

#[test]
fn the_metadata_of_its_calls_is_bounded() {
    let call = |metadata: Value| MadeCall {
        tool_call_id: "c1".to_owned(),
        result: StructuredToolResult {
            tool_name: "search".to_owned(),
            success: true,
            error: None,
            metadata: Some(metadata),
            timestamp: "1970-01-01T00:00:00Z".to_owned(),
        },
    };
    let made = Report {
        calls: vec![call(json!({ "hits": 3 })), call(json!("x".repeat(20_000)))],
        call_count: 2,
        ..report(Outcome::Finished, "Done.")
    };
    let result = run(subagent(made), request());
    let kept: SubagentMetadata = result.structured_data("").metadata_as().unwrap();
    assert_eq!(kept.calls[0].result.metadata, Some(json!({ "hits": 3 })));
    assert_eq!(
        kept.calls[1].result.metadata,
        Some(json!("[20002 bytes of JSON are left out here.]"))
    );
}

#[test]
fn text_is_reported_in_batches_and_calls_at_once() {
    let mut log = ProgressLog::new("researcher");
    let say = |delta: &str| Step::Text {
        delta: delta.to_owned(),
    };
    assert_eq!(log.take(Step::Round).unwrap().round, 1);
    assert_eq!(log.take(say("I look ")), None);
    assert_eq!(log.take(say("for it.")), None);
    let begun = log.take(Step::CallBegan {
        tool_call_id: "c1".to_owned(),
        tool_name: "search".to_owned(),
    });
    let begun = begun.unwrap();
    assert_eq!(begun.text, "I look for it.");
    assert_eq!(begun.calls[0].state, CallState::Running);
    let ended = |id: &str| Step::CallEnded {
        tool_call_id: id.to_owned(),
        success: false,
    };
    assert_eq!(log.take(ended("c2")), None);
    assert_eq!(
        log.take(ended("c1")).unwrap().calls[0].state,
        CallState::Failed
    );
    assert_eq!(log.take(ended("c1")), None, "an end is reported once");
    let round = log.take(Step::Round).unwrap();
    assert_eq!((round.round, round.text.as_str()), (2, ""));
    assert!(log.take(say(&"ä".repeat(200))).is_some());
}

proptest! {
    #[test]
    fn progress_is_bounded_for_any_text(deltas in prop::collection::vec(".{0,300}", 0..60)) {
        let mut log = ProgressLog::new("a");
        let total: usize = deltas.iter().map(|delta| delta.chars().count()).sum();
        let mut reports = 0;
        for delta in &deltas {
            if let Some(progress) = log.take(Step::Text { delta: delta.clone() }) {
                reports += 1;
                prop_assert!(progress.text.chars().count() <= 2_000);
                prop_assert!(deltas.concat().contains(&progress.text));
            }
            log.take(Step::CallBegan { tool_call_id: delta.clone(), tool_name: delta.clone() });
        }
        prop_assert!(reports <= total / 160 + deltas.len());
    }
}

/// The smallest PNG with a size.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

fn look(bytes: Vec<u8>, answer: &str, name: &str) -> RunResult {
    let images = MemoryImages {
        files: BTreeMap::from([("photo.jpg".to_owned(), bytes)]),
        answer: answer.to_owned(),
    };
    let limits = ImageLimits {
        bytes: 1_000,
        pixels: 10_000,
    };
    let arguments = json!({ "from": "file", "image": name, "question": "What is it?" });
    run(ImageRecognition::new(images, limits), arguments)
}

#[test]
fn the_type_of_an_image_is_found_by_its_bytes() {
    let result = look(png(20, 10), "A cat.", "photo.jpg");
    assert_eq!(result.assistant_facing(), "A cat.");
    let kept: ImageRecognitionMetadata = result.structured_data("").metadata_as().unwrap();
    assert_eq!(kept.media_type, "image/png");
    assert_eq!((kept.width, kept.height, kept.bytes), (20, 10, 33));
}

#[test]
fn invalid_and_too_large_images_are_refused_with_a_reason() {
    let refusal = |bytes: Vec<u8>| {
        let failure = look(bytes, "A cat.", "photo.jpg").outcome.unwrap_err();
        assert_eq!(failure.category, Some(Category::Permanent));
        failure.message
    };
    assert!(refusal(Vec::new()).contains("is empty"));
    assert!(refusal(b"hello".to_vec()).contains("PNG, JPEG, GIF and WebP"));
    assert!(refusal(b"<?xml version='1.0'?><SVG></SVG>".to_vec()).contains("is an SVG"));
    assert!(refusal(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()).contains("is broken"));
    assert!(refusal(png(0, 10)).contains("is broken"));
    assert!(refusal(png(200, 100)).contains("200 × 100 pixels; at most 10000"));
    assert!(refusal(png(u32::MAX, u32::MAX)).contains("at most 10000"));
    assert!(refusal(vec![0; 1_001]).contains("more than 1000 bytes"));
}

#[test]
fn invalid_arguments_about_images_are_refused_with_valid_ones() {
    let images = MemoryImages::default();
    let tool = ImageRecognition::new(images, ImageLimits::default());
    let arguments = json!({ "from": "url", "image": " ", "question": "" });
    let failure = run(tool, arguments).outcome.unwrap_err();
    let places: Vec<_> = failure.issues.iter().map(|it| it.path.join(".")).collect();
    assert_eq!(places, ["from", "image", "question"]);
    assert!(failure.message.contains("only from: file"), "{failure}");
}

#[test]
fn an_empty_answer_about_an_image_is_a_failure_and_a_long_one_is_cut() {
    assert!(look(png(1, 1), "\n", "photo.jpg").is_error());
    assert!(look(png(1, 1), "A cat.", "none.png").is_error());
    let result = look(png(1, 1), &"x".repeat(16_385), "photo.jpg");
    assert!(
        result
            .assistant_facing()
            .contains("1 characters are left out")
    );
}

proptest! {
    #[test]
    fn any_bytes_are_survived(
        start in prop::sample::select(vec![
            &b""[..], b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"RIFF\0\0\0\0WEBPVP8 ", b"RIFF\0\0\0\0WEBPVP8X", b"RIFF\0\0\0\0WEBPVP8L",
        ]),
        rest in prop::collection::vec(any::<u8>(), 0..400),
    ) {
        let bytes = [start, &rest].concat();
        let kind = MediaType::of(&bytes);
        if let Ok(image) = Image::of(bytes, "x", ImageLimits::default()) {
            prop_assert_eq!(Some(image.media_type), kind);
            prop_assert!(image.width.saturating_mul(image.height) <= 50_000_000);
        }
    }
}

#[test]
fn steps_reach_the_page_as_progress() {
    let mut agents = MemoryAgents {
        offers: vec![AgentOffer {
            name: "a".to_owned(),
            description: String::new(),
            tools: vec![],
        }],
        ..MemoryAgents::default()
    };
    agents
        .steps
        .insert("a".to_owned(), vec![Step::Round, Step::Round]);
    let tool = Subagent::new(agents, 100);
    let reports = Rc::new(RefCell::new(Vec::new()));
    let log = Rc::clone(&reports);
    let plain = ToolContext::of_call("subagent", "c", Rc::new(MemoryState::default()));
    let context = ToolContext::new(
        plain.info().clone(),
        plain.shared_state(),
        plain.abort().clone(),
        Rc::new(move |progress| log.borrow_mut().push(progress)),
    );
    let run = AnyTool::execute(&tool, json!({ "agent": "a", "task": "x" }), &context);
    let failure = futures_executor::block_on(run).unwrap_err();
    assert_eq!(failure.message, "Nobody is there.");
    let rounds: Vec<_> = reports
        .borrow()
        .iter()
        .map(|it| it["round"].clone())
        .collect();
    assert_eq!(rounds, [json!(1), json!(2)]);
}
