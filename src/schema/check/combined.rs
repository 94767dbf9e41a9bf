use super::{Check, Scope, Way};
use crate::json::Node;
use crate::schema::rule::{Combined, Dynamic, Rule, RuleId};
use crate::schema::verdict::{Verdict, all};

impl Check<'_> {
    pub(super) fn combinations(&self, rule: &Rule, node: Node<'_>, way: Way<'_>) -> Verdict {
        let combined = rule.combined.iter();
        let together = all(combined.map(|combined| self.combined(combined, node, way)));
        match &rule.unevaluated {
            None => together,
            Some(unevaluated) => together.and(|| self.unevaluated(rule, unevaluated, node, way)),
        }
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
    pub(in crate::schema) fn dynamic(&self, dynamic: Dynamic, way: Way<'_>) -> RuleId {
        let mut found = dynamic.rule;
        let mut scope = way.scope;
        let mut passed = 0;
        while let Some(Scope { resource, outer }) = scope {
            passed += 1;
            found = self
                .schema
                .dynamic_anchor(dynamic.name, *resource)
                .unwrap_or(found);
            scope = *outer;
        }
        self.spend_on_parts(passed);
        found
    }
}
