//! The calls of an answer that is still arriving.

mod keys;
mod open;
mod steps;

use std::collections::HashSet;

use indexmap::IndexMap;

use super::call::Reading;
use super::ending::{cut_off, is_cut};
use super::finding::Finding;
use super::listing::kind;
use crate::provider::apis::Target;
use crate::provider::json::Json;
pub use keys::{CHUNK, NAMELESS, key_of};
pub use open::Open;

/// The calls of an answer that is still arriving, by its events. An event that fits no call is reported as an issue, and the
/// stream continues.
#[derive(Debug)]
pub struct CallStream {
    target: Target,
    /// Pending calls, by the keys of the API's events.
    pub(in crate::provider) open: IndexMap<String, Open>,
    /// Keys of calls that have ended, and of other parts of the answer.
    pub(in crate::provider) passed: HashSet<String>,
    /// The ids of all calls so far.
    pub(in crate::provider) ids: HashSet<String>,
    calls: usize,
    /// The number of bytes of arguments so far.
    length: usize,
    /// Pieces of arguments were lost. A call without arguments may be the one that lacks them.
    has_lost: bool,
    /// A call without arguments is complete, unless the next event reports a truncation.
    has_waiting: bool,
    has_ended: bool,
}

impl CallStream {
    /// An empty stream of an API.
    #[must_use]
    pub fn new(target: Target) -> Self {
        Self {
            target,
            open: IndexMap::new(),
            passed: HashSet::new(),
            ids: HashSet::new(),
            calls: 0,
            length: 0,
            has_lost: false,
            has_waiting: false,
            has_ended: false,
        }
    }

    /// Reads the next event.
    pub(in crate::provider) fn push(
        &mut self,
        event: &Json,
        reading: &mut Reading,
    ) -> Vec<Finding> {
        let mut findings = Vec::new();
        if self.has_ended {
            findings.push(Finding::Issue("The stream has ended.".to_owned()));
        } else if event.as_object().is_none() {
            findings.push(Finding::Issue("An event must be an object.".to_owned()));
        } else {
            self.take(event, reading, &mut findings);
        }
        findings
    }

    /// Records that an event could not be read.
    pub(in crate::provider) fn lose(&mut self) {
        self.has_lost = true;
    }

    fn take(&mut self, event: &Json, reading: &mut Reading, findings: &mut Vec<Finding>) {
        let api = self.target.api();
        let event = &*api.normal(event, reading);
        let reason = Some(api.ending(event)).filter(|reason| !reason.is_empty());
        let cut = reason.filter(|reason| is_cut(reason)).map(cut_off);
        if self.has_waiting && kind(event) != "ping" {
            self.settle(cut.as_deref(), reading, findings);
        }
        api.event(self, event, reading, findings);
        match &cut {
            Some(cut) => self.cut(cut),
            None if reason.is_some() => self.lost_at_end(),
            None => {}
        }
        if reason.is_some() {
            self.finish_all(reading, findings);
        }
    }

    /// Finishes calls without arguments, which waited for the next event.
    fn settle(&mut self, cut: Option<&str>, reading: &Reading, findings: &mut Vec<Finding>) {
        self.has_waiting = false;
        let waiting = self.open.iter().filter(|(_, open)| open.is_whole);
        let waiting: Vec<_> = waiting.map(|(key, _)| key.clone()).collect();
        for key in waiting {
            if let (Some(cut), Some(open)) = (cut, self.open.get_mut(&key)) {
                open.spoil(cut);
            }
            self.finish(&key, reading, findings);
        }
    }

    /// Marks what a truncation leaves incomplete. A pending call is incomplete. In chat completions, which never report the
    /// end of a call, only the last call and those with unclosed arguments are.
    fn cut(&mut self, issue: &str) {
        let reports_complete = self.target.api().reports_complete();
        let last = self.open.len().saturating_sub(1);
        for (at, open) in self.open.values_mut().enumerate() {
            if reports_complete || at == last || !open.is_closed() {
                open.spoil(issue);
            }
        }
    }

    /// Marks calls that were still without arguments when the answer ended. Chat completions and AG-UI's chunks never report
    /// the end of a call, so theirs are complete.
    fn lost_at_end(&mut self) {
        let reports_complete = self.target.api().reports_complete();
        for (key, open) in &mut self.open {
            if open.is_empty() && !open.is_whole && reports_complete && !key.starts_with(CHUNK) {
                open.spoil("The answer ended before the arguments of the call came.");
            }
        }
    }

    /// Ends the stream. A pending call was truncated, and must not run.
    pub(in crate::provider) fn end(&mut self, reading: &Reading) -> Vec<Finding> {
        let mut findings = Vec::new();
        self.has_ended = true;
        for (key, open) in &mut self.open {
            // AG-UI never reports the end of a chunked call.
            if !key.starts_with(CHUNK) || open.is_empty() {
                open.spoil("The stream ended before the call was complete.");
            }
        }
        self.finish_all(reading, &mut findings);
        findings
    }

    fn finish_all(&mut self, reading: &Reading, findings: &mut Vec<Finding>) {
        // Arguments without a tool may be those that another call lacks.
        let is_lost = |open: &Open| open.sent.is_empty() && !open.is_empty();
        self.has_lost |= self.open.values().any(is_lost);
        while let Some(key) = self.open.keys().next().cloned() {
            self.finish(&key, reading, findings);
        }
    }
}
