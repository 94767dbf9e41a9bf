//! Rate limits, on a virtual clock.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ag_ui_lit::error::{ToolError, ToolErrorCategory};
use ag_ui_lit::execution::{
    Directive as D, ExecutionKey, Failure, Manager, ManagerOptions, ToolExecutionStatus as Status,
};
use ag_ui_lit::policy::{Jitter, MAX_INTERVAL, OnLimit, RateLimitConfig, RetryConfig};
use ag_ui_lit::tool::{CheckedTool, Definition};
use proptest::prelude::*;
use serde_json::{Value, json};

fn tool_named(name: &str, metadata: &Value) -> Rc<CheckedTool> {
    let definition = json!({
        "name": name, "description": "It.", "handler": "function", "schema": {}, "metadata": metadata,
    });
    let definition: Definition = serde_json::from_value(definition).unwrap();
    Rc::new(definition.check().unwrap())
}

fn tool(rate_limit: &Value) -> Rc<CheckedTool> {
    tool_named("it", &json!({ "rateLimit": rate_limit }))
}

fn limited_manager(rate_limit: Option<RateLimitConfig>) -> Manager {
    Manager::new(ManagerOptions {
        rate_limit,
        retry: RetryConfig {
            jitter: Jitter::None,
            ..RetryConfig::default()
        },
        circuit: None,
        ..ManagerOptions::default()
    })
}

/// Starts an execution and brings it as far as it gets.
fn start(manager: &mut Manager, tool: &Rc<CheckedTool>, now: f64) -> (ExecutionKey, D) {
    let key = manager.begin(Rc::clone(tool), "{}", now);
    let directive = manager.start(key, now);
    (key, go_on(manager, key, directive, now))
}

fn go_on(manager: &mut Manager, key: ExecutionKey, directive: D, now: f64) -> D {
    match directive {
        D::Validate => manager.accept(key, None, now),
        other => other,
    }
}

/// Wakes the manager as the driver does. Returns the executions that continue, each with its directive.
fn wake_up(manager: &mut Manager, now: f64) -> Vec<(ExecutionKey, D)> {
    manager.wake_up(now);
    let mut went_on = Vec::new();
    while let Some(key) = manager.next_ready() {
        let directive = manager.resume(key, now);
        went_on.push((key, go_on(manager, key, directive, now)));
    }
    went_on
}

fn wake_at(manager: &Manager) -> Option<f64> {
    manager.wake().map(|wake| wake.at)
}

#[test]
fn a_burst_starts_at_once_and_the_others_at_the_rate_of_the_limit() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 4, "interval": 100, "burst": 2 }));
    let directives = [(); 5].map(|()| start(&mut manager, &tool, 1000.0));
    assert_eq!(
        directives.map(|(_, directive)| directive),
        [D::Execute, D::Execute, D::Wait, D::Wait, D::Wait]
    );
    let keys = directives.map(|(key, _)| key);
    assert_eq!(
        manager.record(keys[2]).unwrap().status,
        Status::Pending,
        "it has not begun"
    );
    for (key, at) in [(keys[2], 1025.0), (keys[3], 1050.0), (keys[4], 1075.0)] {
        assert_eq!(wake_at(&manager), Some(at));
        assert!(wake_up(&mut manager, at - 1.0).is_empty());
        assert_eq!(wake_up(&mut manager, at), [(key, D::Execute)]);
        // After its own attempt the driver asks again at once, which changes nothing.
        assert!(wake_up(&mut manager, at).is_empty());
    }
    assert_eq!(wake_at(&manager), None);
}

#[test]
fn by_default_a_bucket_holds_as_many_tokens_as_the_limit() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 3, "interval": 300 }));
    let begin = |manager: &mut Manager, now| {
        let mut count = 0;
        while start(manager, &tool, now).1 == D::Execute {
            count += 1;
        }
        manager.cancel_all(None, now);
        count
    };
    assert_eq!(begin(&mut manager, 0.0), 3);
    assert_eq!(begin(&mut manager, 100.0), 1);
    assert_eq!(
        begin(&mut manager, 1_000_000.0),
        3,
        "no more, however long it was quiet"
    );
}

#[test]
fn the_managers_limit_counts_all_tools_and_delays_all_in_order() {
    let rate_limit = RateLimitConfig {
        limit: 1,
        interval: 50.0,
        burst: None,
        on_limit: OnLimit::Wait,
    };
    let mut manager = limited_manager(Some(rate_limit));
    let (a, b) = (tool_named("a", &json!({})), tool_named("b", &json!({})));
    assert_eq!(start(&mut manager, &a, 0.0).1, D::Execute);
    let (second, directive) = start(&mut manager, &b, 10.0);
    assert_eq!(directive, D::Wait);
    // The token has returned, and the timer is late: a call that arrives meanwhile does not overtake.
    let (third, directive) = start(&mut manager, &a, 55.0);
    assert_eq!(directive, D::Wait);
    assert_eq!(wake_up(&mut manager, 56.0), [(second, D::Execute)]);
    wake_up(&mut manager, 56.0);
    assert_eq!(wake_at(&manager), Some(106.0));
    assert_eq!(wake_up(&mut manager, 106.0), [(third, D::Execute)]);
}

#[test]
fn a_call_that_waits_for_its_own_tool_does_not_delay_others() {
    let mut manager = limited_manager(None);
    let slow = tool(&json!({ "limit": 1, "interval": 1000 }));
    let free = tool_named("free", &json!({}));
    start(&mut manager, &slow, 0.0);
    assert_eq!(start(&mut manager, &slow, 0.0).1, D::Wait);
    assert_eq!(start(&mut manager, &free, 0.0).1, D::Execute);
}

#[test]
fn a_refusing_limit_fails_at_once_with_a_retry_time() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 2, "interval": 1000, "burst": 1, "onLimit": "refuse" }));
    assert_eq!(start(&mut manager, &tool, 0.0).1, D::Execute);
    let (refused, directive) = start(&mut manager, &tool, 99.5);
    assert_eq!(directive, D::Fail);
    let record = manager.record(refused).unwrap();
    let error = record.error.unwrap();
    assert_eq!(
        error.message,
        "The tool \"it\" is limited to 2 calls in 1000 ms; try again in 401 ms."
    );
    assert_eq!(
        (error.category, error.code.as_deref(), error.retry_after),
        (
            ToolErrorCategory::Transient,
            Some("rate_limited"),
            Some(401.0)
        )
    );
    assert_eq!(
        record.timing.started_at, None,
        "its handler was never called"
    );
    assert_eq!(start(&mut manager, &tool, 99.5 + 401.0).1, D::Execute);
}

#[test]
fn a_refusal_by_the_manager_names_the_limit_of_all_tools() {
    let rate_limit = RateLimitConfig {
        limit: 1,
        interval: 10.0,
        burst: None,
        on_limit: OnLimit::Refuse,
    };
    let mut manager = limited_manager(Some(rate_limit));
    let tool = tool_named("a", &json!({}));
    start(&mut manager, &tool, 0.0);
    let (refused, _) = start(&mut manager, &tool, 0.0);
    let error = manager.record(refused).unwrap().error.unwrap();
    assert_eq!(
        error.message,
        "All tools together are limited to 1 calls in 10 ms; try again in 10 ms."
    );
}

#[test]
fn a_call_whose_turn_comes_without_a_token_is_refused_and_passes_its_slot_on() {
    let metadata = json!({
        "maxConcurrency": 1,
        "rateLimit": { "limit": 1, "interval": 1000, "onLimit": "refuse" },
    });
    let mut manager = limited_manager(None);
    let tool = tool_named("it", &metadata);
    let (first, _) = start(&mut manager, &tool, 0.0);
    // There is a token when they arrive, and the slot is taken.
    let (second, directive) = start(&mut manager, &tool, 1000.0);
    assert_eq!(directive, D::Wait);
    let (third, directive) = start(&mut manager, &tool, 1000.0);
    assert_eq!(directive, D::Wait);
    manager.returned(first, 1, 1000.0);
    assert_eq!(wake_up(&mut manager, 1000.0), [(second, D::Execute)]);
    manager.returned(second, 1, 1200.0);
    assert_eq!(wake_up(&mut manager, 1200.0), [(third, D::Fail)]);
    let error = manager.record(third).unwrap().error.unwrap();
    assert_eq!(error.retry_after, Some(800.0));
    assert_eq!(start(&mut manager, &tool, 2000.0).1, D::Execute);
}

#[test]
fn a_call_whose_turn_came_without_a_token_takes_one_that_has_come_since() {
    let metadata = json!({
        "maxConcurrency": 1,
        "rateLimit": { "limit": 1, "interval": 1000, "onLimit": "refuse" },
    });
    let mut manager = limited_manager(None);
    let tool = tool_named("it", &metadata);
    let (first, _) = start(&mut manager, &tool, 0.0);
    let [(second, _), (third, directive)] = [(); 2].map(|()| start(&mut manager, &tool, 1000.0));
    assert_eq!(directive, D::Wait);
    manager.returned(first, 1, 1000.0);
    assert_eq!(wake_up(&mut manager, 1000.0), [(second, D::Execute)]);
    manager.returned(second, 1, 1999.0);
    // Its turn has come at 1999, and the driver is late by a millisecond.
    assert_eq!(manager.next_ready(), Some(third));
    assert_eq!(manager.resume(third, 2000.0), D::Validate);
    assert_eq!(manager.accept(third, None, 2000.0), D::Execute);
    manager.returned(third, 1, 2000.0);
    assert_eq!(
        start(&mut manager, &tool, 2999.0).1,
        D::Fail,
        "the token is spent"
    );
}

#[test]
fn each_attempt_takes_a_token_and_a_retry_waits_for_one() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 1, "interval": 5000 }));
    let (key, _) = start(&mut manager, &tool, 0.0);
    let transient = || ToolError::new(ToolErrorCategory::Transient, "no");
    let failure = Failure::thrown(1, transient(), None);
    assert_eq!(manager.failed(key, failure, 0.0, 0.0), D::Retry);
    assert_eq!(manager.delay_elapsed(key, 1000.0), D::Wait);
    assert_eq!(manager.record(key).unwrap().status, Status::Executing);
    assert_eq!(wake_at(&manager), Some(5000.0));
    assert_eq!(wake_up(&mut manager, 5000.0), [(key, D::Execute)]);
    assert_eq!(start(&mut manager, &tool, 9999.0).1, D::Wait);
}

#[test]
fn a_retry_that_a_refusing_limit_refuses_ends_the_execution_and_keeps_the_failure() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 1, "interval": 5000, "onLimit": "refuse" }));
    let (key, _) = start(&mut manager, &tool, 0.0);
    let failure = Failure::thrown(
        1,
        ToolError::new(ToolErrorCategory::Transient, "busy"),
        None,
    );
    assert_eq!(manager.failed(key, failure, 0.0, 0.0), D::Retry);
    assert_eq!(manager.delay_elapsed(key, 1000.0), D::Fail);
    let record = manager.record(key).unwrap();
    assert_eq!(record.error.unwrap().code.as_deref(), Some("rate_limited"));
    assert_eq!(record.retry.previous_errors[0].message, "busy");
}

#[test]
fn a_call_that_is_cancelled_while_it_waits_takes_no_token_and_passes_its_place_on() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 1, "interval": 100 }));
    start(&mut manager, &tool, 0.0);
    let (stopped, _) = start(&mut manager, &tool, 0.0);
    let (next, _) = start(&mut manager, &tool, 0.0);
    assert_eq!(manager.cancel(stopped, None, 50.0), D::Cancel);
    assert_eq!(
        manager.wake().map(|wake| (wake.key, wake.at)),
        Some((next, 100.0))
    );
    assert_eq!(wake_up(&mut manager, 100.0), [(next, D::Execute)]);
    // The last one leaves no timer.
    let (last, _) = start(&mut manager, &tool, 100.0);
    assert_eq!(manager.cancel(last, None, 100.0), D::Cancel);
    assert_eq!(wake_at(&manager), None);
    assert_eq!(start(&mut manager, &tool, 200.0).1, D::Execute);
}

#[test]
fn waiting_calls_that_are_cancelled_together_take_no_token() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 1, "interval": 100 }));
    let keys = [(); 4].map(|()| start(&mut manager, &tool, 0.0).0);
    assert_eq!(manager.cancel_all(None, 10.0), keys);
    assert_eq!(wake_at(&manager), None);
    assert!(wake_up(&mut manager, 100.0).is_empty());
    assert_eq!(start(&mut manager, &tool, 100.0).1, D::Execute);
}

#[test]
fn a_call_that_does_not_reach_its_handler_returns_its_token() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 1, "interval": 1000 }));
    let begin = |manager: &mut Manager| {
        let key = manager.begin(Rc::clone(&tool), "{}", 0.0);
        assert_eq!(manager.start(key, 0.0), D::Validate);
        key
    };
    let invalid = begin(&mut manager);
    // The token is reserved: the time of the next one is not known yet.
    let (waiting, directive) = start(&mut manager, &tool, 0.0);
    assert_eq!((directive, wake_at(&manager)), (D::Wait, None));
    let error = ToolError::validation(Vec::new());
    assert_eq!(manager.reject(invalid, error, 0.0), D::Fail);
    assert_eq!(manager.next_ready(), Some(waiting));
    assert_eq!(manager.cancel(waiting, None, 0.0), D::Cancel);
    let stopped = begin(&mut manager);
    assert_eq!(manager.cancel(stopped, None, 0.0), D::Cancel);
    assert_eq!(start(&mut manager, &tool, 0.0).1, D::Execute);
}

#[test]
fn a_call_that_waits_for_a_reserved_token_is_asked_again_once_the_token_is_spent() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 1, "interval": 1000 }));
    let first = manager.begin(Rc::clone(&tool), "{}", 0.0);
    assert_eq!(manager.start(first, 0.0), D::Validate);
    let (waiting, directive) = start(&mut manager, &tool, 0.0);
    assert_eq!((directive, wake_at(&manager)), (D::Wait, None));
    assert_eq!(manager.accept(first, None, 10.0), D::Execute);
    assert_eq!(wake_at(&manager), Some(10.0));
    assert!(wake_up(&mut manager, 10.0).is_empty());
    assert_eq!(wake_at(&manager), Some(1010.0));
    assert_eq!(wake_up(&mut manager, 1010.0), [(waiting, D::Execute)]);
}

#[test]
fn a_follower_and_a_cached_result_take_no_token() {
    let mut manager = limited_manager(None);
    let metadata = json!({
        "dedupe": "inflight", "idempotent": true, "cache": { "ttl": 60_000, "maxEntries": 1 },
        "rateLimit": { "limit": 2, "interval": 1000 },
    });
    let tool = tool_named("it", &metadata);
    let (leader, _) = start(&mut manager, &tool, 0.0);
    assert_eq!(start(&mut manager, &tool, 0.0).1, D::Follow);
    assert_eq!(manager.returned(leader, 1, 0.0), D::Succeed);
    assert_eq!(start(&mut manager, &tool, 0.0).1, D::Succeed);
    let other = manager.begin(Rc::clone(&tool), r#"{"a": 1}"#, 0.0);
    assert_eq!(manager.start(other, 0.0), D::Validate);
    assert_eq!(manager.accept(other, None, 0.0), D::Execute);
}

#[test]
fn a_cancelled_leader_passes_on_its_place_in_the_queue() {
    let mut manager = limited_manager(None);
    let metadata = json!({ "dedupe": "inflight", "rateLimit": { "limit": 2, "interval": 2000 } });
    let tool = tool_named("it", &metadata);
    let (leader, _) = start(&mut manager, &tool, 0.0);
    let (follower, directive) = start(&mut manager, &tool, 0.0);
    assert_eq!(directive, D::Follow);
    let other = manager.begin(Rc::clone(&tool), r#"{"a": 1}"#, 0.0);
    assert_eq!(manager.start(other, 0.0), D::Validate);
    assert_eq!(manager.accept(other, None, 0.0), D::Execute);
    let failure = Failure::thrown(
        1,
        ToolError::new(ToolErrorCategory::Transient, "no"),
        Some(true),
    );
    assert_eq!(manager.failed(leader, failure, 0.0, 0.0), D::Retry);
    assert_eq!(manager.delay_elapsed(leader, 500.0), D::Wait);
    assert_eq!(manager.cancel(leader, None, 750.0), D::PassLead);
    assert_eq!(
        manager.wake().map(|wake| (wake.key, wake.at)),
        Some((follower, 1000.0))
    );
    assert_eq!(wake_up(&mut manager, 1000.0), [(follower, D::Execute)]);
}

#[test]
fn a_slot_and_a_token_are_taken_together() {
    let mut manager = limited_manager(None);
    let metadata = json!({ "maxConcurrency": 1, "rateLimit": { "limit": 1, "interval": 100 } });
    let tool = tool_named("it", &metadata);
    let (first, _) = start(&mut manager, &tool, 0.0);
    let keys = [(); 3].map(|()| start(&mut manager, &tool, 0.0).0);
    // Tokens do not accumulate with calls that wait for the slot.
    assert!(wake_up(&mut manager, 1000.0).is_empty());
    manager.returned(first, 1, 1000.0);
    assert_eq!(wake_up(&mut manager, 1000.0), [(keys[0], D::Execute)]);
    manager.returned(keys[0], 1, 1001.0);
    // The slot is free, and a call that waits for a token does not hold it.
    assert!(wake_up(&mut manager, 1001.0).is_empty());
    assert_eq!(wake_up(&mut manager, 1100.0), [(keys[1], D::Execute)]);
}

#[test]
fn a_clock_that_is_set_back_gives_no_tokens_and_takes_none() {
    let mut manager = limited_manager(None);
    let tool = tool(&json!({ "limit": 1, "interval": 100, "onLimit": "refuse" }));
    assert_eq!(start(&mut manager, &tool, 1000.0).1, D::Execute);
    assert_eq!(start(&mut manager, &tool, 0.0).1, D::Fail);
    assert_eq!(start(&mut manager, &tool, 1099.0).1, D::Fail);
    assert_eq!(start(&mut manager, &tool, 1100.0).1, D::Execute);
}

#[test]
fn the_extremes_of_a_limit_still_limit() {
    for (limit, interval) in [
        (1, f64::from(MAX_INTERVAL)),
        (u32::MAX, f64::MIN_POSITIVE),
        (u32::MAX, 1.0),
    ] {
        let mut manager = limited_manager(None);
        let tool = tool(&json!({ "limit": limit, "interval": interval, "burst": 1 }));
        assert_eq!(start(&mut manager, &tool, 1.8e12).1, D::Execute);
        let (next, directive) = start(&mut manager, &tool, 1.8e12);
        assert_eq!(directive, D::Wait);
        let at = wake_at(&manager).unwrap();
        assert!(at <= 1.8e12 + f64::from(MAX_INTERVAL), "{at}");
        assert_eq!(wake_up(&mut manager, at + 1.0), [(next, D::Execute)]);
    }
}

/// An event in a page.
#[derive(Debug, Clone, Copy)]
enum Event {
    Execute(usize),
    /// A validator answers.
    Validated(usize, bool),
    Returned(usize),
    Failed(usize),
    DelayElapsed(usize),
    Cancel(usize),
    CancelAll,
    /// Time passes, in tenths of an interval.
    Pass(u32),
}

fn events() -> impl Strategy<Value = Event> {
    let which = 0_usize..10;
    prop_oneof![
        6 => (0_usize..3).prop_map(Event::Execute),
        6 => (which.clone(), prop::bool::weighted(0.8)).prop_map(|(which, ok)| Event::Validated(which, ok)),
        3 => which.clone().prop_map(Event::Returned),
        2 => which.clone().prop_map(Event::Failed),
        2 => which.clone().prop_map(Event::DelayElapsed),
        1 => which.prop_map(Event::Cancel),
        1 => prop::bool::weighted(0.2).prop_map(|all| if all { Event::CancelAll } else { Event::Pass(0) }),
        6 => (0_u32..15).prop_map(Event::Pass),
    ]
}

struct Page {
    manager: Manager,
    tools: [Rc<CheckedTool>; 3],
    now: f64,
    /// The tool of each execution.
    calls: BTreeMap<ExecutionKey, usize>,
    /// Calls whose validator has not answered.
    validating: BTreeSet<ExecutionKey>,
    /// The latest first attempt that was admitted, by tool.
    admitted: [ExecutionKey; 3],
    /// The handler calls: the tool and the time of each.
    attempts: Vec<(usize, f64)>,
}

impl Page {
    fn new(tools: [Rc<CheckedTool>; 3], rate_limit: RateLimitConfig, slots: u32) -> Self {
        Self {
            manager: Manager::new(ManagerOptions {
                rate_limit: Some(rate_limit),
                max_concurrency: Some(slots),
                circuit: None,
                ..ManagerOptions::default()
            }),
            tools,
            now: 1.8e12,
            calls: BTreeMap::new(),
            validating: BTreeSet::new(),
            admitted: [0; 3],
            attempts: Vec::new(),
        }
    }

    fn handle(&mut self, event: Event, tenth: f64) {
        match event {
            Event::Execute(tool) => {
                let key = self
                    .manager
                    .begin(Rc::clone(&self.tools[tool]), "{}", self.now);
                self.calls.insert(key, tool);
                let directive = self.manager.start(key, self.now);
                self.follow(key, directive);
            }
            Event::Validated(which, accepts) => {
                let keys: Vec<_> = self.validating.iter().copied().collect();
                if let Some(key) = keys.get(which % keys.len().max(1)).copied() {
                    self.validating.remove(&key);
                    let directive = if accepts {
                        self.manager.accept(key, None, self.now)
                    } else {
                        let error = ToolError::validation(Vec::new());
                        self.manager.reject(key, error, self.now)
                    };
                    self.follow(key, directive);
                }
            }
            Event::Returned(which) => self.with(which, |manager, key, now| {
                let attempt = manager.life(key).unwrap().retry().attempt_number;
                manager.returned(key, attempt, now)
            }),
            Event::Failed(which) => self.with(which, |manager, key, now| {
                let attempt = manager.life(key).unwrap().retry().attempt_number;
                let error = ToolError::new(ToolErrorCategory::Transient, "no");
                manager.failed(key, Failure::thrown(attempt, error, None), 0.0, now)
            }),
            Event::DelayElapsed(which) => {
                self.with(which, Manager::delay_elapsed);
            }
            Event::Cancel(which) => {
                self.with(which, |manager, key, now| manager.cancel(key, None, now));
            }
            Event::CancelAll => drop(self.manager.cancel_all(None, self.now)),
            Event::Pass(tenths) => self.now += f64::from(tenths) * tenth,
        }
        self.drain();
    }

    fn with(&mut self, which: usize, step: impl FnOnce(&mut Manager, ExecutionKey, f64) -> D) {
        let keys: Vec<_> = self.calls.keys().rev().copied().collect();
        if let Some(key) = keys.get(which % keys.len().max(1)).copied() {
            let directive = step(&mut self.manager, key, self.now);
            self.follow(key, directive);
        }
    }

    fn follow(&mut self, key: ExecutionKey, directive: D) {
        let tool = self.calls[&key];
        match directive {
            D::Validate => {
                assert!(self.admitted[tool] < key, "overtaken by {key}");
                self.admitted[tool] = key;
                self.validating.insert(key);
            }
            D::Execute => self.attempts.push((tool, self.now)),
            _ => {}
        }
    }

    /// As in the driver: ready calls continue, and the timer is as late as the events are.
    fn drain(&mut self) {
        while self.manager.wake().is_some_and(|wake| wake.at <= self.now) {
            self.manager.wake_up(self.now);
            self.go_on();
        }
        self.go_on();
    }

    fn go_on(&mut self) {
        while let Some(key) = self.manager.next_ready() {
            let directive = self.manager.resume(key, self.now);
            self.follow(key, directive);
        }
    }

    fn most_in(&self, interval: f64, is_counted: impl Fn(usize) -> bool) -> usize {
        let attempts = self.attempts.iter().filter(|(tool, _)| is_counted(*tool));
        let times: Vec<_> = attempts.map(|(_, at)| *at).collect();
        let within = |from: &f64| {
            let window = *from..=*from + interval;
            times.iter().filter(|at| window.contains(at)).count()
        };
        times.iter().map(within).max().unwrap_or(0)
    }
}

fn config(on_limit: OnLimit) -> impl Strategy<Value = RateLimitConfig> {
    let interval = prop::sample::select(vec![1.0, 7.5, 100.0, 1000.0 / 3.0, 86_400_000.0]);
    (1_u32..5, interval, prop::option::of(1_u32..5)).prop_map(move |(limit, interval, burst)| {
        RateLimitConfig {
            limit,
            interval,
            burst,
            on_limit,
        }
    })
}

fn either() -> impl Strategy<Value = RateLimitConfig> {
    prop_oneof![config(OnLimit::Wait), config(OnLimit::Refuse)]
}

fn most(config: &RateLimitConfig) -> usize {
    (config.limit + config.burst.unwrap_or(config.limit)) as usize
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn no_interval_has_more_starts_than_limit_and_burst_and_waiting_calls_continue_in_order(
        all in either(), own in either(), slots in 1_u32..4,
        events in prop::collection::vec(events(), 1..150),
    ) {
        let limit = json!({
            "limit": own.limit, "interval": own.interval, "burst": own.burst,
            "onLimit": if own.on_limit == OnLimit::Refuse { "refuse" } else { "wait" },
        });
        let tools = [
            tool_named("limited", &json!({ "rateLimit": limit })),
            tool_named("slot", &json!({ "maxConcurrency": 1 })),
            tool_named("free", &json!({})),
        ];
        let mut page = Page::new(tools, all, slots);
        for event in events {
            page.handle(event, all.interval.min(own.interval) / 10.0);
            prop_assert!(page.most_in(all.interval, |_| true) <= most(&all));
            prop_assert!(page.most_in(own.interval, |tool| tool == 0) <= most(&own));
        }
        // The remaining calls continue by time and by the ends of others alone.
        let waits = |page: &Page| {
            let pending = |key: &&u32| page.manager.life(**key).unwrap().status() == Status::Pending;
            page.calls.keys().filter(pending).count()
        };
        let mut rounds = 0;
        while waits(&page) > 0 {
            rounds += 1;
            prop_assert!(rounds < 2000, "{} wait for ever", waits(&page));
            if let Some(wake) = page.manager.wake() {
                page.now = page.now.max(wake.at);
            }
            for which in 0..page.calls.len() {
                page.handle(Event::Validated(0, true), 0.0);
                page.handle(Event::Returned(which), 0.0);
            }
        }
        prop_assert!(page.most_in(all.interval, |_| true) <= most(&all));
        prop_assert_eq!(page.manager.next_ready(), None);
    }
}
