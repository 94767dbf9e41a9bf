//! `anyOf` and `oneOf`: which alternative was meant, and what keeps the value from fitting it.
//!
//! A list of everything that is wrong with every alternative helps nobody. In this order:
//! 1. a property that the alternatives tell apart by a constant (`kind: "circle"`) says which was meant, and only
//!    that one's faults count; if its value fits none, that is the one fault;
//! 2. an alternative for another type of value was not meant;
//! 3. of those left, the one with the fewest faults is the closest.

use super::expected::Words;
use super::fault::{Fault, Finding};
use super::{here, issues_of, phrases};
use crate::fast_map::FastMap;
use crate::schema::explain::received::{named, shortened_to};
use crate::schema::issue::ValidationIssue;

/// How many characters of what the closest alternative says are told.
const LONGEST: usize = 300;

type Faults<'s> = Vec<Finding<'s>>;

/// The alternatives' faults as issues.
pub(super) fn issues(
    words: Words<'_>,
    finding: &Finding<'_>,
    each: &[Faults<'_>],
) -> Vec<ValidationIssue> {
    let depth = finding.path.len();
    let fitting: Vec<&Faults> = each
        .iter()
        .filter(|faults| !faults.iter().any(|fault| is_another_kind(fault, depth)))
        .collect();
    if let Some(issue) = unknown_tag(words, &fitting, depth) {
        return vec![issue];
    }
    let meant: Vec<&Faults> = fitting
        .iter()
        .copied()
        .filter(|faults| !faults.iter().any(|fault| is_tag(fault, depth)))
        .collect();
    let candidates = if meant.is_empty() { fitting } else { meant };
    match candidates.as_slice() {
        [] => vec![here(finding, other_kinds(words, finding, each))],
        [faults] => {
            let issues: Vec<_> = faults
                .iter()
                .flat_map(|fault| issues_of(words, fault))
                .collect();
            if issues.is_empty() {
                // Not known to be wrong, and not known to be right.
                return vec![here(finding, words.expectation(&undecided(finding)))];
            }
            issues
        }
        _ => {
            let closest = candidates.iter().min_by_key(|faults| faults.len());
            let closest = closest.map_or(&[][..], |faults| faults.as_slice());
            let sentences = closest
                .iter()
                .map(|fault| relative(&fault.path.told(), depth, &words.expectation(fault)));
            // Alternatives within alternatives would say so at each level.
            let sentences = shortened_to(LONGEST, &phrases::listed(sentences));
            let count = candidates.len();
            let message =
                format!("fits none of {count} alternatives; the closest one says: {sentences}");
            vec![here(finding, message)]
        }
    }
}

fn undecided<'s>(finding: &Finding<'s>) -> Finding<'s> {
    Finding {
        path: finding.path.clone(),
        value: finding.value,
        fault: Fault::Undecided,
    }
}

/// The same in one sentence, for use inside another.
pub(super) fn sentence(words: Words<'_>, finding: &Finding<'_>, each: &[Faults<'_>]) -> String {
    let depth = finding.path.len();
    let issues = issues(words, finding, each);
    let sentences = issues
        .iter()
        .map(|issue| relative(&issue.path, depth, &issue.message));
    phrases::listed(sentences)
}

/// The alternative is for another type of value, or for other values, altogether.
fn is_another_kind(fault: &Finding<'_>, depth: usize) -> bool {
    fault.path.len() == depth
        && matches!(
            fault.fault,
            Fault::Types(_) | Fault::Options(_) | Fault::Never
        )
}

/// The alternative is told apart by a property's constant, which is another one.
fn is_tag(fault: &Finding<'_>, depth: usize) -> bool {
    fault.path.len() == depth + 1 && matches!(fault.fault, Fault::Options(_))
}

/// All alternatives are told apart by the same property, and its value belongs to none of them.
fn unknown_tag(
    words: Words<'_>,
    alternatives: &[&Faults<'_>],
    depth: usize,
) -> Option<ValidationIssue> {
    if alternatives.len() < 2 {
        return None;
    }
    let tags: Option<Vec<_>> = alternatives
        .iter()
        .map(|faults| faults.iter().find(|fault| is_tag(fault, depth)))
        .collect();
    let tags = tags?;
    let first = tags.first()?;
    let path = first.path.told();
    if !tags.iter().all(|tag| tag.path.told() == path) {
        return None;
    }
    let values = each_once(tags.iter().flat_map(|tag| allowed(words, tag)));
    let received = named(first.value);
    let listed = phrases::listed(values.into_iter());
    let message = format!("expected one of {listed}, received {received}");
    Some(here(first, message))
}

fn allowed(words: Words<'_>, fault: &Finding<'_>) -> Vec<String> {
    match fault.fault {
        Fault::Options(options) => words.allowed(options),
        _ => Vec::new(),
    }
}

/// No alternative is for this type of value: what there could have been instead.
fn other_kinds(words: Words<'_>, finding: &Finding<'_>, each: &[Faults<'_>]) -> String {
    let depth = finding.path.len();
    let faults = each
        .iter()
        .filter_map(|faults| faults.iter().find(|fault| is_another_kind(fault, depth)));
    let kinds = each_once(faults.flat_map(|fault| match fault.fault {
        Fault::Types(types) => {
            let names = phrases::type_names(types).into_iter();
            names.map(str::to_owned).collect()
        }
        _ => allowed(words, fault),
    }));
    let received = named(finding.value);
    match kinds.as_slice() {
        [] => "fits none of the alternatives".to_owned(),
        [kind] => format!("expected {kind}, received {received}"),
        _ => {
            let kinds = phrases::listed(kinds.into_iter());
            format!("expected one of: {kinds}; received {received}")
        }
    }
}

/// In the order in which they come first.
fn each_once(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut known = FastMap::default();
    let mut once = Vec::new();
    for text in texts {
        let number = 0_u32;
        if known.insert(Box::<str>::from(&*text), number).is_none() {
            once.push(text);
        }
    }
    once
}

fn relative(path: &[String], depth: usize, sentence: &str) -> String {
    let below = path.get(depth..).unwrap_or_default();
    if below.is_empty() {
        sentence.to_owned()
    } else {
        format!("{}: {sentence}", below.join("."))
    }
}
