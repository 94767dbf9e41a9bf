use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use super::content;
use super::multiple::is_multiple;
use super::patterns::Pattern;
use super::resources::ResourceId;
use super::rule::{
    ANY, Arrays, Combined, Contains, Dependent, Dynamic, Numbers, Objects, Rule, RuleId, Strings,
    Types,
};
use super::schema::Schema;
use super::verdict::{Verdict, all, holds};
use crate::fast_map::FastMap;
use crate::json::{Items, Kind, Members, Node, canonical};
use crate::pattern::Match;

/// How deep rules may lead to rules for one value, which is what the stack of a wasm module holds several times.
const MOST_LEVELS: u32 = 600;

/// How many rules may be followed for a value, and how many more for each of its parts.
const MOST_WORK: u32 = 1_000_000;
const WORK_FOR_A_PART: u32 = 100;

/// After how many rules one begins to remember what came of comparing a part with a rule: alternatives that refer to
/// themselves compare the same ones again and again.
const WORK_UNREMEMBERED: u32 = 20_000;

/// One value that is compared with a schema.
pub(super) struct Check<'c> {
    pub(super) schema: &'c Schema,
    work: Cell<u32>,
    unremembered: Cell<u32>,
    known: RefCell<FastMap<u64, Verdict>>,
    /// Bytes of the whole text the value is part of.
    pub(super) size: usize,
}

/// How one came to a rule.
#[derive(Clone, Copy)]
pub(super) struct Way<'w> {
    levels: u32,
    /// The resources that were entered, if the schema has references for which that counts.
    scope: Option<&'w Scope<'w>>,
}

pub(super) struct Scope<'w> {
    resource: ResourceId,
    outer: Option<&'w Scope<'w>>,
}

impl Way<'_> {
    pub(super) const START: Self = Way {
        levels: MOST_LEVELS,
        scope: None,
    };

    /// One level deeper, unless that is too deep.
    pub(super) fn further(self) -> Option<Self> {
        let levels = self.levels.checked_sub(1)?;
        Some(Self { levels, ..self })
    }
}

impl<'c> Check<'c> {
    pub(super) fn new(schema: &'c Schema, value: Node<'_>) -> Self {
        let parts = value.parts().saturating_mul(WORK_FOR_A_PART);
        Self {
            schema,
            work: Cell::new(MOST_WORK.saturating_add(parts)),
            unremembered: Cell::new(WORK_UNREMEMBERED),
            known: RefCell::default(),
            size: value.source_len(),
        }
    }

    /// What a rule says of a value.
    pub(super) fn check(&self, rule: RuleId, node: Node<'_>, way: Way<'_>) -> Verdict {
        if rule == ANY {
            return Verdict::Valid;
        }
        let (Some(work), Some(way)) = (self.work.get().checked_sub(1), way.further()) else {
            return Verdict::Unsure;
        };
        self.work.set(work);
        if self.schema.is_dynamic() {
            return self.scoped(self.schema.rule(rule), way, |way| {
                self.rule(rule, node, way)
            });
        }
        match self.unremembered.get().checked_sub(1) {
            Some(left) => {
                self.unremembered.set(left);
                self.rule(rule, node, way)
            }
            None => self.remembered(rule, node, way),
        }
    }

    /// Enters the resource of a rule.
    pub(super) fn scoped<T>(&self, rule: &Rule, way: Way<'_>, run: impl FnOnce(Way<'_>) -> T) -> T {
        match rule.resource {
            Some(resource) if way.scope.is_none_or(|scope| scope.resource != resource) => {
                let scope = Scope {
                    resource,
                    outer: way.scope,
                };
                run(Way {
                    scope: Some(&scope),
                    ..way
                })
            }
            _ => run(way),
        }
    }

    fn remembered(&self, rule: RuleId, node: Node<'_>, way: Way<'_>) -> Verdict {
        if self.schema.rule(rule).combined.is_empty() {
            return self.rule(rule, node, way);
        }
        let key = u64::from(rule.0) << 32 | u64::from(node.index());
        let known = self.known.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let verdict = self.rule(rule, node, way);
            self.known.borrow_mut().insert(key, verdict);
            verdict
        })
    }

    fn rule(&self, rule: RuleId, node: Node<'_>, way: Way<'_>) -> Verdict {
        let rule = self.schema.rule(rule);
        self.value(rule, node)
            .and(|| self.inside(rule, node, way, false))
            .and(|| self.combinations(rule, node, way))
    }

    /// What a rule says of a value whose items or members were judged by themselves already.
    pub(super) fn container(&self, rule: RuleId, node: Node<'_>) -> Verdict {
        let rule = self.schema.rule(rule);
        let way = Way::START;
        self.value(rule, node)
            .and(|| self.inside(rule, node, way, true))
            .and(|| self.combinations(rule, node, way))
    }

    /// The keywords about a value by itself.
    pub(super) fn value(&self, rule: &Rule, node: Node<'_>) -> Verdict {
        let kind = node.kind();
        if rule.never || rule.types.is_some_and(|types| !types.has(type_of(&kind))) {
            return Verdict::Invalid;
        }
        let document = self.schema.document();
        if !rule
            .options
            .iter()
            .all(|options| options.allow(document, node))
        {
            return Verdict::Invalid;
        }
        match kind {
            #[allow(
                clippy::cast_precision_loss,
                reason = "what is read as an integer fits a double"
            )]
            Kind::Integer(integer) => rule
                .numbers
                .as_deref()
                .map_or(Verdict::Valid, |numbers| number(numbers, integer as f64)),
            Kind::Float(float) => rule
                .numbers
                .as_deref()
                .map_or(Verdict::Valid, |numbers| number(numbers, float)),
            Kind::String(text) => rule
                .strings
                .as_deref()
                .map_or(Verdict::Valid, |strings| self.string(strings, text)),
            _ => Verdict::Valid,
        }
    }

    /// The keywords about what is in a value. `judged` says that items and members have been compared with the rules for
    /// their places.
    fn inside(&self, rule: &Rule, node: Node<'_>, way: Way<'_>, judged: bool) -> Verdict {
        match node.kind() {
            Kind::Array(items) => rule.arrays.as_deref().map_or(Verdict::Valid, |arrays| {
                self.array(arrays, items, way, judged)
            }),
            Kind::Object(members) => rule.objects.as_deref().map_or(Verdict::Valid, |objects| {
                self.object(objects, node, members, way, judged)
            }),
            _ => Verdict::Valid,
        }
    }

    fn combinations(&self, rule: &Rule, node: Node<'_>, way: Way<'_>) -> Verdict {
        let combined = rule.combined.iter();
        let together = all(combined.map(|combined| self.combined(combined, node, way)));
        match &rule.unevaluated {
            None => together,
            Some(unevaluated) => together.and(|| self.unevaluated(rule, unevaluated, node, way)),
        }
    }

    fn string(&self, strings: &Strings, text: &str) -> Verdict {
        if !has_length(strings, text)
            || strings
                .format
                .as_ref()
                .is_some_and(|(_, format)| !format.matches(text))
            || !content::holds(strings.content, text)
        {
            return Verdict::Invalid;
        }
        strings
            .pattern
            .as_ref()
            .map_or(Verdict::Valid, |pattern| self.matches(pattern, text))
    }

    pub(super) fn matches(&self, pattern: &Pattern, text: &str) -> Verdict {
        match pattern.matches(text, self.size) {
            Match::Yes => Verdict::Valid,
            Match::No => Verdict::Invalid,
            Match::TooManySteps => Verdict::Unsure,
        }
    }

    fn array(&self, arrays: &Arrays, items: Items<'_>, way: Way<'_>, judged: bool) -> Verdict {
        let count = u64::from(items.count_all());
        if count < arrays.min_items || arrays.max_items.is_some_and(|limit| count > limit) {
            return Verdict::Invalid;
        }
        let has_rules = arrays.items.is_some_and(|rule| rule != ANY) || !arrays.prefix.is_empty();
        let mut together = Verdict::Valid;
        if has_rules && !judged {
            let rest = std::iter::repeat(arrays.items.unwrap_or(ANY));
            let rules = arrays.prefix.iter().copied().chain(rest);
            let each = items.clone().zip(rules);
            together = all(each.map(|(item, rule)| self.check(rule, item, way)));
        }
        if arrays.are_unique {
            together = together.and(|| holds(are_unique(items.clone())));
        }
        match arrays.contains {
            Some(contains) => together.and(|| self.contains(contains, items, way)),
            None => together,
        }
    }

    fn contains(&self, contains: Contains, items: Items<'_>, way: Way<'_>) -> Verdict {
        let (mut fitting, mut unsure) = (0, 0);
        for item in items {
            match self.check(contains.rule, item, way) {
                Verdict::Valid => fitting += 1,
                Verdict::Unsure => unsure += 1,
                Verdict::Invalid => {}
            }
        }
        let is_one_of =
            |count| count >= contains.min && contains.max.is_none_or(|max| count <= max);
        match (is_one_of(fitting), unsure) {
            (fits, 0) => holds(fits),
            _ => Verdict::Unsure,
        }
    }

    fn object(
        &self,
        objects: &Objects,
        node: Node<'_>,
        members: Members<'_>,
        way: Way<'_>,
        judged: bool,
    ) -> Verdict {
        let count = u64::from(members.count_all());
        if count < objects.min_properties || objects.max_properties.is_some_and(|most| count > most)
        {
            return Verdict::Invalid;
        }
        let mut missing = objects.required;
        let mut expected = 0;
        let mut together = Verdict::Valid;
        for (name, member) in members.clone() {
            let known = objects.properties.find(name, &mut expected);
            missing -= u32::from(known.is_some_and(|property| property.is_required));
            if !judged {
                let named = known.and_then(|property| property.rule);
                together = together.and(|| match named {
                    Some(rule) if objects.patterns.is_empty() => self.check(rule, member, way),
                    _ => self.member(objects, named, name, member, way),
                });
                if together == Verdict::Invalid {
                    return Verdict::Invalid;
                }
            }
        }
        together = together.and(|| holds(missing == 0));
        if let Some(rule) = objects.names {
            let names = node.keys();
            together = together.and(|| all(names.map(|name| self.check(rule, name, way))));
        }
        if !objects.dependents.is_empty() {
            together = together.and(|| self.dependents(objects, node, &members, way));
        }
        together
    }

    /// A member that is not only named.
    fn member(
        &self,
        objects: &Objects,
        named: Option<RuleId>,
        name: &str,
        member: Node<'_>,
        way: Way<'_>,
    ) -> Verdict {
        let mut together = named.map_or(Verdict::Valid, |rule| self.check(rule, member, way));
        let mut is_known = holds(named.is_some());
        for (pattern, rule) in &objects.patterns {
            let belongs = self.matches(pattern, name);
            is_known = is_known.or(|| belongs);
            together = together.and(|| match belongs {
                Verdict::Valid => self.check(*rule, member, way),
                Verdict::Invalid => Verdict::Valid,
                // If it should belong, what then comes of it may not matter.
                Verdict::Unsure => Verdict::Unsure.or(|| self.check(*rule, member, way)),
            });
        }
        match objects.others {
            Some(rule) => together.and(|| is_known.or(|| self.check(rule, member, way))),
            None => together,
        }
    }

    fn dependents(
        &self,
        objects: &Objects,
        node: Node<'_>,
        members: &Members<'_>,
        way: Way<'_>,
    ) -> Verdict {
        let there = objects
            .dependents
            .iter()
            .filter(|(name, _)| members.clone().get(name).is_some());
        all(there.map(|(_, dependent)| match dependent {
            Dependent::Required(names) => {
                let mut names = names.iter();
                holds(names.all(|name| members.clone().get(name).is_some()))
            }
            Dependent::Schema(rule) => self.check(*rule, node, way),
        }))
    }

    fn combined(&self, combined: &Combined, node: Node<'_>, way: Way<'_>) -> Verdict {
        let check = |rule: RuleId| self.check(rule, node, way);
        match combined {
            Combined::All(rules) => all(rules.iter().map(|rule| check(*rule))),
            Combined::Any(rules) => rules
                .iter()
                .fold(Verdict::Invalid, |any, rule| any.or(|| check(*rule))),
            Combined::One(rules) => {
                let (mut valid, mut unsure) = (0, 0);
                for rule in rules {
                    match check(*rule) {
                        Verdict::Valid => valid += 1,
                        Verdict::Unsure => unsure += 1,
                        Verdict::Invalid => {}
                    }
                    if valid > 1 {
                        return Verdict::Invalid;
                    }
                }
                match (valid, unsure) {
                    (0, 0) => Verdict::Invalid,
                    (1, 0) => Verdict::Valid,
                    _ => Verdict::Unsure,
                }
            }
            Combined::Not(rule, _) => check(*rule).not(),
            Combined::If {
                condition,
                then,
                otherwise,
            } => match check(*condition) {
                Verdict::Valid => check(*then),
                Verdict::Invalid => check(*otherwise),
                Verdict::Unsure => match (check(*then), check(*otherwise)) {
                    (one, other) if one == other => one,
                    _ => Verdict::Unsure,
                },
            },
            Combined::Dynamic(dynamic) => check(self.dynamic(*dynamic, way)),
        }
    }

    /// The outermost schema with the anchor among the resources that were entered.
    pub(super) fn dynamic(&self, dynamic: Dynamic, way: Way<'_>) -> RuleId {
        let mut found = dynamic.rule;
        let mut scope = way.scope;
        while let Some(Scope { resource, outer }) = scope {
            found = self
                .schema
                .dynamic_anchor(dynamic.name, *resource)
                .unwrap_or(found);
            scope = *outer;
        }
        found
    }
}

pub(super) fn has_type(types: Types, node: Node<'_>) -> bool {
    types.has(type_of(&node.kind()))
}

fn type_of(kind: &Kind<'_>) -> u8 {
    match kind {
        Kind::Null => Types::NULL,
        Kind::Bool(_) => Types::BOOLEAN,
        Kind::Integer(_) => Types::INTEGER | Types::NUMBER | Types::WRITTEN_INTEGER,
        // From draft 6 on 1.0 is an integer. What is written without a fraction and too large for an `Integer` is here too.
        Kind::Float(float) if float.fract() == 0.0 => {
            let is_large = float.abs() >= 9_007_199_254_740_992.0;
            let written = if is_large { Types::WRITTEN_INTEGER } else { 0 };
            Types::INTEGER | Types::NUMBER | written
        }
        Kind::Float(_) => Types::NUMBER,
        Kind::String(_) => Types::STRING,
        Kind::Array(_) => Types::ARRAY,
        Kind::Object(_) => Types::OBJECT,
    }
}

fn number(numbers: &Numbers, value: f64) -> Verdict {
    holds(
        numbers.minimum.is_none_or(|limit| value >= limit)
            && numbers.maximum.is_none_or(|limit| value <= limit)
            && numbers.exclusive_minimum.is_none_or(|limit| value > limit)
            && numbers.exclusive_maximum.is_none_or(|limit| value < limit)
            && numbers
                .multiple_of
                .is_none_or(|divisor| is_multiple(value, divisor)),
    )
}

fn has_length(strings: &Strings, text: &str) -> bool {
    let limit = strings.max_length.unwrap_or(u64::MAX);
    // A character has one to four bytes, which often settles it.
    let bytes = text.len() as u64;
    if bytes <= limit && bytes >= strings.min_length.saturating_mul(4) {
        return true;
    }
    let length = if text.is_ascii() {
        bytes
    } else {
        text.chars().count() as u64
    };
    (strings.min_length..=limit).contains(&length)
}

pub(super) fn are_unique(items: Items<'_>) -> bool {
    let texts: Vec<String> = items.map(canonical).collect();
    all_differ(texts.iter().map(String::as_str))
}

/// Who chose them may have chosen them to make a table slow: so it is the standard one.
pub(super) fn all_differ<'t>(mut texts: impl Iterator<Item = &'t str>) -> bool {
    let mut seen = HashMap::new();
    texts.all(|text| seen.insert(text, 0_u32).is_none())
}
