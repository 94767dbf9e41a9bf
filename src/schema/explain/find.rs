//! Looks for everything that is wrong with a value: the way of [`Check`], with all findings kept.

use std::cell::Cell;

use super::fault::{Bound, Fault, Finding, Limit, Size};
use super::path::Path;
use crate::json::{Items, Kind, Node};
use crate::pattern::Match;
use crate::schema::check::{Check, Way, has_type};
use crate::schema::content;
use crate::schema::multiple::is_multiple;
use crate::schema::rule::{
    ANY, Arrays, Combined, Dependent, Numbers, Objects, Rule, RuleId, Strings, Unevaluated,
};
use crate::schema::schema::Schema;
use crate::schema::verdict::Verdict;

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

type Found<'s> = Vec<Finding<'s>>;

impl<'s> Finder<'s> {
    pub(super) fn new(schema: &'s Schema, value: Node<'s>, only_first: bool) -> Self {
        Self {
            check: Check::new(schema, value),
            schema,
            work: Cell::new(
                MOST_COMPARISONS + value.parts().saturating_mul(COMPARISONS_FOR_A_PART),
            ),
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

    fn rule(
        &self,
        rule: RuleId,
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        if rule == ANY || self.only_first && !found.is_empty() {
            return;
        }
        let (Some(work), Some(way)) = (self.work.get().checked_sub(1), way.further()) else {
            self.work.set(0);
            return;
        };
        self.work.set(work);
        let rule = self.schema.rule(rule);
        if self.schema.is_dynamic() {
            self.check
                .scoped(rule, way, |way| self.all(rule, value, place, way, found));
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
        let mut note = |fault| found.push(finding(place, value, fault));
        if rule.never {
            return note(Fault::Never);
        }
        if let Some(types) = rule.types.filter(|types| !has_type(*types, value)) {
            note(Fault::Types(types));
        }
        let options = rule.options.iter();
        let document = self.schema.document();
        options
            .filter(|options| !options.allow(document, value))
            .for_each(|options| note(Fault::Options(options)));
        match value.kind() {
            #[allow(
                clippy::cast_precision_loss,
                reason = "what is read as an integer fits a double"
            )]
            Kind::Integer(integer) => {
                let numbers = rule.numbers.as_deref();
                numbers
                    .into_iter()
                    .for_each(|numbers| number(numbers, integer as f64, &mut note));
            }
            Kind::Float(float) => {
                let numbers = rule.numbers.as_deref();
                numbers
                    .into_iter()
                    .for_each(|numbers| number(numbers, float, &mut note));
            }
            Kind::String(text) => {
                let strings = rule.strings.as_deref();
                strings
                    .into_iter()
                    .for_each(|strings| self.string(strings, text, &mut note));
            }
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

    fn string(&self, strings: &'s Strings, text: &str, note: &mut dyn FnMut(Fault<'s>)) {
        let length = text.chars().count() as u64;
        size(
            Size::Characters,
            length,
            strings.min_length,
            strings.max_length,
            note,
        );
        if let Some(pattern) = &strings.pattern {
            match pattern.matches(text, self.check.size) {
                Match::Yes => {}
                Match::No => note(Fault::Pattern(pattern.source())),
                Match::TooManySteps => note(Fault::PatternUndecided),
            }
        }
        if let Some((name, format)) = &strings.format
            && !format.matches(text)
        {
            note(Fault::Format(name));
        }
        if !content::holds(strings.content, text) {
            note(Fault::Content);
        }
    }

    fn array(
        &self,
        arrays: &'s Arrays,
        value: Node<'s>,
        items: Items<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        let mut note = |fault| found.push(finding(place, value, fault));
        let count = u64::from(items.count_all());
        size(
            Size::Items,
            count,
            arrays.min_items,
            arrays.max_items,
            &mut note,
        );
        if arrays.are_unique && !crate::schema::check::are_unique(items.clone()) {
            note(Fault::Duplicates);
        }
        if let Some(contains) = arrays.contains {
            let fitting = items
                .clone()
                .filter(|item| self.check.check(contains.rule, *item, way) == Verdict::Valid)
                .count() as u64;
            if fitting < contains.min {
                note(Fault::Contains(Bound::Least, contains.min));
            } else if let Some(most) = contains.max.filter(|most| fitting > *most) {
                note(Fault::Contains(Bound::Most, most));
            }
        }
        let rest = std::iter::repeat(arrays.items.unwrap_or(ANY));
        let rules = arrays.prefix.iter().copied().chain(rest);
        for (index, (item, rule)) in items.zip(rules).enumerate() {
            self.rule(rule, item, &place.index(index), way, found);
        }
    }

    fn object(
        &self,
        objects: &'s Objects,
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        let mut note = |fault| found.push(finding(place, value, fault));
        let Some(members) = value.as_object() else {
            return;
        };
        let count = u64::from(members.count_all());
        size(
            Size::Properties,
            count,
            objects.min_properties,
            objects.max_properties,
            &mut note,
        );
        let is_there = |name: &str| members.clone().get(name).is_some();
        let required = objects.properties.iter();
        for (name, _) in required.filter(|(_, property)| property.is_required) {
            if !is_there(name) {
                note(Fault::Missing(name, false));
            }
        }
        for (name, dependent) in &objects.dependents {
            if let (true, Dependent::Required(names)) = (is_there(name), dependent) {
                names
                    .iter()
                    .filter(|name| !is_there(name))
                    .for_each(|name| note(Fault::Missing(name, true)));
            }
        }
        self.members(objects, value, place, way, found);
        if let Some(rule) = objects.names {
            for key in value.keys() {
                let mut inner = Vec::new();
                self.rule(rule, key, place, way, &mut inner);
                let inner = inner.into_iter().next();
                found
                    .extend(inner.map(|inner| finding(place, value, Fault::Name(Box::new(inner)))));
            }
        }
        for (name, dependent) in &objects.dependents {
            if let (true, Dependent::Schema(rule)) = (is_there(name), dependent) {
                self.rule(*rule, value, place, way, found);
            }
        }
    }

    fn members(
        &self,
        objects: &'s Objects,
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        let mut unexpected = Vec::new();
        for (name, member) in value.as_object().into_iter().flatten() {
            let property = objects.properties.get(name);
            let named = property.and_then(|property| property.rule);
            let mut is_known = named.is_some();
            let inside = &place.key(name);
            if let Some(rule) = named {
                self.rule(rule, member, inside, way, found);
            }
            for (pattern, rule) in &objects.patterns {
                match pattern.matches(name, self.check.size) {
                    Match::Yes => {
                        is_known = true;
                        self.rule(*rule, member, inside, way, found);
                    }
                    Match::No => {}
                    Match::TooManySteps => {
                        is_known = true;
                        found.push(finding(inside, member, Fault::PatternUndecided));
                    }
                }
            }
            match objects.others.filter(|_| !is_known) {
                Some(rule) if self.schema.rule(rule).never => unexpected.push(name),
                Some(rule) => self.rule(rule, member, inside, way, found),
                None => {}
            }
        }
        if !unexpected.is_empty() {
            found.push(finding(place, value, Fault::Unexpected(unexpected)));
        }
    }

    fn combined(
        &self,
        combined: &'s Combined,
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        let says = |rule: RuleId| self.check.check(rule, value, way);
        match combined {
            Combined::All(rules) => {
                rules
                    .iter()
                    .for_each(|rule| self.rule(*rule, value, place, way, found));
            }
            Combined::Any(rules) => {
                if !rules.iter().any(|rule| says(*rule) == Verdict::Valid) {
                    self.alternatives(rules, value, place, way, found);
                }
            }
            Combined::One(rules) => {
                let numbered = rules.iter().enumerate();
                let fitting: Vec<usize> = numbered
                    .filter(|(_, rule)| says(**rule) == Verdict::Valid)
                    .map(|(index, _)| index + 1)
                    .collect();
                match fitting.len() {
                    0 => self.alternatives(rules, value, place, way, found),
                    1 => {}
                    _ => found.push(finding(place, value, Fault::Several(fitting))),
                }
            }
            Combined::Not(rule, at) => match says(*rule) {
                Verdict::Valid => {
                    let schema = self.schema.document().node(*at);
                    found.push(finding(place, value, Fault::Not(schema)));
                }
                Verdict::Unsure => found.push(finding(place, value, Fault::Undecided)),
                Verdict::Invalid => {}
            },
            Combined::If {
                condition,
                then,
                otherwise,
            } => match says(*condition) {
                Verdict::Valid => self.rule(*then, value, place, way, found),
                Verdict::Invalid => self.rule(*otherwise, value, place, way, found),
                Verdict::Unsure => found.push(finding(place, value, Fault::Undecided)),
            },
            Combined::Dynamic(dynamic) => {
                self.rule(self.check.dynamic(*dynamic, way), value, place, way, found);
            }
        }
    }

    fn alternatives(
        &self,
        rules: &[RuleId],
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        let each = rules.iter().map(|rule| {
            let mut inner = Vec::new();
            self.rule(*rule, value, place, way, &mut inner);
            inner
        });
        let each = each.collect();
        found.push(finding(place, value, Fault::Alternatives(each)));
    }

    fn unevaluated(
        &self,
        rule: &'s Rule,
        unevaluated: &'s Unevaluated,
        value: Node<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        let is_array = value.as_array().is_some();
        let rest = if is_array {
            unevaluated.items
        } else {
            unevaluated.properties
        };
        let Some(rest) = rest.filter(|rule| *rule != ANY) else {
            return;
        };
        let marks = self.check.marks(rule, value, way);
        let evaluated = |index: usize| marks.evaluated.get(index).copied().unwrap_or(true);
        let never = self.schema.rule(rest).never;
        if is_array {
            let wrong = value.values().enumerate().filter(|(index, item)| {
                !evaluated(*index) && self.check.check(rest, *item, way) != Verdict::Valid
            });
            let items: Vec<_> = wrong.map(|(_, item)| item).collect();
            if !items.is_empty() {
                found.push(finding(place, value, Fault::UnexpectedItems(items)));
            }
            return;
        }
        let mut unexpected = Vec::new();
        for (index, (name, member)) in value.as_object().into_iter().flatten().enumerate() {
            if evaluated(index) {
                continue;
            }
            if never {
                unexpected.push(name);
            } else {
                self.rule(rest, member, &place.key(name), way, found);
            }
        }
        if !unexpected.is_empty() {
            found.push(finding(place, value, Fault::Unexpected(unexpected)));
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

fn number<'s>(numbers: &Numbers, value: f64, note: &mut dyn FnMut(Fault<'s>)) {
    let mut limit = |kind, limit: Option<f64>, holds: fn(f64, f64) -> bool| {
        if let Some(limit) = limit.filter(|limit| !holds(value, *limit)) {
            note(Fault::Limit(kind, limit));
        }
    };
    limit(Limit::Minimum, numbers.minimum, |value, limit| {
        value >= limit
    });
    limit(Limit::Maximum, numbers.maximum, |value, limit| {
        value <= limit
    });
    limit(
        Limit::ExclusiveMinimum,
        numbers.exclusive_minimum,
        |value, limit| value > limit,
    );
    limit(
        Limit::ExclusiveMaximum,
        numbers.exclusive_maximum,
        |value, limit| value < limit,
    );
    limit(Limit::MultipleOf, numbers.multiple_of, is_multiple);
}

fn size<'s>(
    what: Size,
    count: u64,
    least: u64,
    most: Option<u64>,
    note: &mut dyn FnMut(Fault<'s>),
) {
    if count < least {
        note(Fault::Size(what, Bound::Least, least));
    }
    if let Some(most) = most.filter(|most| count > *most) {
        note(Fault::Size(what, Bound::Most, most));
    }
}
