use ag_ui_lit::json::{Kind, Node, Step};
use jsonschema::Validator;
use serde_json::Value;

use super::plan::{ANYTHING, At, Plan, Position};
use crate::value::{Exact, outline_of, value_of};

/// How far a value has been judged.
#[derive(Default)]
pub(super) struct Progress {
    open: Vec<Open>,
    pub(super) verdict: Verdict,
    /// How many values have come.
    read: usize,
    /// How many values were looked at.
    looks: usize,
}

/// What is known of the parts that are complete.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    #[default]
    Valid,
    Invalid,
    /// They are not judged, or not any more: the whole is, at the end.
    Unknown,
}

/// A container that is being read.
struct Open {
    at: At,
    /// Where the member is that comes next; nothing in an array.
    next: Option<At>,
    /// How many items have come.
    items: usize,
}

/// How many times as many values may be looked at as there are. What is judged as a whole within something that is judged
/// as a whole is looked at again, and a schema that leads to itself has as many levels as the value.
const MAX_LOOKS: usize = 4;

/// Small values are judged whatever it takes.
const FREE_LOOKS: usize = 10_000;

impl Progress {
    /// From here on nothing is judged.
    pub(super) fn give_up(&mut self) {
        if self.verdict == Verdict::Valid {
            self.verdict = Verdict::Unknown;
        }
    }

    pub(super) fn take(&mut self, plan: &Plan, step: Step<'_>, exact: Exact<'_>) {
        self.read += 1;
        match step {
            Step::Key(name) => self.key(plan, name),
            Step::Leaf(node) => {
                let at = self.next(plan);
                if at != ANYTHING {
                    let Position {
                        outside,
                        whole,
                        never,
                        ..
                    } = plan.position(at);
                    self.note(!never);
                    self.judge([outside, whole], node, exact, value_of);
                }
            }
            Step::Enter(node) => {
                let at = self.next(plan);
                self.note(!plan.position(at).never);
                let is_object = matches!(node.kind(), Kind::Object(_));
                self.open.push(Open {
                    at,
                    next: is_object.then_some(ANYTHING),
                    items: 0,
                });
            }
            Step::Leave(node) => {
                let at = self.open.pop().map_or(ANYTHING, |open| open.at);
                let Position { outside, whole, .. } = plan.position(at);
                self.judge([outside, &[]], node, exact, outline_of);
                self.judge([whole, &[]], node, exact, value_of);
            }
        }
    }

    fn key(&mut self, plan: &Plan, name: &str) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let at = plan.position(open.at).member(name);
        open.next = Some(at);
        // Whatever the value will be.
        self.note(!plan.position(at).never);
    }

    /// Where the value is that comes next.
    fn next(&mut self, plan: &Plan) -> At {
        let Some(open) = self.open.last_mut() else {
            return Plan::ROOT;
        };
        open.next.unwrap_or_else(|| {
            let at = plan.position(open.at).item(open.items);
            open.items += 1;
            at
        })
    }

    fn judge(
        &mut self,
        validators: [&[Validator]; 2],
        node: Node<'_>,
        exact: Exact<'_>,
        value: impl FnOnce(Node<'_>, Exact<'_>, &mut usize) -> Value,
    ) {
        let mut validators = validators.into_iter().flatten().peekable();
        if self.verdict != Verdict::Valid || validators.peek().is_none() {
            return;
        }
        let value = value(node, exact, &mut self.looks);
        self.note(validators.all(|validator| validator.is_valid(&value)));
        if self.looks > FREE_LOOKS + self.read * MAX_LOOKS {
            self.give_up();
        }
    }

    fn note(&mut self, is_valid: bool) {
        if !is_valid && self.verdict == Verdict::Valid {
            self.verdict = Verdict::Invalid;
        }
    }
}
