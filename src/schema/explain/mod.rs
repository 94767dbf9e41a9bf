//! What is wrong with a value, in words that a model can act on.
//!
//! One finding is usually one issue. A keyword that names several properties gives one for each, and alternatives
//! (`anyOf`, `oneOf`) give those of the alternative that was evidently meant, so that every issue's path points at
//! what is to be mended.
//!
//! | module | what it is for |
//! |---|---|
//! | `find` | looks for everything that is wrong |
//! | `fault`, `path` | what it finds, and where |
//! | `expected` | one finding as a sentence |
//! | `alternatives` | which alternative was meant |
//! | `phrases` | parts of sentences |
//! | `received` | a value as it is quoted |

mod alternatives;
mod expected;
mod fault;
mod find;
mod path;
mod phrases;
pub(super) mod received;

use super::check::Check;
use super::issue::ValidationIssue;
use super::verdict::Verdict;
use crate::json::Node;
use expected::Words;
use fault::{Fault, Finding};
use find::Finder;
use received::{excerpt, shortened};

/// How many issues a validation tells. A model mends what it is told, and then hears of the rest.
pub const MAX_ISSUES: usize = 100;

/// How many values and keys arguments may consist of for all their faults to be looked for. Beyond it only the first is:
/// a million wrong items would fill the memory of a wasm module with findings that nobody reads.
pub const MAX_VALUES: usize = 20_000;

/// How many of one keyword's properties get an issue of their own.
const MOST_PROPERTIES: usize = 100;

const UNDECIDED: &str = "could not be checked: comparing them with the schema takes too many steps";

const UNEXPLAINED: &str = "do not match the schema; it takes too many steps to say where";

/// What is wrong with a value that is not known to be valid, each thing once.
pub(super) fn explain(check: Check<'_>, value: Node<'_>, verdict: Verdict) -> Vec<ValidationIssue> {
    let (schema, is_bounded) = (check.schema, check.is_bounded());
    let mut told = Told::default();
    let is_large = value.parts() as usize > MAX_VALUES;
    let finder = Finder::new(check, value, is_large);
    let found = finder.find(value);
    if finder.gave_up() {
        told.note(if verdict == Verdict::Unsure {
            UNDECIDED
        } else {
            "do not match the schema; they are nested too deeply in alternatives to say where"
        });
        return told.issues();
    }
    let words = Words(schema.document());
    let is_said = |finding: &&Finding<'_>| !is_bounded || !finding.fault.is_undecided();
    let mut said = found.iter().filter(is_said).peekable();
    let is_empty = said.peek().is_none();
    for finding in said {
        told.add(words, finding);
        if is_large {
            break;
        }
    }
    if is_large {
        told.note("the arguments are very large: only the first fault was looked for");
    } else if is_empty && verdict != Verdict::Valid {
        told.note(if is_bounded { UNEXPLAINED } else { UNDECIDED });
    }
    told.issues()
}

/// Words a finding as issues, at least one.
fn issues_of(words: Words<'_>, finding: &Finding<'_>) -> Vec<ValidationIssue> {
    match &finding.fault {
        Fault::Missing(name, depends) => {
            let message = if *depends {
                "is required with the other properties that are given, but missing"
            } else {
                "is required, but missing"
            };
            vec![child(finding, name, message.to_owned(), None)]
        }
        Fault::Unexpected(names) => names
            .iter()
            .take(MOST_PROPERTIES)
            .map(|name| {
                let received = finding.value.get(name).map(excerpt);
                child(
                    finding,
                    name,
                    "is not a known property".to_owned(),
                    received,
                )
            })
            .collect(),
        Fault::Name(inner) => {
            let name = inner.value.as_str().unwrap_or_default();
            let rule = words.expectation(inner);
            let message = format!("is not an allowed property name: {rule}");
            vec![child(finding, name, message, None)]
        }
        Fault::Alternatives(each) => alternatives::issues(words, finding, each),
        _ => vec![here(finding, words.expectation(finding))],
    }
}

/// An issue about the value that the finding is about.
fn here(finding: &Finding<'_>, message: String) -> ValidationIssue {
    ValidationIssue {
        path: finding.path.told(),
        message,
        received: Some(excerpt(finding.value)),
    }
}

/// An issue about a property of it.
fn child(
    finding: &Finding<'_>,
    name: &str,
    message: String,
    received: Option<String>,
) -> ValidationIssue {
    let mut path = finding.path.told();
    path.push(shortened(name));
    ValidationIssue {
        path,
        message,
        received,
    }
}

#[derive(Default)]
struct Told {
    issues: Vec<ValidationIssue>,
    untold: usize,
    note: Option<String>,
}

impl Told {
    /// The same fault may be found along several ways, through `allOf` or references.
    fn add(&mut self, words: Words<'_>, finding: &Finding<'_>) {
        if self.issues.len() >= MAX_ISSUES {
            // Not worth wording what nobody reads.
            self.untold += match &finding.fault {
                Fault::Unexpected(names) => names.len().min(MOST_PROPERTIES),
                _ => 1,
            };
            return;
        }
        for issue in issues_of(words, finding) {
            if self.issues.len() >= MAX_ISSUES {
                self.untold += 1;
            } else if !self.knows(&issue) {
                self.issues.push(issue);
            }
        }
    }

    fn knows(&self, issue: &ValidationIssue) -> bool {
        let mut known = self.issues.iter();
        known.any(|known| known.message == issue.message && known.path == issue.path)
    }

    fn note(&mut self, note: &str) {
        self.note = Some(note.to_owned());
    }

    fn issues(mut self) -> Vec<ValidationIssue> {
        if self.untold > 0 {
            // Its place is taken from the last issue, so that the bound holds.
            self.issues.truncate(MAX_ISSUES - 1);
            self.note = Some(format!("and {} more faults, not listed", self.untold + 1));
        }
        self.issues.extend(self.note.map(|message| ValidationIssue {
            path: Vec::new(),
            message,
            received: None,
        }));
        self.issues
    }
}
