use super::keys::short;
use super::{CallStream, Open};
use crate::provider::calls::call::{Call, Given, Reading};
use crate::provider::calls::finding::Finding;
use crate::provider::calls::listing::name;
use crate::provider::json::Json;
use ag_ui_lit::json::MAX_LENGTH;

/// The maximum number of calls in a stream.
const MOST_CALLS: usize = 1000;

/// The steps of one call, from its start to its end.
impl CallStream {
    pub(in crate::provider) fn begin(
        &mut self,
        key: String,
        open: Open,
        findings: &mut Vec<Finding>,
    ) {
        if self.open.contains_key(&key) || self.passed.contains(&key) {
            findings.push(Finding::Issue(format!(
                "A call has the key of another call ({}); it is ignored.",
                short(&key)
            )));
            return;
        }
        if !self.is_new(&open.id, findings) {
            self.passed.insert(key);
            return;
        }
        self.open.insert(key, open);
    }

    /// Returns true if a call is new. Each has its own id, by which it is answered.
    fn is_new(&mut self, id: &str, findings: &mut Vec<Finding>) -> bool {
        self.calls += 1;
        let issue = if self.calls > MOST_CALLS {
            format!("An answer may have {MOST_CALLS} calls; further ones are ignored.")
        } else if !id.is_empty() && !self.ids.insert(id.to_owned()) {
            format!(
                "Two calls have the id {}; the second is ignored.",
                short(id)
            )
        } else {
            return true;
        };
        findings.push(Finding::Issue(issue));
        false
    }

    /// Reports the start of a call once its tool is known. Unless `is_whole`, the name may still be the beginning of a
    /// longer one.
    pub(in crate::provider) fn announce(
        &mut self,
        key: &str,
        is_whole: bool,
        reading: &Reading,
        findings: &mut Vec<Finding>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        if open.is_announced || open.sent.is_empty() || open.id.is_empty() {
            return;
        }
        if !is_whole && (open.is_made || !reading.names.is_settled(&open.sent)) {
            return;
        }
        open.is_announced = true;
        findings.push(Finding::Start {
            id: open.id.clone(),
            name: reading.names.own(&open.sent).to_owned(),
        });
        if !open.text.is_empty() {
            findings.push(Finding::Args {
                id: open.id.clone(),
                delta: open.text.clone(),
            });
        }
    }

    /// Reads a name that is repeated or continued.
    pub(in crate::provider) fn rename(&mut self, key: &str, next: &str, reading: &Reading) {
        let Some(open) = self.open.get_mut(key).filter(|_| !next.is_empty()) else {
            return;
        };
        match reading.names.joined(&open.sent, next) {
            Some(sent) if sent == open.sent => {}
            Some(sent) if !open.is_announced => open.sent = sent,
            Some(_) => open.spoil("The name of the tool changed while the call arrived."),
            None => open
                .spoil("The name of the tool may be two names in a row, or one that came twice."),
        }
    }

    pub(in crate::provider) fn more(
        &mut self,
        key: &str,
        delta: Option<&Json>,
        reading: &Reading,
        findings: &mut Vec<Finding>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            self.stray(key, delta, findings);
            return;
        };
        open.has_arguments = true;
        // Some compatible servers send the object itself.
        if let (Some(given @ Json::Object(_)), true, None) =
            (delta, open.text.is_empty(), &open.given)
        {
            open.given = Some(given.clone());
            return;
        }
        let Some(delta) = delta.and_then(Json::as_str) else {
            open.spoil("A piece of the arguments is not text.");
            return;
        };
        if delta.is_empty() || open.issue.is_some() {
            return;
        }
        if delta.len() > MAX_LENGTH.saturating_sub(self.length) {
            open.spoil(&format!(
                "The arguments of an answer may have {MAX_LENGTH} bytes."
            ));
            return;
        }
        self.length += delta.len();
        let was_announced = open.is_announced;
        open.add(delta);
        if was_announced {
            findings.push(Finding::Args {
                id: open.id.clone(),
                delta: delta.to_owned(),
            });
        } else {
            // Arguments follow a complete name.
            self.announce(key, true, reading, findings);
        }
    }

    /// Compares with the complete call: missing parts are added, and a difference is an issue.
    pub(in crate::provider) fn whole_call(
        &mut self,
        key: &str,
        holder: &Json,
        reading: &Reading,
        findings: &mut Vec<Finding>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        let sent = name(holder, "name");
        if !open.is_announced && !sent.is_empty() {
            sent.clone_into(&mut open.sent);
        } else if open.sent != sent && !sent.is_empty() {
            open.spoil("The name of the tool changed while the call arrived.");
        }
        let given = holder
            .get("arguments")
            .filter(|given| **given != Json::Null);
        let Some(all) = given.and_then(Json::as_str) else {
            if given.is_some() && open.is_empty() {
                self.more(key, given, reading, findings);
            }
            return;
        };
        match all.strip_prefix(open.text.as_str()) {
            Some(rest) => {
                let rest = Json::String(rest.to_owned());
                self.more(key, Some(&rest), reading, findings);
            }
            None => {
                open.spoil(
                    "The arguments at the end of the call differ from those that arrived before.",
                );
            }
        }
    }

    /// The end of a call, reported by the API.
    pub(in crate::provider) fn complete(
        &mut self,
        key: &str,
        reading: &Reading,
        findings: &mut Vec<Finding>,
    ) {
        let Some(open) = self.open.get_mut(key) else {
            return;
        };
        open.is_whole = true;
        if self.target.api().reports_cut_late() && open.is_empty() {
            self.has_waiting = true;
        } else {
            self.finish(key, reading, findings);
        }
    }

    pub(in crate::provider) fn finish(
        &mut self,
        key: &str,
        reading: &Reading,
        findings: &mut Vec<Finding>,
    ) {
        self.announce(key, true, reading, findings);
        let Some(mut open) = self.open.shift_remove(key) else {
            return;
        };
        self.passed.insert(key.to_owned());
        if self.has_lost && open.is_empty() {
            open.spoil("A piece of arguments that was lost may belong to this call.");
        }
        let given = match &open.given {
            Some(given) if open.text.is_empty() => Given::Value(given),
            _ if !open.has_arguments && self.target.api().always_has_arguments() => Given::Missing,
            _ => Given::Text(&open.text),
        };
        let mut call = reading.call(&open.id, &open.sent, given);
        if let Some(issue) = open.issue {
            call.issue = None;
            call.spoil(&issue);
        }
        if open.text.is_empty() && open.is_announced && open.given.is_some() {
            findings.push(Finding::Args {
                id: call.id.clone(),
                delta: call.text.clone(),
            });
        }
        findings.push(Finding::End(call));
    }

    /// Reads a call that arrived in one piece.
    pub(in crate::provider) fn whole(&mut self, call: Call, findings: &mut Vec<Finding>) {
        if !self.is_new(&call.id, findings) {
            return;
        }
        if !call.name.is_empty() {
            findings.push(Finding::Start {
                id: call.id.clone(),
                name: call.name.clone(),
            });
            findings.push(Finding::Args {
                id: call.id.clone(),
                delta: call.text.clone(),
            });
        }
        findings.push(Finding::End(call));
    }

    pub(in crate::provider) fn stray(
        &mut self,
        key: &str,
        delta: Option<&Json>,
        findings: &mut Vec<Finding>,
    ) {
        if self.passed.contains(key) {
            return;
        }
        self.has_lost |= delta.and_then(Json::as_str) != Some("");
        findings.push(Finding::Issue(format!(
            "A piece of arguments does not belong to any call ({}).",
            short(key)
        )));
    }
}
