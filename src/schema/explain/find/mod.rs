//! Looks for everything that is wrong with a value: the way of [`Check`], with all findings kept.

mod combined;
mod inside;
mod value;

use std::cell::Cell;

use super::fault::{Fault, Finding};
use super::path::Path;
use crate::json::{Kind, Node};
use crate::schema::check::{Check, Way};
use crate::schema::rule::{ANY, Rule, RuleId};
use crate::schema::schema::Schema;

/// A search for faults.
pub(super) struct Finder<'s> {
    check: Check<'s>,
    schema: &'s Schema,
    /// Comparisons left.
    work: Cell<u32>,
    /// Only the first fault is looked for.
    only_first: bool,
}

/// How many comparisons looking for faults may take, and how many more for each part of the value. Whether a value is valid
/// takes time in proportion to its size; why it is not, in a schema whose alternatives refer to themselves, grows with each
/// level by their number.
const MOST_COMPARISONS: u32 = 20_000;
const COMPARISONS_FOR_A_PART: u32 = 20;

/// How many they are at the most where the schema is somebody else's.
const MOST_COMPARISONS_BOUNDED: u32 = 500_000;

type Found<'s> = Vec<Finding<'s>>;

impl<'s> Finder<'s> {
    /// A search within the bounds of a check.
    pub(super) fn new(check: Check<'s>, value: Node<'s>, only_first: bool) -> Self {
        let comparisons =
            MOST_COMPARISONS.saturating_add(value.parts().saturating_mul(COMPARISONS_FOR_A_PART));
        let most = if check.is_bounded() {
            MOST_COMPARISONS_BOUNDED
        } else {
            u32::MAX
        };
        Self {
            schema: check.schema,
            check,
            work: Cell::new(comparisons.min(most)),
            only_first,
        }
    }

    /// Whether the search was given up.
    pub(super) fn gave_up(&self) -> bool {
        self.work.get() == 0
    }

    pub(super) fn find(&self, value: Node<'s>) -> Found<'s> {
        let mut found = Vec::new();
        self.rule(
            self.schema.root(),
            value,
            &Path::default(),
            Way::START,
            &mut found,
        );
        found
    }

    fn has_enough(&self, found: &Found<'s>) -> bool {
        self.only_first && !found.is_empty()
    }

    fn rule(
        &self,
        rule: RuleId,
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        if rule == ANY || self.has_enough(found) {
            return;
        }
        let (Some(work), Some(way)) = (self.work.get().checked_sub(1), way.further()) else {
            self.work.set(0);
            return;
        };
        self.work.set(work);
        let rule = self.schema.rule(rule);
        if self.schema.is_dynamic() {
            way.enter(rule, |way| self.all(rule, value, place, way, found));
        } else {
            self.all(rule, value, place, way, found);
        }
    }

    fn all(
        &self,
        rule: &'s Rule,
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        self.value(rule, value, &mut |fault| {
            found.push(finding(place, value, fault));
        });
        if rule.never {
            return;
        }
        match value.kind() {
            Kind::Array(items) => {
                if let Some(arrays) = rule.arrays.as_deref() {
                    self.array(arrays, value, items, place, way, found);
                }
            }
            Kind::Object(_) => {
                if let Some(objects) = rule.objects.as_deref() {
                    self.object(objects, value, place, way, found);
                }
            }
            _ => {}
        }
        for combined in &rule.combined {
            self.combined(combined, value, place, way, found);
        }
        if let Some(unevaluated) = rule.unevaluated.as_deref() {
            self.unevaluated(rule, unevaluated, value, place, way, found);
        }
    }
}

fn finding<'s>(place: &Path<'s>, value: Node<'s>, fault: Fault<'s>) -> Finding<'s> {
    Finding {
        path: place.clone(),
        value,
        fault,
    }
}
