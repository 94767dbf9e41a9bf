use std::collections::HashSet;

use jsonschema::Validator;
use serde_json::Value;

use crate::definition::Definition;
use crate::messages::issues_of;
use crate::work::Extent;
use ag_ui_lit::error::ValidationIssue;

/// The maximum number of issues of a validation. A model can fix those, and then receives the rest.
pub const MAX_ISSUES: usize = 100;

/// The maximum number of values in arguments of which all faults are reported. In larger ones only the first is: a million
/// wrong items would fill the memory of a wasm module with findings.
pub const MAX_VALUES: usize = 20_000;

/// The maximum number of comparisons for finding faults. The verdict takes time in proportion to a value's size; in a schema
/// whose alternatives refer to themselves, the explanation multiplies at each level by their number.
const MAX_COMPARISONS: u64 = 1_000_000;

/// The faults of a value, each once.
pub(crate) fn findings(
    validator: &Validator,
    value: &Value,
    extent: &Extent,
    definition: &Definition,
) -> Vec<ValidationIssue> {
    // Most calls are valid, and the plain check is several times cheaper than collecting errors.
    if validator.is_valid(value) {
        return Vec::new();
    }
    let mut found = Found::default();
    if extent.explanations(definition) > MAX_COMPARISONS {
        found.note(
            "do not match the schema; they are nested too deeply in alternatives to say where"
                .to_owned(),
        );
    } else if extent.values > MAX_VALUES {
        if let Err(error) = validator.validate(value) {
            found.add(issues_of(&error));
        }
        found.note("the arguments are very large: only the first fault was looked for".to_owned());
    } else {
        for error in validator.iter_errors(value) {
            found.add(issues_of(&error));
        }
    }
    found.reported()
}

#[derive(Default)]
struct Found {
    issues: Vec<ValidationIssue>,
    seen: HashSet<(Vec<String>, String)>,
    unlisted: usize,
    note: Option<String>,
}

impl Found {
    /// Adds issues that are new: the same fault may be found by several ways, through `allOf` or references.
    fn add(&mut self, issues: Vec<ValidationIssue>) {
        for issue in issues {
            if self.issues.len() >= MAX_ISSUES {
                self.unlisted += 1;
            } else if self
                .seen
                .insert((issue.path.clone(), issue.message.clone()))
            {
                self.issues.push(issue);
            }
        }
    }

    fn note(&mut self, note: String) {
        self.note = Some(note);
    }

    fn reported(mut self) -> Vec<ValidationIssue> {
        if self.unlisted > 0 {
            // This issue replaces the last one, so that the limit holds.
            self.issues.truncate(MAX_ISSUES - 1);
            self.note(format!("and {} more faults, not listed", self.unlisted + 1));
        }
        let note = self
            .note
            .map(|message| ValidationIssue::new("unlisted", Vec::new(), message));
        self.issues.extend(note);
        self.issues
    }
}
