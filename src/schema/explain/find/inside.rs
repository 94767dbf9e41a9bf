use super::value::size;
use super::{Finder, Found, finding};
use crate::json::{Items, Node};
use crate::schema::check::Way;
use crate::schema::check::inside::are_unique;
use crate::schema::explain::fault::{Bound, Fault, Size};
use crate::schema::explain::path::Path;
use crate::schema::rule::{ANY, Arrays, Dependent, Objects};
use crate::schema::verdict::Verdict;

impl<'s> Finder<'s> {
    pub(super) fn array(
        &self,
        arrays: &'s Arrays,
        value: Node<'s>,
        items: Items<'s>,
        place: &Path<'s>,
        way: Way<'_>,
        found: &mut Found<'s>,
    ) {
        let mut note = |fault| found.push(finding(place, value, fault));
        let parts = if arrays.are_unique {
            2 * value.parts()
        } else {
            items.count_all()
        };
        if !self.check.spend_on_parts(parts as usize) {
            return note(Fault::Undecided);
        }
        let count = u64::from(items.count_all());
        size(
            Size::Items,
            count,
            arrays.min_items,
            arrays.max_items,
            &mut note,
        );
        if arrays.are_unique && !are_unique(items.clone()) {
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

    pub(super) fn object(
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
        let parts = members.count_all() as usize + objects.properties.count();
        if !self.check.spend_on_parts(parts) {
            return note(Fault::Undecided);
        }
        let count = u64::from(members.count_all());
        size(
            Size::Properties,
            count,
            objects.min_properties,
            objects.max_properties,
            &mut note,
        );
        let present = objects.properties.present(value);
        for ((name, property), is_there) in objects.properties.iter().zip(&present) {
            if property.is_required && !is_there {
                note(Fault::Missing(name, false));
            }
        }
        for (number, dependent) in &objects.dependents {
            if let (true, Dependent::Required(names)) = (present[*number], dependent) {
                let missing = names.iter().filter(|number| !present[**number]);
                missing.for_each(|number| {
                    note(Fault::Missing(objects.properties.name(*number), true));
                });
            }
        }
        self.members(objects, value, place, way, found);
        if let Some(rule) = objects.names {
            for key in value.keys() {
                if self.has_enough(found) {
                    return;
                }
                let mut inner = Vec::new();
                self.rule(rule, key, place, way, &mut inner);
                let inner = inner.into_iter().next();
                found
                    .extend(inner.map(|inner| finding(place, value, Fault::Name(Box::new(inner)))));
            }
        }
        for (number, dependent) in &objects.dependents {
            if let (true, Dependent::Schema(rule)) = (present[*number], dependent) {
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
            if self.has_enough(found) {
                return;
            }
            let property = objects.properties.get(name);
            let named = property.and_then(|property| property.rule);
            let mut is_known = named.is_some();
            let inside = &place.key(name);
            if let Some(rule) = named {
                self.rule(rule, member, inside, way, found);
            }
            for (pattern, rule) in &objects.patterns {
                match self.check.matches(pattern, name) {
                    Verdict::Valid => {
                        is_known = true;
                        self.rule(*rule, member, inside, way, found);
                    }
                    Verdict::Invalid => {}
                    Verdict::Unsure => {
                        is_known = true;
                        found.push(finding(inside, member, Fault::PatternUndecided));
                        // The others would say the same.
                        break;
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
}
