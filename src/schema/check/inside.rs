use std::collections::HashMap;

use super::{Check, Way};
use crate::json::{Items, Kind, Members, Node, canonical};
use crate::schema::rule::{ANY, Arrays, Contains, Dependent, Objects, Rule, RuleId};
use crate::schema::verdict::{Verdict, all, holds};

impl Check<'_> {
    /// The keywords about what is in a value. `judged` says that items and members have been compared with the rules for
    /// their places.
    pub(super) fn inside(
        &self,
        rule: &Rule,
        node: Node<'_>,
        way: Way<'_>,
        judged: bool,
    ) -> Verdict {
        match node.kind() {
            Kind::Array(items) => rule.arrays.as_deref().map_or(Verdict::Valid, |arrays| {
                self.array(arrays, node, items, way, judged)
            }),
            Kind::Object(members) => rule.objects.as_deref().map_or(Verdict::Valid, |objects| {
                self.object(objects, node, &members, way, judged)
            }),
            _ => Verdict::Valid,
        }
    }

    fn array(
        &self,
        arrays: &Arrays,
        node: Node<'_>,
        items: Items<'_>,
        way: Way<'_>,
        judged: bool,
    ) -> Verdict {
        if !self.spend_on_parts(items.count_all() as usize) {
            return Verdict::Unsure;
        }
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
            together = together.and(|| {
                if self.spend_on_parts(2 * node.parts() as usize) {
                    holds(are_unique(items.clone()))
                } else {
                    Verdict::Unsure
                }
            });
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
        members: &Members<'_>,
        way: Way<'_>,
        judged: bool,
    ) -> Verdict {
        let properties = if objects.dependents.is_empty() {
            0
        } else {
            objects.properties.count() + objects.dependents.len()
        };
        if !self.spend_on_parts(members.count_all() as usize + properties) {
            return Verdict::Unsure;
        }
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
            together = together.and(|| self.dependents(objects, node, way));
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

    fn dependents(&self, objects: &Objects, node: Node<'_>, way: Way<'_>) -> Verdict {
        let present = objects.properties.present(node);
        let there = objects
            .dependents
            .iter()
            .filter(|(number, _)| present[*number]);
        all(there.map(|(_, dependent)| match dependent {
            Dependent::Required(names) if self.spend_on_parts(names.len()) => {
                holds(names.iter().all(|number| present[*number]))
            }
            Dependent::Required(_) => Verdict::Unsure,
            Dependent::Schema(rule) => self.check(*rule, node, way),
        }))
    }
}

pub(in crate::schema) fn are_unique(items: Items<'_>) -> bool {
    let texts: Vec<String> = items.map(canonical).collect();
    all_differ(texts.iter().map(String::as_str))
}

/// Who chose them may have chosen them to make a table slow: so it is the standard one.
pub(in crate::schema) fn all_differ<'t>(mut texts: impl Iterator<Item = &'t str>) -> bool {
    let mut seen = HashMap::new();
    texts.all(|text| seen.insert(text, 0_u32).is_none())
}
