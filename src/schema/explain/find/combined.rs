use super::{Finder, Found, finding};
use crate::json::Node;
use crate::schema::check::Way;
use crate::schema::explain::fault::Fault;
use crate::schema::explain::path::Path;
use crate::schema::rule::{ANY, Combined, Rule, RuleId, Unevaluated};
use crate::schema::verdict::Verdict;

impl<'s> Finder<'s> {
    pub(super) fn combined(
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
                for rule in rules {
                    self.rule(*rule, value, place, way, found);
                }
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

    pub(super) fn unevaluated(
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
