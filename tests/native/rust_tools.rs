//! Tools written in Rust under `cargo test`: the path of a call, messages about faulty arguments, results for model and
//! telemetry.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use ag_ui_lit::error::ToolErrorCategory;
use ag_ui_lit::policy::{
    CacheConfig, CircuitOverride, Jitter, OnLimit, RateLimitConfig, RetryConfig, RetryOverrides,
};
use ag_ui_lit::tool::{
    AbortFlag, AnyTool, Approval, Attribute, CallInfo, Dedupe, Definition, FileAccessTracker,
    FileVersion, McpTool, MemoryState, PageState, Preview, ResultMetadata, RunResult,
    RunningExecution, State, StructuredToolResult, Tool, ToolContext, ToolFailure, ToolMetadata,
    ToolOutput, ToolResult, bounded_json, parameters_of, run_tool,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The destination of a parcel.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct SendParcel {
    /// The recipient.
    to: Address,
    /// The contents.
    items: Vec<Item>,
    /// The speed of the delivery.
    #[serde(default)]
    speed: Speed,
    note: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Address {
    city: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Item {
    name: String,
    count: std::num::NonZeroU32,
}

#[derive(Debug, Default, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Speed {
    #[default]
    Normal,
    Express,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Parcel {
    city: String,
    pieces: u32,
}

impl ResultMetadata for Parcel {
    const TOOL_TYPE: Option<&'static str> = Some("send_parcel");
}

/// Records the order in which its methods are called.
#[derive(Default)]
struct Parcels {
    asked: Rc<RefCell<Vec<&'static str>>>,
}

impl Parcels {
    fn note(&self, what: &'static str) {
        self.asked.borrow_mut().push(what);
    }
}

impl Tool for Parcels {
    type Arguments = SendParcel;
    type Metadata = Parcel;

    fn name(&self) -> &'static str {
        "send_parcel"
    }

    fn description(&self) -> &'static str {
        "Sends a parcel."
    }

    fn metadata(&self) -> ToolMetadata {
        ToolMetadata {
            approval: Some(Approval::Always),
            idempotent: Some(false),
            timeout: Some(5_000.0),
            ..ToolMetadata::default()
        }
    }

    async fn validate(&self, arguments: &SendParcel, state: &dyn State) -> Result<(), ToolFailure> {
        self.note("validate");
        let config = state.config();
        let cities = config["cities"].as_array().into_iter().flatten();
        let known: Vec<_> = cities.filter_map(Value::as_str).collect();
        if known.contains(&arguments.to.city.as_str()) {
            return Ok(());
        }
        Err(ToolFailure::new(format!(
            "No parcels go to {}. They go to: {}.",
            arguments.to.city,
            known.join(", ")
        )))
    }

    async fn preview(&self, arguments: &SendParcel, _state: &dyn State) -> Option<Preview> {
        let text = format!("{} things to {}", arguments.items.len(), arguments.to.city);
        Some(Preview::Text { text })
    }

    async fn execute(&self, arguments: SendParcel, context: &ToolContext) -> ToolResult<Parcel> {
        self.note("execute");
        let mut pieces = 0;
        for item in &arguments.items {
            if context.is_aborted() {
                return Err(ToolFailure::new("Given up.").category(ToolErrorCategory::Cancelled));
            }
            if item.name == "bomb" {
                return Err(
                    ToolFailure::permanent("Bombs are not sent. Send something else.")
                        .code("refused")
                        .metadata(&json!({ "item": item.name })),
                );
            }
            pieces += item.count.get();
            context.report_progress(json!({ "packed": pieces }));
        }
        let speed = format!("{:?}", arguments.speed).to_lowercase();
        let note = arguments.note.unwrap_or_default();
        let text = format!(
            "{pieces} pieces go to {} ({speed}). {note}",
            arguments.to.city
        );
        let city = arguments.to.city;
        Ok(ToolOutput::new(text.trim_end()).with(Parcel { city, pieces }))
    }

    fn tracing_attributes(&self, arguments: &SendParcel) -> Vec<Attribute> {
        let names = arguments.items.iter().map(|item| item.name.clone());
        vec![
            Attribute::new("parcel.city", arguments.to.city.as_str()),
            Attribute::new("parcel.items", names.collect::<Vec<_>>()),
            Attribute::new("parcel.express", matches!(arguments.speed, Speed::Express)),
        ]
    }
}

/// The output of a future that does not wait.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

fn state() -> Rc<MemoryState> {
    Rc::new(MemoryState {
        config: json!({ "cities": ["Oslo", "Rome"] }),
        ..MemoryState::default()
    })
}

fn run(name: &str, arguments: Value) -> RunResult {
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(Parcels::default())];
    let context = ToolContext::of_call(name, "call-1", state());
    now(run_tool(&tools, &context, arguments))
}

fn failure(arguments: Value) -> ToolFailure {
    run("send_parcel", arguments).outcome.unwrap_err()
}

fn books() -> Value {
    json!({ "to": { "city": "Oslo" }, "items": [{ "name": "book", "count": 3 }] })
}

#[test]
fn a_call_is_found_read_checked_and_executed_in_this_order() {
    let tool = Parcels::default();
    let asked = Rc::clone(&tool.asked);
    let tools: Vec<Rc<dyn AnyTool>> = vec![Rc::new(tool)];
    let context = ToolContext::of_call("send_parcel", "call-1", state());
    let result = now(run_tool(&tools, &context, books()));
    assert_eq!(*asked.borrow(), ["validate", "execute"]);
    assert!(!result.is_error());
    assert_eq!(result.assistant_facing(), "3 pieces go to Oslo (normal).");

    asked.borrow_mut().clear();
    now(run_tool(&tools, &context, json!({ "to": 1 })));
    assert!(
        asked.borrow().is_empty(),
        "what can't be read is not checked"
    );

    let mut elsewhere = books();
    elsewhere["to"]["city"] = json!("Atlantis");
    let result = now(run_tool(&tools, &context, elsewhere));
    assert_eq!(
        *asked.borrow(),
        ["validate"],
        "what is refused is not executed"
    );
    let refusal = "Error: No parcels go to Atlantis. They go to: Oslo, Rome.";
    assert_eq!(result.assistant_facing(), refusal);
    let category = result.outcome.unwrap_err().category;
    assert_eq!(category, Some(ToolErrorCategory::Validation));
}

#[test]
fn an_unknown_tool_is_an_error_that_names_the_known_ones() {
    let result = run("send_letter", books());
    assert_eq!(
        result.assistant_facing(),
        "Error: There is no tool \"send_letter\". There are: send_parcel."
    );
    let failure = result.outcome.as_ref().unwrap_err();
    assert_eq!(failure.code.as_deref(), Some("tool_not_found"));
    assert_eq!(failure.category, Some(ToolErrorCategory::Permanent));
    let context = ToolContext::of_call("x", "1", state());
    let alone = now(run_tool(&[], &context, json!({})));
    assert_eq!(
        alone.assistant_facing(),
        "Error: There is no tool \"x\". There are no tools."
    );
}

#[test]
fn a_fault_of_the_arguments_is_reported_with_its_place() {
    type Case = (fn(&mut Value), &'static [&'static str], &'static str);

    let given = |change: fn(&mut Value)| {
        let mut arguments = books();
        change(&mut arguments);
        failure(arguments)
    };
    let cases: [Case; 8] = [
        (
            |given| given["to"]["city"] = json!(7),
            &["to", "city"],
            "invalid type: integer `7`, expected a string",
        ),
        (
            |given| given["items"][0]["count"] = json!(0),
            &["items", "0", "count"],
            "expected a nonzero u32",
        ),
        (
            |given| given["items"][0]["count"] = json!(1.5),
            &["items", "0", "count"],
            "floating point `1.5`",
        ),
        (
            |given| given["items"] = json!("book"),
            &["items"],
            "expected a sequence",
        ),
        (
            |given| given["speed"] = json!("warp"),
            &["speed"],
            "unknown variant `warp`, expected `normal` or `express`",
        ),
        (
            |given| given["to"]["street"] = json!("Main"),
            &["to", "street"],
            "unknown field `street`, expected `city`",
        ),
        (
            |given| given["to"] = json!({}),
            &["to"],
            "missing field `city`",
        ),
        (|given| *given = Value::Null, &[], "missing field `to`"),
    ];
    for (change, path, message) in cases {
        let failure = given(change);
        let [issue] = &failure.issues[..] else {
            panic!("{failure:?}")
        };
        assert_eq!(issue.path, path, "{failure}");
        assert!(issue.message.contains(message), "{failure}");
        assert!(failure.message.ends_with(&issue.message), "{failure}");
        assert!(failure.message.starts_with(&path.join(".")), "{failure}");
        assert_eq!(failure.category, Some(ToolErrorCategory::Validation));
    }
}

#[test]
fn arguments_that_are_not_an_object_are_refused() {
    for arguments in [json!("text"), json!(1), json!(true)] {
        let failure = failure(arguments);
        assert!(
            failure.message.contains("expected struct SendParcel"),
            "{failure}"
        );
    }
}

#[test]
fn the_schema_matches_the_rules_of_reading() {
    let schema = parameters_of::<SendParcel>();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["required"], json!(["to", "items"]));
    assert_eq!(schema["properties"]["speed"]["default"], "normal");
    assert_eq!(
        schema["properties"]["speed"]["enum"],
        json!(["normal", "express"])
    );
    assert_eq!(
        schema["properties"]["to"]["properties"]["city"]["type"],
        "string"
    );
    assert_eq!(
        schema["properties"]["items"]["items"]["properties"]["count"]["minimum"],
        1
    );
    assert_eq!(
        schema["properties"]["speed"]["description"],
        "The speed of the delivery."
    );
    for absent in ["title", "$schema", "$defs", "description"] {
        assert!(schema.get(absent).is_none(), "{absent}");
    }
    let count = &schema["properties"]["items"]["items"]["properties"]["count"];
    assert!(count.get("format").is_none(), "{count}");
    let note = &schema["properties"]["note"];
    assert!(note.is_object() && note.get("default").is_none(), "{note}");
}

#[test]
fn absent_members_have_their_defaults() {
    let mut arguments = books();
    let normal = run("send_parcel", arguments.clone());
    assert!(normal.assistant_facing().contains("(normal)"));
    arguments["speed"] = json!("express");
    arguments["note"] = json!("Mind the step.");
    let express = run("send_parcel", arguments);
    assert_eq!(
        express.assistant_facing(),
        "3 pieces go to Oslo (express). Mind the step."
    );
}

#[test]
fn both_faces_of_a_success() {
    let result = run("send_parcel", books());
    let structured = result.structured_data("2026-11-28T19:00:00Z");
    assert_eq!(
        serde_json::to_value(&structured).unwrap(),
        json!({
            "toolName": "send_parcel",
            "success": true,
            "metadata": { "city": "Oslo", "pieces": 3 },
            "timestamp": "2026-11-28T19:00:00Z",
        })
    );
    let city = "Oslo".to_owned();
    assert_eq!(structured.metadata_as(), Some(Parcel { city, pieces: 3 }));
}

#[test]
fn both_faces_of_a_failure() {
    let mut arguments = books();
    arguments["items"][0]["name"] = json!("bomb");
    let result = run("send_parcel", arguments);
    assert!(result.is_error());
    assert_eq!(
        result.assistant_facing(),
        "Error: Bombs are not sent. Send something else."
    );
    let structured = result.structured_data("2026-11-28T19:00:00Z");
    assert_eq!(
        serde_json::to_value(&structured).unwrap(),
        json!({
            "toolName": "send_parcel",
            "success": false,
            "error": "Bombs are not sent. Send something else.",
            "metadata": { "item": "bomb" },
            "timestamp": "2026-11-28T19:00:00Z",
        })
    );
}

#[test]
fn metadata_is_only_read_as_the_type_of_its_own_tool() {
    #[derive(Deserialize, Serialize)]
    struct Other {
        city: String,
    }
    impl ResultMetadata for Other {
        const TOOL_TYPE: Option<&'static str> = Some("other");
    }
    let stored = r#"{ "toolName": "send_parcel", "success": true, "timestamp": "2026-11-28T19:00:00Z",
                      "metadata": { "city": "Rome", "pieces": 1 } }"#;
    let stored: StructuredToolResult = serde_json::from_str(stored).unwrap();
    assert_eq!(stored.metadata_as::<Parcel>().unwrap().city, "Rome");
    assert!(stored.metadata_as::<Other>().is_none());
    // As stored by an older version of the tool.
    let older = StructuredToolResult {
        metadata: Some(json!({ "city": "Rome" })),
        ..stored.clone()
    };
    assert!(older.metadata_as::<Parcel>().is_none());
    let without = StructuredToolResult {
        metadata: None,
        ..stored
    };
    assert!(without.metadata_as::<Parcel>().is_none());
}

#[test]
fn a_call_whose_metadata_can_not_be_written_is_still_a_success() {
    #[derive(Serialize)]
    struct Keyed(BTreeMap<(u8, u8), u8>);
    impl ResultMetadata for Keyed {
        const TOOL_TYPE: Option<&'static str> = Some("keyed");
    }
    #[derive(Deserialize, JsonSchema)]
    struct Nothing {}
    struct Keys;
    impl Tool for Keys {
        type Arguments = Nothing;
        type Metadata = Keyed;
        fn name(&self) -> &'static str {
            "keyed"
        }
        fn description(&self) -> &'static str {
            "Has keys that are no texts."
        }
        async fn execute(&self, _: Nothing, _: &ToolContext) -> ToolResult<Keyed> {
            Ok(ToolOutput::new("Done.").with(Keyed([((1, 2), 3)].into())))
        }
    }
    let context = ToolContext::of_call("keyed", "1", state());
    let result = now(run_tool(&[Rc::new(Keys)], &context, json!({})));
    assert_eq!(result.assistant_facing(), "Done.");
    let output = result.outcome.as_ref().unwrap();
    assert!(output.metadata().is_none());
    assert!(output.metadata_fault().unwrap().contains("key"));
    assert!(result.structured_data("").metadata.is_none());
}

#[test]
fn a_trace_has_the_tools_attributes_of_readable_arguments() {
    let tool = Parcels::default();
    let attributes = AnyTool::tracing_attributes(&tool, books());
    let written = serde_json::to_value(attributes).unwrap();
    assert_eq!(
        written,
        json!([
            { "key": "parcel.city", "value": "Oslo" },
            { "key": "parcel.items", "value": ["book"] },
            { "key": "parcel.express", "value": false },
        ])
    );
    assert!(AnyTool::tracing_attributes(&tool, json!({ "to": 1 })).is_empty());
    let numbers = [Attribute::new("a", 2_u32), Attribute::new("b", 0.5)];
    let written = serde_json::to_value(numbers).unwrap();
    assert_eq!(
        written,
        json!([{ "key": "a", "value": 2.0 }, { "key": "b", "value": 0.5 }])
    );
}

#[test]
fn a_person_sees_the_effect_of_a_call() {
    let tool = Parcels::default();
    let state = state();
    let shown = now(AnyTool::preview(&tool, books(), &*state)).unwrap();
    let written = serde_json::to_value(&shown).unwrap();
    assert_eq!(
        written,
        json!({ "kind": "text", "text": "1 things to Oslo" })
    );
    assert!(now(AnyTool::preview(&tool, json!({}), &*state)).is_none());
}

#[test]
fn work_that_checks_for_an_abort_stops_and_reports_progress() {
    let flag = AbortFlag::default();
    let reported = Rc::new(RefCell::new(Vec::new()));
    let (log, given_up) = (Rc::clone(&reported), flag.clone());
    let report = move |progress: Value| {
        log.borrow_mut().push(progress);
        given_up.set();
    };
    let info = ToolContext::of_call("send_parcel", "call-1", state());
    let context = ToolContext::new(info.info().clone(), state(), flag, Rc::new(report));
    let mut arguments = books();
    arguments["items"] = json!([{ "name": "a", "count": 1 }, { "name": "b", "count": 1 }]);
    let result = now(run_tool(
        &[Rc::new(Parcels::default())],
        &context,
        arguments,
    ));
    assert_eq!(*reported.borrow(), [json!({ "packed": 1 })]);
    let category = result.outcome.unwrap_err().category;
    assert_eq!(category, Some(ToolErrorCategory::Cancelled));
    assert!(context.is_aborted());
    assert!(context.abort().is_set());
}

#[test]
fn the_context_of_a_test_has_a_single_attempt() {
    let context = ToolContext::of_call("x", "call-7", state());
    let expected = CallInfo {
        execution_id: "call-7".to_owned(),
        tool_call_id: "call-7".to_owned(),
        tool_name: "x".to_owned(),
        idempotency_key: "call-7".to_owned(),
        attempt: 1,
        max_attempts: 1,
        deadline: None,
    };
    assert_eq!(*context.info(), expected);
    context.report_progress("without a listener");
    assert_eq!(context.shared_state().config(), context.state().config());
}

#[test]
fn a_state_in_memory_is_empty_by_default() {
    let empty = MemoryState::default();
    assert!(empty.tools().is_empty() && empty.running().is_empty() && empty.mcp_tools().is_empty());
    assert!(empty.page().is_none() && empty.config().is_null());

    let running = json!({ "executionId": "e", "toolCallId": "c", "toolName": "send_parcel", "status": "executing" });
    let state = MemoryState {
        tools: vec![Rc::new(Parcels::default())],
        running: vec![serde_json::from_value(running).unwrap()],
        page: Some(PageState {
            url: "https://shop.example".to_owned(),
            title: "Shop".to_owned(),
        }),
        mcp_tools: vec![McpTool {
            server: "files".to_owned(),
            name: "files_read".to_owned(),
        }],
        ..MemoryState::default()
    };
    assert_eq!(state.tools()[0].name, "send_parcel");
    assert_eq!(state.running()[0].started_at, None);
    assert_eq!(state.page().unwrap().title, "Shop");
    assert_eq!(state.mcp_tools()[0].server, "files");
}

#[test]
fn accessed_files_are_remembered_with_their_versions() {
    let seen = FileAccessTracker::default();
    let version = FileVersion {
        last_modified: 1.0,
        size: 2.0,
        hash: 3,
    };
    assert_eq!(seen.last_seen("b.txt"), None);
    seen.record("b.txt", version);
    seen.record("a.txt", FileVersion { hash: 4, ..version });
    assert_eq!(seen.last_seen("b.txt"), Some(version));
    assert_eq!(seen.paths(), ["a.txt", "b.txt"]);
    seen.record(
        "b.txt",
        FileVersion {
            size: 9.0,
            ..version
        },
    );
    assert_eq!(seen.last_seen("b.txt").unwrap().size, 9.0);
    seen.forget("b.txt");
    seen.forget("never.txt");
    assert_eq!(seen.paths(), ["a.txt"]);
}

#[test]
fn a_failure_ignores_invalid_times() {
    for (given, kept) in [
        (0.0, Some(0.0)),
        (1.5, Some(1.5)),
        (-1.0, None),
        (f64::NAN, None),
        (f64::INFINITY, None),
    ] {
        let failure = ToolFailure::transient("Busy.").retry_after(given);
        assert_eq!(failure.retry_after, kept, "{given}");
    }
    let failure = ToolFailure::new("No.")
        .retryable(true)
        .metadata(&BTreeMap::from([((1, 2), 3)]));
    assert_eq!(failure.retryable, Some(true));
    assert!(
        failure.metadata.is_none(),
        "details that can't be serialized are left out"
    );
    assert_eq!(failure.to_string(), "No.");
}

#[test]
fn a_value_of_unknown_shape_is_read_no_deeper_than_arguments() {
    let nested = |depth: usize| {
        let value = (0..depth).fold(json!(1), |value, _| json!([value]));
        bounded_json(value).map_err(|error| error.to_string())
    };
    assert!(nested(512).is_ok());
    let fault = nested(513).unwrap_err();
    assert!(fault.contains("more than 512 levels deep"), "{fault}");
    let value = json!({ "__proto__": { "a": [null, true, -1, 1.5, u64::MAX, "ü"] } });
    assert_eq!(bounded_json(&value).unwrap(), value);
    assert_eq!(bounded_json(value.clone()).unwrap(), value);
    let reported = json!({ "executionId": "e", "toolCallId": "c", "toolName": "t", "status": "executing",
                           "startedAt": 5.0, "progress": { "done": [1] } });
    let running: RunningExecution = serde_json::from_value(reported).unwrap();
    assert_eq!(running.progress, Some(json!({ "done": [1] })));
}

#[test]
fn any_tool_exposes_the_facts_of_its_tool() {
    struct Named;
    impl Tool for Named {
        type Arguments = SendParcel;
        type Metadata = Parcel;
        fn name(&self) -> &'static str {
            "send"
        }
        fn id(&self) -> Option<&str> {
            Some("parcels::send")
        }
        fn description(&self) -> &'static str {
            "Sends."
        }
        async fn execute(&self, _: SendParcel, _: &ToolContext) -> ToolResult<Parcel> {
            Err(ToolFailure::new("It sends nothing."))
        }
    }
    let tools: [&dyn AnyTool; 2] = [&Named, &Parcels::default()];
    assert_eq!(tools.map(AnyTool::name), ["send", "send_parcel"]);
    assert_eq!(tools.map(AnyTool::id), [Some("parcels::send"), None]);
    assert_eq!(
        tools.map(AnyTool::description),
        ["Sends.", "Sends a parcel."]
    );
    assert_eq!(tools[0].parameters(), parameters_of::<SendParcel>());
    assert_eq!(tools[0].metadata_type(), Some("send_parcel"));
    assert_eq!(tools[0].metadata().timeout, None);
    let metadata = tools[1].metadata();
    assert_eq!(metadata.timeout, Some(5_000.0));
    assert_eq!(metadata.idempotent, Some(false));
}

#[test]
fn an_output_splits_into_text_and_metadata() {
    let parcel = || Parcel {
        city: "Lyon".to_owned(),
        pieces: 2,
    };
    let output = ToolOutput::new("Sent.").with(parcel());
    assert_eq!(output.into_parts(), ("Sent.".to_owned(), Some(parcel())));
    let bare = ToolOutput::<Parcel>::new("Sent.");
    assert_eq!(bare.into_parts(), ("Sent.".to_owned(), None));
}

#[test]
fn the_metadata_of_a_tool_in_rust_is_valid_in_a_definition() {
    let metadata = ToolMetadata {
        category: Some("kitchen".to_owned()),
        tags: vec!["hot".to_owned()],
        idempotent: Some(true),
        estimated_duration: Some(5.0),
        timeout: Some(1000.0),
        max_concurrency: Some(2),
        retry_config: Some(RetryOverrides {
            max_attempts: Some(5),
            jitter: Some(Jitter::None),
            ..RetryOverrides::default()
        }),
        rate_limit: Some(RateLimitConfig {
            limit: 3,
            interval: 1000.0,
            burst: None,
            on_limit: OnLimit::Refuse,
        }),
        circuit_breaker: Some(CircuitOverride::On {
            failure_threshold: Some(2),
            recovery_timeout: None,
            success_threshold: None,
        }),
        dedupe: Some(Dedupe::Inflight),
        cache: Some(CacheConfig {
            ttl: 60_000.0,
            max_entries: 10,
        }),
        annotations: [("owner".to_owned(), json!("ovens"))].into_iter().collect(),
        ..ToolMetadata::default()
    };
    let written = serde_json::to_value(&metadata).unwrap();
    assert_eq!(
        written,
        json!({
            "category": "kitchen",
            "tags": ["hot"],
            "idempotent": true,
            "estimatedDuration": 5.0,
            "timeout": 1000.0,
            "maxConcurrency": 2,
            "retryConfig": { "maxAttempts": 5, "jitter": "none" },
            "rateLimit": { "limit": 3, "interval": 1000.0, "onLimit": "refuse" },
            "circuitBreaker": { "failureThreshold": 2 },
            "dedupe": "inflight",
            "cache": { "ttl": 60_000.0, "maxEntries": 10 },
            "annotations": { "owner": "ovens" },
        })
    );
    let definition: Definition = serde_json::from_value(json!({
        "name": "bake",
        "description": "Bakes.",
        "schema": {},
        "handler": "function",
        "metadata": written,
    }))
    .unwrap();
    let checked = definition.check().unwrap();
    let read = checked.metadata();
    assert_eq!(read.max_attempts(&RetryConfig::default()), 5);
    assert_eq!(read.rate_limit, metadata.rate_limit);
    assert_eq!(read.cache, metadata.cache);
    assert!(read.dedupe);
    assert_eq!(read.circuit(None).unwrap().failure_threshold, 2);
}

#[test]
fn a_tool_in_rust_may_have_no_circuit_and_no_metadata() {
    let off = ToolMetadata {
        circuit_breaker: Some(CircuitOverride::Off),
        ..ToolMetadata::default()
    };
    let written = serde_json::to_value(&off).unwrap();
    assert_eq!(written, json!({ "circuitBreaker": false }));
    let none = serde_json::to_value(ToolMetadata::default()).unwrap();
    assert_eq!(none, json!({}));
}
