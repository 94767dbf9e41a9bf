//! `unevaluatedItems` and `unevaluatedProperties`: what none of the schema's other keywords has looked at.

use crate::json::{Kind, Node};
use crate::schema::check::{Check, PARTS_FOR_WORK, Way};
use crate::schema::rule::{ANY, Arrays, Combined, Dependent, Objects, Rule, RuleId, Unevaluated};
use crate::schema::verdict::{Verdict, all};

/// Which items or members were evaluated, in order.
pub(in crate::schema) struct Marks {
    pub(in crate::schema) evaluated: Vec<bool>,
    /// More may have been: a verdict on which it depends is not sure.
    is_unsure: bool,
}

impl Check<'_> {
    pub(in crate::schema) fn unevaluated(
        &self,
        rule: &Rule,
        unevaluated: &Unevaluated,
        node: Node<'_>,
        way: Way<'_>,
    ) -> Verdict {
        let rest = match node.kind() {
            Kind::Array(_) => unevaluated.items,
            Kind::Object(_) => unevaluated.properties,
            _ => None,
        };
        let Some(rest) = rest.filter(|rule| *rule != ANY) else {
            return Verdict::Valid;
        };
        let marks = self.marks(rule, node, way);
        let parts = node.values().zip(&marks.evaluated);
        let others = parts.filter(|(_, evaluated)| !**evaluated);
        match all(others.map(|(part, _)| self.check(rest, part, way))) {
            Verdict::Invalid if marks.is_unsure => Verdict::Unsure,
            verdict => verdict,
        }
    }

    /// What a rule's keywords evaluate, but for `unevaluated…` itself.
    pub(in crate::schema) fn marks(&self, rule: &Rule, node: Node<'_>, way: Way<'_>) -> Marks {
        let mut marks = Marks {
            evaluated: vec![false; node.values().count()],
            is_unsure: false,
        };
        self.mark(rule, node, way, &mut marks);
        marks
    }

    fn mark(&self, rule: &Rule, node: Node<'_>, way: Way<'_>, marks: &mut Marks) {
        if !self.spend_on_parts(marks.evaluated.len() + PARTS_FOR_WORK) {
            marks.is_unsure = true;
            return;
        }
        match node.kind() {
            Kind::Array(_) => {
                if let Some(arrays) = rule.arrays.as_deref() {
                    self.mark_items(arrays, node, way, marks);
                }
            }
            Kind::Object(_) => {
                if let Some(objects) = rule.objects.as_deref() {
                    self.mark_members(objects, node, way, marks);
                }
            }
            _ => return,
        }
        for combined in &rule.combined {
            match combined {
                Combined::All(rules) => {
                    for rule in rules {
                        self.mark_all(*rule, node, way, marks);
                    }
                }
                Combined::Any(rules) | Combined::One(rules) => {
                    for rule in rules {
                        self.mark_if_valid(*rule, node, way, marks);
                    }
                }
                Combined::Not(..) => {}
                Combined::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let is_met = self.mark_if_valid(*condition, node, way, marks);
                    if is_met != Verdict::Invalid {
                        self.mark_all(*then, node, way, marks);
                    }
                    if is_met != Verdict::Valid {
                        self.mark_all(*otherwise, node, way, marks);
                    }
                }
                Combined::Dynamic(dynamic) => {
                    self.mark_all(self.dynamic(*dynamic, way), node, way, marks);
                }
            }
        }
    }

    fn mark_if_valid(
        &self,
        rule: RuleId,
        node: Node<'_>,
        way: Way<'_>,
        marks: &mut Marks,
    ) -> Verdict {
        let verdict = self.check(rule, node, way);
        marks.is_unsure |= verdict == Verdict::Unsure;
        if verdict == Verdict::Valid {
            self.mark_all(rule, node, way, marks);
        }
        verdict
    }

    /// What a rule that holds for the same value evaluates.
    fn mark_all(&self, rule: RuleId, node: Node<'_>, way: Way<'_>, marks: &mut Marks) {
        let Some(way) = way.further() else {
            marks.is_unsure = true;
            return;
        };
        let rule = self.schema.rule(rule);
        let rest = rule.unevaluated.as_deref();
        let evaluates_rest = rest.is_some_and(|unevaluated| match node.kind() {
            Kind::Array(_) => unevaluated.items.is_some(),
            _ => unevaluated.properties.is_some(),
        });
        if evaluates_rest {
            marks.evaluated.fill(true);
        } else {
            way.enter(rule, |way| self.mark(rule, node, way, marks));
        }
    }

    fn mark_items(&self, arrays: &Arrays, node: Node<'_>, way: Way<'_>, marks: &mut Marks) {
        let prefix = arrays.prefix.len().min(marks.evaluated.len());
        marks.evaluated[..prefix].fill(true);
        if arrays.items.is_some() {
            marks.evaluated.fill(true);
        }
        if let Some(contains) = arrays.contains.filter(|contains| contains.evaluates) {
            for (index, item) in node.values().enumerate() {
                let verdict = self.check(contains.rule, item, way);
                marks.is_unsure |= verdict == Verdict::Unsure;
                marks.evaluated[index] |= verdict == Verdict::Valid;
            }
        }
    }

    fn mark_members(&self, objects: &Objects, node: Node<'_>, way: Way<'_>, marks: &mut Marks) {
        let members = node.as_object().into_iter().flatten();
        for (index, (name, _)) in members.enumerate() {
            let property = objects.properties.get(name);
            let mut is_known = property.is_some_and(|property| property.rule.is_some());
            is_known |= objects.others.is_some();
            for (pattern, _) in &objects.patterns {
                if self.work_left() == 0 {
                    marks.is_unsure = true;
                    break;
                }
                let belongs = self.matches(pattern, name);
                marks.is_unsure |= belongs == Verdict::Unsure;
                is_known |= belongs == Verdict::Valid;
            }
            marks.evaluated[index] |= is_known;
        }
        if objects.dependents.is_empty() {
            return;
        }
        let present = objects.properties.present(node);
        for (number, dependent) in &objects.dependents {
            if let Dependent::Schema(rule) = dependent
                && present[*number]
            {
                self.mark_all(*rule, node, way, marks);
            }
        }
    }
}
