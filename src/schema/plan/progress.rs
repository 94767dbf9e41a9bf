use super::{ANY, Plan, RuleId, Verdict};
use crate::json::{Kind, Node, Step, Tree, Walk};

/// Judges a value while it is being read: each part when it is complete, so that hardly anything is left to do at the
/// end.
///
/// `Invalid` comes as soon as a part can't be right any more. Only a key that stands twice in an object could still
/// undo it, since the last one counts: who must know for certain judges the whole value then.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    walk: Walk,
    open: Vec<Open>,
    verdict: Option<Verdict>,
}

/// A container that is being read.
#[derive(Debug, Clone, Copy)]
struct Open {
    rule: RuleId,
    is_object: bool,
    /// The rule of the member that comes next.
    next: RuleId,
    /// How many items have come.
    items: usize,
}

impl Progress {
    /// Judges what has become complete since the last time.
    pub fn advance(&mut self, plan: &Plan, tree: &Tree) -> Verdict {
        while let Some(step) = self.walk.next(tree) {
            match step {
                Step::Key(name) => self.key(plan, name),
                Step::Leaf(node) => {
                    let rule = self.next_rule(plan);
                    if rule != ANY {
                        self.note(plan.check_by(rule, node));
                    }
                }
                Step::Enter(node) => {
                    let rule = self.next_rule(plan);
                    self.open.push(Open {
                        rule,
                        is_object: matches!(node.kind(), Kind::Object(_)),
                        next: ANY,
                        items: 0,
                    });
                }
                Step::Leave(node) => self.leave(plan, node),
            }
        }
        self.verdict()
    }

    /// What is known so far: of what has been read, not of what is missing.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict.unwrap_or(Verdict::Valid)
    }

    fn key(&mut self, plan: &Plan, name: &str) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        open.next = ANY;
        if let Some(objects) = plan.rule(open.rule).objects.as_deref() {
            let property = objects.properties.get(name);
            open.next = property.map_or(objects.others, |property| property.rule);
            if plan.rule(open.next).never {
                // Whatever the value will be.
                self.note(Verdict::Invalid);
            }
        }
    }

    /// The rule of the value that comes next.
    fn next_rule(&mut self, plan: &Plan) -> RuleId {
        let Some(open) = self.open.last_mut() else {
            return plan.root;
        };
        if open.is_object {
            return open.next;
        }
        let Some(arrays) = plan.rule(open.rule).arrays.as_deref() else {
            return ANY;
        };
        let rule = arrays.prefix.get(open.items).copied();
        open.items += 1;
        rule.unwrap_or(arrays.items)
    }

    fn leave(&mut self, plan: &Plan, node: Node<'_>) {
        if let Some(open) = self.open.pop()
            && open.rule != ANY
        {
            self.note(plan.check_container(plan.rule(open.rule), node));
        }
    }

    fn note(&mut self, verdict: Verdict) {
        self.verdict = Some(self.verdict().and(|| verdict));
    }
}
