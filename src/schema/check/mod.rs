//! Whether a value matches: follows the rules, and remembers what it has compared when it was a lot.
//!
//! | module | what it is for |
//! |---|---|
//! | `value` | the keywords about a value by itself |
//! | `inside` | the keywords about items and members |
//! | `combined` | the keywords that combine other schemas |
//! | `evaluated` | `unevaluatedItems` and `unevaluatedProperties` |
//! | `equality`, `multiple`, `content` | what single keywords ask |

mod combined;
pub(in crate::schema) mod content;
pub(in crate::schema) mod equality;
mod evaluated;
pub(in crate::schema) mod inside;
pub(in crate::schema) mod multiple;
pub(in crate::schema) mod value;

use std::cell::{Cell, RefCell};

use crate::fast_map::FastMap;
use crate::json::{Kind, Node};
use crate::pattern::TotalSteps;
use crate::schema::compile::resources::ResourceId;
use crate::schema::rule::{ANY, Rule, RuleId};
use crate::schema::schema::Schema;
use crate::schema::verdict::{Verdict, holds};
use value::has_type;

/// How deep rules may lead to rules for one value, which is what the stack of a wasm module holds several times.
const MOST_LEVELS: u32 = 600;

/// How many rules may be followed for a value, and how many more for each of its parts and of its bytes. What takes longer
/// for larger values counts for several, so that no schema and no value take for ever together.
const MOST_WORK: u32 = 1_000_000;
const WORK_FOR_A_PART: u32 = 100;
const WORK_FOR_A_BYTE: u32 = 1;

/// How many steps all patterns may take together where the schema is somebody else's: some 200 milliseconds.
const MOST_PATTERN_STEPS: u64 = 8_000_000;

/// How many parts of a value are gone through, and bytes of a text, in the time that it takes to follow a rule.
const PARTS_FOR_WORK: usize = 4;
const BYTES_FOR_WORK: usize = 64;

/// After how many rules one begins to remember what came of comparing a part with a rule: alternatives that refer to
/// themselves compare the same ones again and again.
const WORK_UNREMEMBERED: u32 = 20_000;

/// One value that is compared with a schema.
pub(in crate::schema) struct Check<'c> {
    pub(in crate::schema) schema: &'c Schema,
    work: Cell<u32>,
    pattern_steps: TotalSteps,
    is_bounded: bool,
    /// With so much work left, one begins to remember.
    remembers_below: u32,
    known: RefCell<FastMap<u64, Verdict>>,
    /// Bytes of the whole text the value is part of.
    pub(in crate::schema) size: usize,
}

/// How one came to a rule.
#[derive(Clone, Copy)]
pub(in crate::schema) struct Way<'w> {
    levels: u32,
    /// The resources that were entered, if the schema has references for which that counts.
    scope: Option<&'w Scope<'w>>,
}

pub(in crate::schema) struct Scope<'w> {
    resource: ResourceId,
    outer: Option<&'w Scope<'w>>,
}

impl Way<'_> {
    pub(in crate::schema) const START: Self = Way {
        levels: MOST_LEVELS,
        scope: None,
    };

    /// Goes on in the resource of a rule.
    pub(in crate::schema) fn enter<T>(self, rule: &Rule, run: impl FnOnce(Way<'_>) -> T) -> T {
        match rule.resource {
            Some(resource) if self.scope.is_none_or(|scope| scope.resource != resource) => {
                let scope = Scope {
                    resource,
                    outer: self.scope,
                };
                run(Way {
                    scope: Some(&scope),
                    ..self
                })
            }
            _ => run(self),
        }
    }

    /// One level deeper, unless that is too deep.
    pub(in crate::schema) fn further(self) -> Option<Self> {
        let levels = self.levels.checked_sub(1)?;
        Some(Self { levels, ..self })
    }
}

/// How much work a value with so many parts and bytes may be.
pub(in crate::schema) fn work_for(parts: u32, bytes: usize) -> u32 {
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
    MOST_WORK
        .saturating_add(parts.saturating_mul(WORK_FOR_A_PART))
        .saturating_add(bytes.saturating_mul(WORK_FOR_A_BYTE))
}

impl<'c> Check<'c> {
    pub(in crate::schema) fn new(schema: &'c Schema, value: Node<'_>) -> Self {
        let work = work_for(value.parts(), value.source_len());
        Self::within(schema, value, work)
    }

    /// A check that may be so much work.
    pub(in crate::schema) fn within(schema: &'c Schema, value: Node<'_>, work: u32) -> Self {
        Self {
            schema,
            work: Cell::new(work),
            pattern_steps: TotalSteps::unbounded(),
            is_bounded: false,
            remembers_below: work.saturating_sub(WORK_UNREMEMBERED),
            known: RefCell::default(),
            size: value.source_len(),
        }
    }

    /// A check that ends soon, whatever the schema and the value are: its work does not grow with the value, and all
    /// patterns share their steps.
    pub(in crate::schema) fn bounded(schema: &'c Schema, value: Node<'_>) -> Self {
        Self {
            pattern_steps: TotalSteps::at_most(MOST_PATTERN_STEPS),
            is_bounded: true,
            ..Self::within(schema, value, MOST_WORK)
        }
    }

    /// Whether it was made to end soon.
    pub(in crate::schema) fn is_bounded(&self) -> bool {
        self.is_bounded
    }

    /// How much work may still be done.
    pub(in crate::schema) fn work_left(&self) -> u32 {
        self.work.get()
    }

    /// Counts work; false when there is too much of it.
    fn spend(&self, work: usize) -> bool {
        let left = u32::try_from(work).ok();
        let left = left.and_then(|work| self.work.get().checked_sub(work));
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Counts going through so many parts of a value.
    pub(in crate::schema) fn spend_on_parts(&self, parts: usize) -> bool {
        self.spend(parts / PARTS_FOR_WORK)
    }

    /// Counts reading so many bytes of a text.
    pub(in crate::schema) fn spend_on_bytes(&self, bytes: usize) -> bool {
        self.spend(bytes / BYTES_FOR_WORK)
    }

    /// What a rule says of a value.
    pub(in crate::schema) fn check(&self, rule: RuleId, node: Node<'_>, way: Way<'_>) -> Verdict {
        if rule == ANY {
            return Verdict::Valid;
        }
        if let Some(types) = self.schema.only_types(rule) {
            return holds(has_type(types, node));
        }
        if !self.spend(1) {
            return Verdict::Unsure;
        }
        let known = self.schema.rule(rule);
        if known.combined.is_empty() && known.unevaluated.is_none() && !self.schema.is_dynamic() {
            // Most are: from there it can only go on inside the value, whose depth is bounded.
            return self.plain(known, node, way, false);
        }
        let Some(way) = way.further() else {
            return Verdict::Unsure;
        };
        if self.schema.is_dynamic() {
            return way.enter(known, |way| self.whole(known, node, way, false));
        }
        if self.work.get() >= self.remembers_below {
            return self.whole(known, node, way, false);
        }
        let key = u64::from(rule.0) << 32 | u64::from(node.index());
        let verdict = self.known.borrow().get(&key).copied();
        verdict.unwrap_or_else(|| {
            let verdict = self.whole(known, node, way, false);
            self.known.borrow_mut().insert(key, verdict);
            verdict
        })
    }

    /// What a rule says of a value whose items or members were judged by themselves already.
    pub(in crate::schema) fn container(&self, rule: RuleId, node: Node<'_>) -> Verdict {
        if !self.spend(1) {
            return Verdict::Unsure;
        }
        self.whole(self.schema.rule(rule), node, Way::START, true)
    }

    fn whole(&self, rule: &Rule, node: Node<'_>, way: Way<'_>, judged: bool) -> Verdict {
        self.plain(rule, node, way, judged)
            .and(|| self.combinations(rule, node, way))
    }

    /// What the keywords say that combine no other schemas. `judged` says that items and members have been compared with
    /// the rules for their places.
    fn plain(&self, rule: &Rule, node: Node<'_>, way: Way<'_>, judged: bool) -> Verdict {
        let kind = node.kind();
        let value = self.value(rule, node, &kind);
        match (kind, &rule.arrays, &rule.objects) {
            (Kind::Array(items), Some(arrays), _) => {
                value.and(|| self.array(arrays, node, items, way, judged))
            }
            (Kind::Object(members), _, Some(objects)) => {
                value.and(|| self.object(objects, node, &members, way, judged))
            }
            _ => value,
        }
    }
}
