use super::{Check, Way};
use crate::json::{Items, Members, Node, canonical};
use crate::schema::rule::{ANY, Arrays, Contains, Dependent, Objects, RuleId};
use crate::schema::verdict::{Verdict, all, holds};
use crate::sorting::sorted;

impl Check<'_> {
    pub(super) fn array(
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
            let rest = arrays.items.unwrap_or(ANY);
            for (index, item) in items.clone().enumerate() {
                let rule = arrays.prefix.get(index).copied().unwrap_or(rest);
                together = together.and(|| self.check(rule, item, way));
                if together == Verdict::Invalid {
                    return together;
                }
            }
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

    pub(super) fn object(
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
        for (key, member) in members.clone().pairs() {
            let known = objects.properties.find(key.bytes(), &mut expected);
            missing -= u32::from(known.is_some_and(|property| property.is_required));
            if !judged {
                let named = known.and_then(|property| property.rule);
                together = together.and(|| match named {
                    Some(rule) if objects.patterns.is_empty() => self.check(rule, member, way),
                    _ => self.member(objects, named, key, member, way),
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
        key: Node<'_>,
        member: Node<'_>,
        way: Way<'_>,
    ) -> Verdict {
        let mut together = named.map_or(Verdict::Valid, |rule| self.check(rule, member, way));
        let mut is_known = holds(named.is_some());
        for (pattern, rule) in &objects.patterns {
            if self.work_left() == 0 {
                // There may be as many patterns as members: not one by one what can't be said anyway.
                return together.and(|| Verdict::Unsure);
            }
            let belongs = self.matches(pattern, key.as_str().unwrap_or_default());
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
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    all_differ(&texts)
}

/// Whether no two texts are the same. By sorting: a table could be made slow by whoever chose them.
pub(in crate::schema) fn all_differ(texts: &[&str]) -> bool {
    let order = sorted(texts.len(), &|one, other| texts[one].cmp(texts[other]));
    let mut pairs = order.windows(2);
    pairs.all(|pair| texts[pair[0] as usize] != texts[pair[1] as usize])
}
