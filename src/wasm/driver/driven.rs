use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::prelude::*;

use super::directive::RawDirective;
use super::waiting::Waiting;
use crate::execution::{Directive, ExecutionKey, Failure, Lifecycle, Manager};
use crate::policy::Wake;

/// A manager and the timers of its executions: for retries, for timeouts of attempts, for turns in the queue.
#[derive(Clone)]
pub(super) struct Driven {
    pub(super) manager: Rc<RefCell<Manager>>,
    pub(super) waiting: Waiting,
    page: Page,
    /// The time of the queue's timer.
    wake: Rc<Cell<Option<Wake>>>,
}

/// The page's half.
#[derive(Clone)]
pub(super) struct Page {
    pub(super) clock: Function,
    pub(super) go_on: Function,
    pub(super) hold: Function,
}

impl Page {
    /// The time. If the page's clock fails, no time has passed: the core has the latest.
    fn now(&self) -> f64 {
        let now = Reflect::apply(&self.clock, &JsValue::UNDEFINED, &Array::new());
        now.ok().and_then(|now| now.as_f64()).unwrap_or(0.0)
    }

    /// Continues an execution in the page. The function only throws if the page's half has stopped, and then there is no
    /// receiver for the error.
    fn go_on(&self, key: ExecutionKey, directive: Directive) {
        let directive = RawDirective::from(directive) as u32;
        let arguments = Array::of2(&key.into(), &directive.into());
        let _ = Reflect::apply(&self.go_on, &JsValue::UNDEFINED, &arguments);
    }

    /// The function that resumes ready executions. It keeps an execution alive, and thereby all of its manager's.
    fn hold(&self, key: ExecutionKey) -> Option<Function> {
        let arguments = Array::of1(&key.into());
        let held = Reflect::apply(&self.hold, &JsValue::UNDEFINED, &arguments);
        held.ok()?.dyn_into().ok()
    }
}

/// The key of the queue's timer, which no execution has.
const QUEUE: ExecutionKey = 0;

impl Driven {
    pub(super) fn new(manager: Manager, page: Page) -> Self {
        Self {
            manager: Rc::new(RefCell::new(manager)),
            waiting: Waiting::default(),
            page,
            wake: Rc::default(),
        }
    }

    /// Moves an execution on. Ends its timer, and starts one for a retry.
    pub(super) fn step(
        &self,
        key: ExecutionKey,
        step: impl FnOnce(&mut Manager) -> Directive,
    ) -> Directive {
        let directive = step(&mut self.manager.borrow_mut());
        self.moved_on(key, directive);
        directive
    }

    /// Not inlined: each kind of step has its own copy of the caller.
    #[inline(never)]
    fn moved_on(&self, key: ExecutionKey, directive: Directive) {
        match directive {
            Directive::Ignore | Directive::Wait | Directive::Validate => {}
            Directive::PassLead => {
                let successor = self.manager.borrow().successor(key);
                if let Some(successor) = successor {
                    self.waiting.pass_on(key, successor);
                }
            }
            _ => {
                self.waiting.end(key);
                self.wait_for_retry(key, directive);
            }
        }
        self.wait_for_queue();
    }

    /// Starts the timeout of an attempt, in milliseconds. At its end the attempt has failed, and the page continues.
    pub(super) fn limit(&self, key: ExecutionKey, attempt: u32, timeout: f64, random: f64) {
        let driven = self.clone();
        let elapsed = move |key: ExecutionKey| {
            let now = driven.page.now();
            let failure = Failure::timed_out(attempt, timeout);
            driven.go_on(key, |manager| manager.failed(key, failure, random, now));
        };
        self.waiting.begin(key, timeout, Box::new(elapsed));
    }

    /// After `Retry`: starts the timer of the delay.
    fn wait_for_retry(&self, key: ExecutionKey, directive: Directive) {
        if directive != Directive::Retry {
            return;
        }
        let delay = self
            .manager
            .borrow()
            .life(key)
            .map_or(0.0, Lifecycle::delay);
        let driven = self.clone();
        let elapsed = move |key: ExecutionKey| {
            let now = driven.page.now();
            driven.go_on(key, |manager| manager.delay_elapsed(key, now));
        };
        self.waiting.begin(key, delay, Box::new(elapsed));
    }

    /// Moves an execution on that waits for a retry, before the delay is over. Its timer ends, even if the attempt has to
    /// wait for its turn.
    pub(super) fn retry_now(&self, key: ExecutionKey, now: f64) -> Directive {
        let directive = self.manager.borrow_mut().delay_elapsed(key, now);
        if directive != Directive::Ignore {
            self.waiting.end(key);
            self.wait_for_queue();
        }
        directive
    }

    /// Moves an execution on whose timer has ended, in the page too.
    fn go_on(&self, key: ExecutionKey, step: impl FnOnce(&mut Manager) -> Directive) {
        let directive = step(&mut self.manager.borrow_mut());
        self.wait_for_retry(key, directive);
        self.wait_for_queue();
        self.page.go_on(key, directive);
    }

    /// Starts the timer for the time at which the queue continues, unless there is one for that time.
    pub(super) fn wait_for_queue(&self) {
        let wake = self.manager.borrow().wake();
        if wake != self.wake.get() {
            self.wait_until(wake);
        }
    }

    #[cold]
    fn wait_until(&self, wake: Option<Wake>) {
        self.wake.set(wake);
        self.waiting.end(QUEUE);
        let Some(wake) = wake else {
            return;
        };
        let release = self.page.hold(wake.key);
        // Rounded up: at an earlier time nothing continues.
        let delay = (wake.at - self.page.now()).ceil();
        let driven = self.clone();
        let elapsed = move |_: ExecutionKey| {
            driven.wake.set(None);
            let now = driven.page.now();
            driven.manager.borrow_mut().wake_up(now);
            driven.wait_for_queue();
            if let Some(release) = release {
                let _ = Reflect::apply(&release, &JsValue::UNDEFINED, &Array::new());
            }
        };
        self.waiting.begin(QUEUE, delay, Box::new(elapsed));
    }
}
