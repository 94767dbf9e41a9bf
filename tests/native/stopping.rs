//! Cancelling several executions never starts another, and affects no others: on a virtual clock, over random traffic.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use ag_ui_lit::error::{ToolError, ToolErrorCategory};
use ag_ui_lit::execution::{
    Directive as D, ExecutionKey, Failure, Manager, ManagerOptions, ToolExecutionStatus as Status,
};
use ag_ui_lit::policy::{CircuitConfig, Jitter, RetryConfig};
use ag_ui_lit::tool::{CheckedTool, Definition};
use proptest::prelude::*;
use serde_json::{Value, json};

fn tool(metadata: &Value) -> Rc<CheckedTool> {
    let definition = json!({
        "name": "it", "description": "It.", "handler": "function", "schema": {}, "metadata": metadata,
    });
    let definition: Definition = serde_json::from_value(definition).unwrap();
    Rc::new(definition.check().unwrap())
}

fn manager(limit: Option<u32>) -> Manager {
    Manager::new(ManagerOptions {
        max_concurrency: limit,
        retry: RetryConfig {
            jitter: Jitter::None,
            ..RetryConfig::default()
        },
        circuit: Some(CircuitConfig {
            failure_threshold: 3,
            recovery_timeout: 500.0,
            success_threshold: 1,
        }),
        ..ManagerOptions::default()
    })
}

/// Starts an execution and brings it as far as it gets.
fn start(manager: &mut Manager, tool: &Rc<CheckedTool>) -> (ExecutionKey, D) {
    let key = manager.begin(Rc::clone(tool), "{}", 0.0);
    let directive = match manager.start(key, 0.0) {
        D::Validate => manager.accept(key, None, 0.0),
        other => other,
    };
    (key, directive)
}

#[test]
fn executions_cancelled_together_release_nothing_to_each_other() {
    let (mut manager, tool) = (manager(None), tool(&json!({ "maxConcurrency": 2 })));
    let keys: Vec<_> = (0..6).map(|_| start(&mut manager, &tool).0).collect();
    assert_eq!(manager.cancel_all(Some("enough"), 5.0), keys);
    assert_eq!(manager.next_ready(), None);
    for key in &keys {
        let record = manager.record(*key).unwrap();
        assert_eq!(record.status, Status::Cancelled);
        assert_eq!(record.error.unwrap().message, "enough");
        assert_eq!(record.timing.completed_at, Some(5.0));
    }
    assert_eq!(tool.stats().cancellations, 6);
    // All slots are free again, and there is nothing left to cancel.
    assert!(manager.cancel_all(None, 6.0).is_empty());
    assert_eq!(
        [(); 3].map(|()| start(&mut manager, &tool).1),
        [D::Execute, D::Execute, D::Wait]
    );
}

#[test]
fn a_call_with_a_reserved_slot_does_not_start_either() {
    let (mut manager, tool) = (manager(Some(1)), tool(&json!({})));
    let (first, _) = start(&mut manager, &tool);
    let (second, _) = start(&mut manager, &tool);
    manager.returned(first, 1, 1.0);
    // The driver has taken the second one to resume it; a listener cancels everything meanwhile.
    assert_eq!(manager.next_ready(), Some(second));
    assert_eq!(manager.cancel_all(None, 2.0), [second]);
    assert_eq!(manager.resume(second, 2.0), D::Ignore);
    assert_eq!(start(&mut manager, &tool).1, D::Execute);
}

#[test]
fn a_shared_run_that_all_calls_leave_at_once_has_no_successor() {
    let (mut manager, tool) = (manager(None), tool(&json!({ "dedupe": "inflight" })));
    let (leader, _) = start(&mut manager, &tool);
    let (follower, directive) = start(&mut manager, &tool);
    assert_eq!(directive, D::Follow);
    assert_eq!(manager.cancel_all(None, 1.0), [leader, follower]);
    assert_eq!(manager.successor(leader), None);
    assert_eq!(manager.next_ready(), None);
    assert_eq!(start(&mut manager, &tool).1, D::Execute, "a new run begins");
}

#[test]
fn a_follower_is_answered_after_its_leader_was_removed() {
    let mut manager = Manager::new(ManagerOptions {
        max_history: 0,
        ..ManagerOptions::default()
    });
    let tool = tool(&json!({ "dedupe": "inflight" }));
    let (leader, _) = start(&mut manager, &tool);
    let (follower, _) = start(&mut manager, &tool);
    assert_eq!(manager.returned(leader, 1, 1.0), D::Succeed);
    manager.retire(leader);
    assert_eq!(manager.next_ready(), Some(follower));
    assert_eq!(manager.resume(follower, 1.0), D::Succeed);
}

/// An event in a page.
#[derive(Debug, Clone, Copy)]
enum Event {
    /// A call of one of the tools, with one of the signals or none.
    Execute {
        tool: usize,
        signal: usize,
    },
    Returned(usize),
    Failed(usize, bool),
    TimedOut(usize),
    DelayElapsed(usize),
    Cancel(usize),
    CancelAll,
    Free,
    /// Its listeners are called one after the other.
    Abort(usize),
    /// A tool is replaced by another one of the same name.
    Register(usize),
}

fn events() -> impl Strategy<Value = Event> {
    let which = 0_usize..12;
    prop_oneof![
        8 => (0_usize..5, 0_usize..4).prop_map(|(tool, signal)| Event::Execute { tool, signal }),
        3 => which.clone().prop_map(Event::Returned),
        3 => (which.clone(), any::<bool>()).prop_map(|(which, again)| Event::Failed(which, again)),
        1 => which.clone().prop_map(Event::TimedOut),
        3 => which.clone().prop_map(Event::DelayElapsed),
        2 => which.prop_map(Event::Cancel),
        1 => Just(Event::CancelAll),
        1 => Just(Event::Free),
        2 => (0_usize..3).prop_map(Event::Abort),
        1 => (0_usize..5).prop_map(Event::Register),
    ]
}

/// A page and its driver, as in `pkg-template/src/execution`: executions that a cancellation releases continue after the
/// cancelling call.
struct Page {
    manager: Manager,
    limit: u32,
    tools: Vec<Rc<CheckedTool>>,
    now: f64,
    /// The signal of each execution.
    signals: BTreeMap<ExecutionKey, usize>,
    aborted: BTreeSet<usize>,
    at_work: BTreeSet<ExecutionKey>,
    ended: BTreeSet<ExecutionKey>,
    /// The executions that the current call cancels.
    doomed: BTreeSet<ExecutionKey>,
    is_held: bool,
    /// Calls that a listener makes during a cancellation.
    calls_of_listeners: u32,
}

const KINDS: [&str; 5] = [
    "{}",
    r#"{ "maxConcurrency": 1 }"#,
    r#"{ "dedupe": "inflight", "idempotent": true }"#,
    r#"{ "dedupe": "inflight", "maxConcurrency": 1 }"#,
    r#"{ "idempotent": true, "cache": { "ttl": 300, "maxEntries": 2 } }"#,
];

fn tool_of_kind(kind: usize) -> Rc<CheckedTool> {
    tool(&serde_json::from_str(KINDS[kind]).unwrap())
}

impl Page {
    fn new(limit: u32, calls_of_listeners: u32) -> Self {
        Self {
            manager: manager(Some(limit)),
            limit,
            tools: (0..KINDS.len()).map(tool_of_kind).collect(),
            now: 0.0,
            signals: BTreeMap::new(),
            aborted: BTreeSet::new(),
            at_work: BTreeSet::new(),
            ended: BTreeSet::new(),
            doomed: BTreeSet::new(),
            is_held: false,
            calls_of_listeners,
        }
    }

    fn handle(&mut self, event: Event) {
        self.now += 100.0;
        self.aborted.clear();
        match event {
            Event::Execute { tool, signal } => self.execute(tool, signal),
            Event::Returned(which) => {
                self.with(which, |page, key, attempt| {
                    page.manager.returned(key, attempt, page.now)
                });
            }
            Event::Failed(which, again) => self.with(which, |page, key, attempt| {
                let error = ToolError::new(ToolErrorCategory::Execution, "no");
                let failure = Failure::thrown(attempt, error, Some(again));
                page.manager.failed(key, failure, 0.0, page.now)
            }),
            Event::TimedOut(which) => self.with(which, |page, key, attempt| {
                let failure = Failure::timed_out(attempt, 1.0);
                page.manager.failed(key, failure, 0.0, page.now)
            }),
            Event::DelayElapsed(which) => {
                self.with(which, |page, key, _| {
                    page.manager.delay_elapsed(key, page.now)
                });
            }
            Event::Cancel(which) => {
                self.with(which, |page, key, _| {
                    page.doomed.insert(key);
                    page.manager.cancel(key, None, page.now)
                });
            }
            Event::CancelAll => self.cancel_all(),
            Event::Free => {
                // A freed manager takes no calls, not even from listeners.
                let (limit, calls) = (self.limit, self.calls_of_listeners);
                self.calls_of_listeners = 0;
                self.cancel_all();
                let left = self.signals.keys().filter(|key| !self.ended.contains(*key));
                assert_eq!(left.collect::<Vec<_>>(), Vec::<&u32>::new(), "left behind");
                *self = Self::new(limit, calls);
            }
            Event::Abort(signal) => self.abort(signal),
            Event::Register(kind) => self.tools[kind] = tool_of_kind(kind),
        }
        self.is_held = false;
        self.drain();
        self.doomed.clear();
    }

    fn execute(&mut self, tool: usize, signal: usize) {
        let key = self
            .manager
            .begin(Rc::clone(&self.tools[tool]), "{}", self.now);
        self.signals.insert(key, signal);
        let directive = self.manager.start(key, self.now);
        self.follow(key, directive);
    }

    fn with(&mut self, which: usize, step: impl FnOnce(&mut Self, ExecutionKey, u32) -> D) {
        let keys: Vec<_> = self.signals.keys().rev().copied().collect();
        if let Some(key) = keys.get(which % keys.len().max(1)).copied() {
            let attempt = self.manager.life(key).unwrap().retry().attempt_number;
            let directive = step(self, key, attempt);
            self.follow(key, directive);
        }
    }

    fn cancel_all(&mut self) {
        // An execution that a listener starts during the cancellation is not part of it.
        let cancelled = self.manager.cancel_all(None, self.now);
        self.doomed.extend(&cancelled);
        self.is_held = true;
        for key in cancelled {
            self.follow(key, D::Cancel);
        }
    }

    fn abort(&mut self, signal: usize) {
        self.aborted.insert(signal);
        let keys = self.signals.iter().filter(|(_, its)| **its == signal);
        let keys: Vec<_> = keys.map(|(key, _)| *key).collect();
        self.doomed.extend(&keys);
        for key in keys {
            let directive = self.manager.cancel(key, None, self.now);
            self.follow(key, directive);
        }
    }

    fn follow(&mut self, key: ExecutionKey, directive: D) {
        match directive {
            D::Validate => {
                self.assert_may_begin(key);
                let directive = self.manager.accept(key, None, self.now);
                self.follow(key, directive);
            }
            D::Execute => {
                self.assert_may_begin(key);
                assert!(self.at_work.insert(key), "two attempts at once");
            }
            D::Retry => {
                self.at_work.remove(&key);
            }
            D::PassLead => {
                let successor = self.manager.successor(key).unwrap();
                if self.at_work.remove(&key) {
                    self.at_work.insert(successor);
                }
            }
            _ => {}
        }
        if directive.is_end() {
            self.at_work.remove(&key);
            assert!(self.ended.insert(key), "ended twice");
            if matches!(directive, D::Cancel | D::PassLead) {
                self.is_held = true;
                if self.calls_of_listeners > 0 {
                    self.calls_of_listeners -= 1;
                    self.execute(key as usize % KINDS.len(), 3);
                }
            }
        }
        self.drain();
    }

    fn drain(&mut self) {
        while !self.is_held
            && let Some(key) = self.manager.next_ready()
        {
            let is_aborted = self.aborted.contains(&self.signals[&key]);
            let directive = if is_aborted {
                self.manager.cancel(key, None, self.now)
            } else {
                self.manager.resume(key, self.now)
            };
            self.follow(key, directive);
        }
    }

    fn assert_may_begin(&self, key: ExecutionKey) {
        assert!(!self.doomed.contains(&key), "began though it is cancelled");
        assert!(!self.ended.contains(&key), "began after its end");
    }

    fn assert_sound(&self) {
        assert!(
            self.at_work.len() <= self.limit as usize,
            "more at work than slots"
        );
        for key in self.signals.keys() {
            let life = self.manager.life(*key).unwrap();
            assert_eq!(life.status().is_terminal(), self.ended.contains(key));
            let waits = life.status() == Status::Pending;
            let is_full = self.at_work.len() == self.limit as usize;
            // A tool with one slot waits for it.
            assert!(
                !waits || is_full || !self.at_work.is_empty(),
                "waits while there is room"
            );
        }
    }
}

proptest! {
    #![proptest_config(crate::cases())]

    #[test]
    fn cancelling_several_executions_never_starts_another(
        limit in 1_u32..3,
        calls_of_listeners in 0_u32..20,
        events in prop::collection::vec(events(), 1..120),
    ) {
        let mut page = Page::new(limit, calls_of_listeners);
        for event in events {
            page.handle(event);
            page.assert_sound();
        }
        page.handle(Event::CancelAll);
        page.assert_sound();
        page.calls_of_listeners = 0;
        page.handle(Event::CancelAll);
        prop_assert!(page.at_work.is_empty());
        // Every slot has been released.
        for _ in 0..limit {
            page.execute(0, 3);
        }
        let waiting = page.signals.keys().filter(|key| {
            page.manager.life(**key).unwrap().status() == Status::Pending
        });
        prop_assert_eq!(waiting.count(), 0);
    }
}
