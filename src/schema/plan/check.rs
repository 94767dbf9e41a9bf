use std::cell::Cell;
use std::collections::HashSet;

use super::equality::equals;
use super::{Arrays, Combined, Numbers, Objects, Plan, Rule, RuleId, Strings, Types, Verdict};
use crate::json::{Items, Kind, Members, Node, canonical};

/// How deep rules may lead to rules for one value: beyond it a schema probably leads to itself.
const MOST_LEVELS: u32 = 600;

/// How many rules may be followed for one value. The engine remembers what it has compared already; this does not.
const MOST_WORK: u32 = 200_000;

impl Plan {
    /// Whether a value matches.
    #[must_use]
    pub fn check(&self, node: Node<'_>) -> Verdict {
        self.check_by(self.root, node)
    }

    pub(super) fn check_by(&self, rule: RuleId, node: Node<'_>) -> Verdict {
        let work = Cell::new(MOST_WORK);
        Checker {
            plan: self,
            work: &work,
            levels: MOST_LEVELS,
        }
        .check(rule, node)
    }

    /// What a rule says of a value whose items or members were judged by themselves already.
    pub(super) fn check_container(&self, rule: &Rule, node: Node<'_>) -> Verdict {
        let work = Cell::new(MOST_WORK);
        let checker = Checker {
            plan: self,
            work: &work,
            levels: MOST_LEVELS,
        };
        let inside = match node.kind() {
            Kind::Array(items) => rule
                .arrays
                .as_deref()
                .map_or(Verdict::Valid, |arrays| array_size(arrays, items)),
            Kind::Object(members) => rule
                .objects
                .as_deref()
                .map_or(Verdict::Valid, |objects| object_size(objects, members)),
            _ => Verdict::Valid,
        };
        inside.and(|| checker.whole(rule, node))
    }
}

impl Verdict {
    /// The verdict on a value that must please both; the other is asked when it can still matter.
    pub(super) fn and(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Self::Invalid => Self::Invalid,
            Self::Valid => other(),
            Self::Unsure => match other() {
                Self::Invalid => Self::Invalid,
                _ => Self::Unsure,
            },
        }
    }
}

fn all(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
    let mut together = Verdict::Valid;
    for verdict in verdicts {
        together = together.and(|| verdict);
        if together == Verdict::Invalid {
            break;
        }
    }
    together
}

fn holds(condition: bool) -> Verdict {
    if condition {
        Verdict::Valid
    } else {
        Verdict::Invalid
    }
}

#[derive(Clone, Copy)]
struct Checker<'p> {
    plan: &'p Plan,
    work: &'p Cell<u32>,
    levels: u32,
}

impl Checker<'_> {
    fn check(self, rule: RuleId, node: Node<'_>) -> Verdict {
        if rule == super::ANY {
            return Verdict::Valid;
        }
        let (Some(work), Some(levels)) =
            (self.work.get().checked_sub(1), self.levels.checked_sub(1))
        else {
            return Verdict::Unsure;
        };
        self.work.set(work);
        let below = Self { levels, ..self };
        let rule = self.plan.rule(rule);
        let inside = match node.kind() {
            Kind::Array(items) => rule
                .arrays
                .as_deref()
                .map_or(Verdict::Valid, |arrays| below.array(arrays, items)),
            Kind::Object(members) => rule
                .objects
                .as_deref()
                .map_or(Verdict::Valid, |objects| below.object(objects, members)),
            _ => Verdict::Valid,
        };
        inside.and(|| below.whole(rule, node))
    }

    /// Everything about a value but its items and members.
    fn whole(self, rule: &Rule, node: Node<'_>) -> Verdict {
        let kind = node.kind();
        if rule.never || rule.types.is_some_and(|types| !types.has(type_of(&kind))) {
            return Verdict::Invalid;
        }
        for options in &rule.options {
            if !options.iter().any(|option| equals(node, option)) {
                return Verdict::Invalid;
            }
        }
        let plain = match kind {
            #[allow(
                clippy::cast_precision_loss,
                reason = "what is read as an integer fits a double"
            )]
            Kind::Integer(integer) => rule.numbers.as_deref().map_or(Verdict::Valid, |numbers| {
                number(numbers, integer as f64, Some(integer))
            }),
            Kind::Float(float) => rule
                .numbers
                .as_deref()
                .map_or(Verdict::Valid, |numbers| number(numbers, float, None)),
            Kind::String(text) => rule
                .strings
                .as_deref()
                .map_or(Verdict::Valid, |strings| string(strings, text)),
            _ => Verdict::Valid,
        };
        if rule.combined.is_empty() {
            return plain;
        }
        plain.and(|| {
            all(rule
                .combined
                .iter()
                .map(|combined| self.combined(combined, node)))
        })
    }

    fn array(self, arrays: &Arrays, items: Items<'_>) -> Verdict {
        let size = array_size(arrays, items.clone());
        if size == Verdict::Invalid || (arrays.items == super::ANY && arrays.prefix.is_empty()) {
            return size;
        }
        let rules = arrays
            .prefix
            .iter()
            .copied()
            .chain(std::iter::repeat(arrays.items));
        size.and(|| all(items.zip(rules).map(|(item, rule)| self.check(rule, item))))
    }

    fn object(self, objects: &Objects, members: Members<'_>) -> Verdict {
        if let Verdict::Invalid = object_count(objects, &members) {
            return Verdict::Invalid;
        }
        let mut missing = objects.required;
        let mut expected = 0;
        let mut together = Verdict::Valid;
        for (name, member) in members {
            let rule = match objects.properties.find(name, &mut expected) {
                Some(property) => {
                    missing -= u32::from(property.is_required);
                    property.rule
                }
                None => objects.others,
            };
            together = together.and(|| self.check(rule, member));
            if together == Verdict::Invalid {
                return Verdict::Invalid;
            }
        }
        holds(missing == 0).and(|| together)
    }

    fn combined(self, combined: &Combined, node: Node<'_>) -> Verdict {
        match combined {
            Combined::All(rules) => all(rules.iter().map(|rule| self.check(*rule, node))),
            Combined::Any(rules) => {
                let mut together = Verdict::Invalid;
                for rule in rules {
                    match self.check(*rule, node) {
                        Verdict::Valid => return Verdict::Valid,
                        Verdict::Unsure => together = Verdict::Unsure,
                        Verdict::Invalid => {}
                    }
                }
                together
            }
            Combined::One(rules) => {
                let (mut valid, mut unsure) = (0, 0);
                for rule in rules {
                    match self.check(*rule, node) {
                        Verdict::Valid => valid += 1,
                        Verdict::Unsure => unsure += 1,
                        Verdict::Invalid => {}
                    }
                }
                match (valid, unsure) {
                    (2.., _) | (0, 0) => Verdict::Invalid,
                    (1, 0) => Verdict::Valid,
                    _ => Verdict::Unsure,
                }
            }
            Combined::Not(rule) => match self.check(*rule, node) {
                Verdict::Valid => Verdict::Invalid,
                Verdict::Invalid => Verdict::Valid,
                Verdict::Unsure => Verdict::Unsure,
            },
        }
    }
}

fn type_of(kind: &Kind<'_>) -> u8 {
    match kind {
        Kind::Null => Types::NULL,
        Kind::Bool(_) => Types::BOOLEAN,
        Kind::Integer(_) => Types::INTEGER | Types::NUMBER,
        // From draft 6 on 1.0 is an integer.
        Kind::Float(float) if float.fract() == 0.0 => Types::INTEGER | Types::NUMBER,
        Kind::Float(_) => Types::NUMBER,
        Kind::String(_) => Types::STRING,
        Kind::Array(_) => Types::ARRAY,
        Kind::Object(_) => Types::OBJECT,
    }
}

fn number(numbers: &Numbers, value: f64, integer: Option<i64>) -> Verdict {
    let fits = numbers.minimum.is_none_or(|limit| value >= limit)
        && numbers.maximum.is_none_or(|limit| value <= limit)
        && numbers.exclusive_minimum.is_none_or(|limit| value > limit)
        && numbers.exclusive_maximum.is_none_or(|limit| value < limit);
    if !fits {
        return Verdict::Invalid;
    }
    match (numbers.multiple_of, integer) {
        (None, _) => Verdict::Valid,
        (Some(divisor), Some(integer)) => holds(integer % divisor == 0),
        (Some(_), None) => Verdict::Unsure,
    }
}

fn string(strings: &Strings, text: &str) -> Verdict {
    let limit = strings.max_length.unwrap_or(u64::MAX);
    // A character has one to four bytes, which often settles it.
    let bytes = text.len() as u64;
    let fits_surely = bytes <= limit && bytes >= strings.min_length.saturating_mul(4);
    if !fits_surely {
        let length = if text.is_ascii() {
            bytes
        } else {
            text.chars().count() as u64
        };
        if length < strings.min_length || length > limit {
            return Verdict::Invalid;
        }
    }
    if strings.is_text_checked {
        Verdict::Unsure
    } else {
        Verdict::Valid
    }
}

fn array_size(arrays: &Arrays, items: Items<'_>) -> Verdict {
    let count = u64::from(items.count_all());
    if count < arrays.min_items || arrays.max_items.is_some_and(|limit| count > limit) {
        return Verdict::Invalid;
    }
    if !arrays.are_unique {
        return Verdict::Valid;
    }
    let mut seen = HashSet::new();
    holds(items.map(canonical).all(|item| seen.insert(item)))
}

fn object_count(objects: &Objects, members: &Members<'_>) -> Verdict {
    let count = u64::from(members.count_all());
    holds(
        count >= objects.min_properties
            && objects.max_properties.is_none_or(|limit| count <= limit),
    )
}

/// The rules for an object as a whole: how many members it has, and which it must have.
fn object_size(objects: &Objects, members: Members<'_>) -> Verdict {
    object_count(objects, &members).and(|| {
        let required = |(name, _): &(&str, Node<'_>)| {
            objects
                .properties
                .get(name)
                .is_some_and(|property| property.is_required)
        };
        holds(members.filter(required).count() == objects.required as usize)
    })
}
