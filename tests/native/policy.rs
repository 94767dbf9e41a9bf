//! Each policy on its own, with a number as its clock.

use ag_ui_lit::error::{ToolError, ToolErrorCategory as Category};
use ag_ui_lit::execution::ManagerOptions;
use ag_ui_lit::policy::{
    Admission, CacheConfig, Call, CircuitBreaker, CircuitConfig, ConcurrencyLimiter, Jitter,
    Outcome, Policy, Queue, ResultCache, RetryConfig, RetryDecision, RetryRequest, Wait, WaitScope,
    decide_retry,
};
use ag_ui_lit::tool::{CheckedTool, Definition};
use proptest::prelude::*;
use serde_json::json;

fn config(jitter: Jitter) -> RetryConfig {
    RetryConfig {
        jitter,
        ..RetryConfig::default()
    }
}

#[test]
fn delays_grow_by_the_multiplier_up_to_the_longest() {
    let delays: Vec<_> = (1..=8)
        .map(|failed| config(Jitter::None).delay_after(failed, 0.7))
        .collect();
    let expected = [
        1000.0, 2000.0, 4000.0, 8000.0, 16_000.0, 30_000.0, 30_000.0, 30_000.0,
    ];
    assert_eq!(delays, expected);
    assert_eq!(config(Jitter::None).delay_after(u32::MAX, 0.0), 30_000.0);
}

#[test]
fn jitter_spreads_a_delay_within_its_range() {
    let bounds = [
        (Jitter::Equal, 1000.0, 2000.0),
        (Jitter::Full, 0.0, 2000.0),
        (Jitter::Proportional, 2000.0, 2200.0),
        (Jitter::None, 2000.0, 2000.0),
    ];
    for (jitter, least, most) in bounds {
        let delay = |random| config(jitter).delay_after(2, random);
        assert_eq!((delay(0.0), delay(1.0)), (least, most), "{jitter:?}");
    }
    assert_eq!(config(Jitter::Proportional).delay_after(9, 0.9), 30_000.0);
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn a_delay_is_never_longer_than_the_longest_nor_negative(
        base in 0.0_f64..1e12, longest in 0.0_f64..1e9, factor in 1.0_f64..1e6, failed in 1_u32..5000, random in 0.0_f64..1.0,
    ) {
        for jitter in [Jitter::Equal, Jitter::Full, Jitter::Proportional, Jitter::None] {
            let config = RetryConfig { base_delay: base, max_delay: longest, backoff_multiplier: factor, ..config(jitter) };
            let delay = config.delay_after(failed, random);
            prop_assert!((0.0..=longest).contains(&delay), "{delay}");
        }
    }
}

fn error(category: Category) -> ToolError {
    ToolError::new(category, "no")
}

fn decision(
    category: Category,
    chosen: Option<bool>,
    idempotent: Option<bool>,
    attempt: u32,
) -> bool {
    let request = RetryRequest {
        error: &error(category),
        chosen,
        attempt,
        idempotent,
        timed_out: false,
        random: 0.5,
    };
    matches!(
        decide_retry(&RetryConfig::default(), request),
        RetryDecision::Retry(_)
    )
}

#[test]
fn a_failure_is_retried_by_its_category_by_default() {
    let cases = [
        (Category::Transient, None, None, 1, true),
        (Category::Timeout, None, None, 2, true),
        (Category::Transient, None, None, 3, false),
        (Category::Execution, None, None, 1, false),
        (Category::Permanent, None, Some(true), 1, false),
        (Category::Transient, Some(false), None, 1, false),
        (Category::Permanent, Some(true), None, 1, true),
        (Category::Permanent, Some(true), None, 3, false),
        (Category::Transient, None, Some(true), 1, true),
        (Category::Transient, None, Some(false), 1, false),
        (Category::Transient, Some(true), Some(false), 1, true),
    ];
    for (category, chosen, idempotent, attempt, again) in cases {
        assert_eq!(
            decision(category, chosen, idempotent, attempt),
            again,
            "{category:?} {chosen:?} {idempotent:?} {attempt}"
        );
    }
}

#[test]
fn after_a_timeout_only_an_idempotent_tool_is_retried() {
    for (idempotent, again) in [(Some(true), true), (Some(false), false), (None, false)] {
        let request = RetryRequest {
            error: &error(Category::Timeout),
            chosen: None,
            attempt: 1,
            idempotent,
            timed_out: true,
            random: 0.5,
        };
        match decide_retry(&RetryConfig::default(), request) {
            RetryDecision::Retry(_) => assert!(again),
            RetryDecision::Stop(remark) => {
                assert!(!again);
                assert!(remark.is_some_and(|remark| remark.contains("outcome is unknown")));
            }
        }
    }
}

#[test]
fn retry_after_is_the_least_delay_and_a_too_long_one_ends_the_execution() {
    let decide = |retry_after| {
        let error = ToolError {
            retry_after: Some(retry_after),
            ..error(Category::Transient)
        };
        let request = RetryRequest {
            error: &error,
            chosen: None,
            attempt: 1,
            idempotent: None,
            timed_out: false,
            random: 0.0,
        };
        decide_retry(&RetryConfig::default(), request)
    };
    assert_eq!(decide(0.0), RetryDecision::Retry(500.0));
    assert_eq!(decide(5000.0), RetryDecision::Retry(5000.0));
    assert_eq!(decide(30_000.0), RetryDecision::Retry(30_000.0));
    let RetryDecision::Stop(Some(remark)) = decide(30_001.0) else {
        panic!("a delay longer than the longest ends the execution");
    };
    assert!(remark.contains("30001 ms"), "{remark}");
}

fn circuit() -> (CircuitBreaker, CircuitConfig) {
    let config = CircuitConfig {
        failure_threshold: 3,
        recovery_timeout: 1000.0,
        success_threshold: 2,
    };
    (CircuitBreaker::default(), config)
}

#[test]
fn a_circuit_opens_after_failures_in_a_row_only() {
    let (mut breaker, config) = circuit();
    for outcome in [
        Outcome::Failure,
        Outcome::Failure,
        Outcome::Success,
        Outcome::Failure,
        Outcome::Neutral,
        Outcome::Failure,
    ] {
        breaker.record(&config, outcome, false, 0.0);
        assert_eq!(breaker.admit(&config, 0.0), Admission::Allowed);
    }
    breaker.record(&config, Outcome::Failure, false, 100.0);
    assert_eq!(
        breaker.admit(&config, 600.0),
        Admission::Refused { retry_after: 500.0 }
    );
}

fn opened() -> (CircuitBreaker, CircuitConfig) {
    let (mut breaker, config) = circuit();
    for _ in 0..3 {
        breaker.record(&config, Outcome::Failure, false, 0.0);
    }
    (breaker, config)
}

#[test]
fn one_probe_at_a_time_and_enough_successes_close_it() {
    let (mut breaker, config) = opened();
    assert_eq!(breaker.admit(&config, 1000.0), Admission::Probe);
    assert_eq!(
        breaker.admit(&config, 1200.0),
        Admission::Refused { retry_after: 800.0 }
    );
    breaker.record(&config, Outcome::Success, true, 1300.0);
    assert_eq!(breaker.admit(&config, 1300.0), Admission::Probe);
    breaker.record(&config, Outcome::Success, true, 1300.0);
    assert_eq!(breaker.admit(&config, 1300.0), Admission::Allowed);
    // Once closed, it takes as many failures as before to open.
    breaker.record(&config, Outcome::Failure, false, 1300.0);
    assert_eq!(breaker.admit(&config, 1300.0), Admission::Allowed);
}

#[test]
fn a_failed_probe_opens_the_circuit_for_the_whole_time_again() {
    let (mut breaker, config) = opened();
    assert_eq!(breaker.admit(&config, 1000.0), Admission::Probe);
    breaker.record(&config, Outcome::Success, true, 1000.0);
    assert_eq!(breaker.admit(&config, 1000.0), Admission::Probe);
    breaker.record(&config, Outcome::Failure, true, 1500.0);
    assert_eq!(
        breaker.admit(&config, 2000.0),
        Admission::Refused { retry_after: 500.0 }
    );
    // The success before the failure does not count.
    assert_eq!(breaker.admit(&config, 2500.0), Admission::Probe);
    breaker.record(&config, Outcome::Success, true, 2500.0);
    assert_eq!(breaker.admit(&config, 2500.0), Admission::Probe);
}

#[test]
fn a_probe_without_evidence_allows_the_next_at_once_and_one_that_hangs_in_time() {
    let (mut breaker, config) = opened();
    assert_eq!(breaker.admit(&config, 1000.0), Admission::Probe);
    breaker.record(&config, Outcome::Neutral, true, 1000.0);
    assert_eq!(breaker.admit(&config, 1000.0), Admission::Probe);
    assert_eq!(
        breaker.admit(&config, 1999.0),
        Admission::Refused { retry_after: 1.0 }
    );
    assert_eq!(breaker.admit(&config, 2000.0), Admission::Probe);
}

#[test]
fn calls_from_before_it_opened_do_not_count_while_it_is_open() {
    let (mut breaker, config) = opened();
    breaker.record(&config, Outcome::Success, false, 10.0);
    assert_eq!(
        breaker.admit(&config, 10.0),
        Admission::Refused { retry_after: 990.0 }
    );
    assert_eq!(breaker.admit(&config, 1000.0), Admission::Probe);
    breaker.record(&config, Outcome::Failure, false, 1001.0);
    breaker.record(&config, Outcome::Success, true, 1002.0);
    assert_eq!(breaker.admit(&config, 1002.0), Admission::Probe);
}

/// Slots, the calls that wait for one, and their tools.
struct Slots {
    limiter: ConcurrencyLimiter,
    queue: Queue,
    tools: Vec<CheckedTool>,
    /// The tool of each call, by key. Keys count from 0.
    calls: Vec<usize>,
}

impl Slots {
    /// `per_tool` is the limit of each tool.
    fn new(limit: u32, per_tool: &[Option<u32>]) -> Self {
        let tool = |limit: &Option<u32>| {
            let definition = json!({
                "name": format!("tool_{}", limit.unwrap_or_default()), "description": "It.", "handler": "function",
                "schema": {}, "metadata": { "maxConcurrency": limit },
            });
            let definition: Definition = serde_json::from_value(definition).unwrap();
            definition
                .check()
                .unwrap_or_else(|issues| panic!("{issues:?}"))
        };
        Self {
            limiter: ConcurrencyLimiter::new(&ManagerOptions {
                max_concurrency: Some(limit),
                ..ManagerOptions::default()
            }),
            queue: Queue::default(),
            tools: per_tool.iter().map(tool).collect(),
            calls: Vec::new(),
        }
    }

    /// Returns true if a new call has a slot. Its key is the number of calls before it.
    fn acquire(&mut self, tool: usize) -> bool {
        let key = u32::try_from(self.calls.len()).unwrap();
        self.calls.push(tool);
        let id = self.tools[tool].id();
        let call = call(key, &self.tools[tool]);
        let is_behind = self.queue.is_behind(id);
        let wait = self.limiter.wait(call, 0.0).filter(|_| !is_behind);
        if is_behind || wait.is_some() {
            self.queue.push(id, key, wait);
            return false;
        }
        self.limiter.admit(call, 0.0);
        true
    }

    /// Releases a slot. Returns the calls that get one.
    fn release(&mut self, key: u32) -> Vec<u32> {
        let Self {
            limiter,
            queue,
            tools,
            calls,
        } = self;
        let call_of = |key: u32| call(key, &tools[calls[key as usize]]);
        limiter.release(call_of(key), 0.0);
        queue.take_turns(|key| {
            let wait = limiter.wait(call_of(key), 0.0);
            if wait.is_none() {
                limiter.admit(call_of(key), 0.0);
            }
            wait
        })
    }
}

fn call(key: u32, tool: &CheckedTool) -> Call<'_> {
    Call {
        key,
        tool,
        attempts: 0,
        arguments: None,
    }
}

#[test]
fn slots_go_first_in_first_out_past_those_whose_tool_is_busy() {
    let mut slots = Slots::new(2, &[Some(1), None]);
    let (a, b) = (0, 1);
    assert!(slots.acquire(a)); // 0
    assert!(!slots.acquire(a)); // 1
    assert!(slots.acquire(b)); // 2
    assert!(!slots.acquire(b)); // 3
    assert!(!slots.acquire(a)); // 4
    // The second call of "a" has to wait for "a", so "b" is next.
    assert_eq!(slots.release(2), [3]);
    assert_eq!(slots.release(0), [1]);
    slots.queue.forget(4);
    assert!(slots.queue.is_empty());
    assert!(slots.release(1).is_empty());
    // A slot is not released twice.
    assert!(slots.release(1).is_empty());
    assert!(slots.acquire(a));
    assert!(!slots.acquire(b));
}

#[test]
fn a_line_continues_in_order_whatever_leaves_it_and_the_earliest_time_counts() {
    let until = |at, scope| {
        Some(Wait {
            scope,
            until: Some(at),
        })
    };
    let mut queue = Queue::default();
    queue.push(1, 10, until(50.0, WaitScope::Tool));
    queue.push(1, 11, None);
    queue.push(2, 20, until(70.0, WaitScope::Tool));
    assert!(queue.is_behind(1) && queue.is_behind(2) && !queue.is_behind(3));
    assert_eq!(
        queue.wake().map(|wake| (wake.key, wake.at)),
        Some((10, 50.0))
    );
    queue.rename(10, 12);
    assert_eq!(queue.wake().map(|wake| wake.key), Some(12));
    queue.forget(12);
    // A call that waits for a common limit delays those after it.
    assert_eq!(
        queue.take_turns(|key| if key == 11 {
            until(60.0, WaitScope::All)
        } else {
            None
        }),
        Vec::<u32>::new()
    );
    assert!(queue.is_behind(3));
    assert_eq!(
        queue.wake().map(|wake| (wake.key, wake.at)),
        Some((11, 60.0))
    );
    queue.push(3, 30, None);
    assert_eq!(queue.take_turns(|_| None), [11, 20, 30]);
    assert!(queue.is_empty() && !queue.is_behind(3));
    assert_eq!(queue.wake(), None);
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn no_limit_is_exceeded_and_no_call_waits_without_a_reason(
        global in 1_u32..4, per_tool in 1_u32..3, steps in prop::collection::vec((any::<bool>(), 0_usize..3), 1..80),
    ) {
        let limits = [Some(per_tool), Some(per_tool + 1), Some(per_tool + 2)];
        let mut slots = Slots::new(global, &limits);
        let mut running: Vec<(u32, usize)> = Vec::new();
        let mut waiting: Vec<(u32, usize)> = Vec::new();
        for (arrives, tool) in steps {
            let key = u32::try_from(slots.calls.len()).unwrap_or_default();
            if arrives {
                if slots.acquire(tool) {
                    running.push((key, tool));
                } else {
                    waiting.push((key, tool));
                }
            } else if let Some(at) = running.iter().position(|(_, of)| *of == tool) {
                let (ended, _) = running.remove(at);
                for admitted in slots.release(ended) {
                    let at = waiting.iter().position(|(key, _)| *key == admitted);
                    prop_assert!(at.is_some());
                    running.push(waiting.remove(at.unwrap_or_default()));
                }
            }
            let of = |tool: usize| running.iter().filter(|(_, of)| *of == tool).count();
            prop_assert!(running.len() <= global as usize);
            prop_assert!((0..3).all(|tool| of(tool) <= per_tool as usize + tool));
            let has_room = |tool: usize| running.len() < global as usize && of(tool) < per_tool as usize + tool;
            prop_assert!(!waiting.iter().any(|(_, tool)| has_room(*tool)));
        }
    }
}

#[test]
fn a_cache_is_bounded_by_number_and_time_for_each_tool() {
    let config = CacheConfig {
        ttl: 100.0,
        max_entries: 2,
    };
    let mut cache = ResultCache::default();
    for (at, key) in [(0.0, 1), (1.0, 2), (2.0, 3)] {
        cache.store(&config, 7, format!("args {key}"), key, at);
    }
    assert_eq!(cache.find(7, "args 1", 3.0), None, "the oldest went");
    assert_eq!(cache.find(7, "args 3", 3.0), Some(3));
    assert_eq!(cache.find(8, "args 3", 3.0), None, "another tool");
    assert_eq!(cache.find(7, "args 2", 101.0), None, "too old");
    cache.store(&config, 7, "args 3".into(), 4, 50.0);
    let mut dropped = cache.take_dropped();
    dropped.sort_unstable();
    assert_eq!(dropped, [1, 2, 3]);
    assert!(cache.take_dropped().is_empty());
}
