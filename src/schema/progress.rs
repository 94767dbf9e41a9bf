use super::check::{Check, Way, work_for};
use super::rule::{ANY, RuleId};
use super::schema::Schema;
use super::verdict::Verdict;
use crate::json::{Kind, Node, Step, Tree, Walk};

/// Judges a value while it is being read: each part when it is complete, so that hardly anything is left to do at the
/// end.
///
/// `Invalid` comes as soon as a part can't be right any more. Only a key that stands twice in an object could still
/// undo it, since the last one counts: who must know for certain judges the whole value then.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, Reader};
/// use ag_ui_lit::schema::{Progress, Schema, Verdict};
///
/// let schema = Schema::read(r#"{ "properties": { "n": { "minimum": 3 } } }"#).unwrap();
/// let mut reader = Reader::new(ReadOptions::default());
/// let mut progress = Progress::default();
/// reader.push(r#"{"n": 2, "#).unwrap();
/// assert_eq!(progress.advance(&schema, reader.tree()), Verdict::Invalid);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Progress {
    walk: Walk,
    open: Vec<Open>,
    verdict: Option<Verdict>,
    /// The work that was done: all parts together may be as much as the whole.
    spent: u32,
}

/// A container that is being read.
#[derive(Debug, Clone, Copy)]
struct Open {
    rule: RuleId,
    is_object: bool,
    /// It is judged as a whole when it ends: what its parts must be can't be said of each by itself.
    is_whole: bool,
    /// The rule of the member that comes next.
    next: RuleId,
    /// How many items have come.
    items: usize,
}

impl Progress {
    /// Judges what has become complete since the last time.
    pub fn advance(&mut self, schema: &Schema, tree: &Tree) -> Verdict {
        while let Some(step) = self.walk.next(tree) {
            match step {
                Step::Key(name) => self.key(schema, name),
                Step::Leaf(node) => {
                    let rule = self.next_rule(schema);
                    if rule != ANY {
                        self.judge(schema, tree, node, |check| {
                            check.check(rule, node, Way::START)
                        });
                    }
                }
                Step::Enter(node) => self.enter(schema, node),
                Step::Leave(node) => self.leave(schema, tree, node),
            }
        }
        self.verdict()
    }

    /// What is known so far: of what has been read, not of what is missing.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict.unwrap_or(Verdict::Valid)
    }

    fn key(&mut self, schema: &Schema, name: &str) {
        let Some(open) = self.open.last_mut().filter(|open| !open.is_whole) else {
            return;
        };
        open.next = ANY;
        if let Some(objects) = schema.rule(open.rule).objects.as_deref() {
            let property = objects.properties.get(name);
            let named = property.and_then(|property| property.rule);
            open.next = named.or(objects.others).unwrap_or(ANY);
            if schema.rule(open.next).never {
                // Whatever the value will be.
                self.note(Verdict::Invalid);
            }
        }
    }

    /// The rule of the value that comes next.
    fn next_rule(&mut self, schema: &Schema) -> RuleId {
        let Some(open) = self.open.last_mut() else {
            return schema.root();
        };
        if open.is_object {
            return open.next;
        }
        let arrays = schema.rule(open.rule).arrays.as_deref();
        let Some(arrays) = arrays.filter(|_| !open.is_whole) else {
            return ANY;
        };
        let rule = arrays.prefix.get(open.items).copied();
        open.items += 1;
        rule.or(arrays.items).unwrap_or(ANY)
    }

    fn enter(&mut self, schema: &Schema, node: Node<'_>) {
        let rule = self.next_rule(schema);
        let objects = schema.rule(rule).objects.as_deref();
        let is_object = matches!(node.kind(), Kind::Object(_));
        let has_patterns = objects.is_some_and(|objects| !objects.patterns.is_empty());
        self.open.push(Open {
            rule,
            is_object,
            is_whole: schema.is_dynamic() || is_object && has_patterns,
            next: ANY,
            items: 0,
        });
    }

    fn leave(&mut self, schema: &Schema, tree: &Tree, node: Node<'_>) {
        let Some(open) = self.open.pop().filter(|open| open.rule != ANY) else {
            return;
        };
        self.judge(schema, tree, node, |check| {
            if open.is_whole {
                check.check(open.rule, node, Way::START)
            } else {
                check.container(open.rule, node)
            }
        });
    }

    fn judge(
        &mut self,
        schema: &Schema,
        tree: &Tree,
        node: Node<'_>,
        judge: impl FnOnce(&Check<'_>) -> Verdict,
    ) {
        let work = tree
            .root()
            .map_or(0, |root| work_for(root.parts(), root.source_len()));
        let check = Check::within(schema, node, work.saturating_sub(self.spent));
        let verdict = judge(&check);
        self.spent = work - check.work_left();
        self.note(verdict);
    }

    fn note(&mut self, verdict: Verdict) {
        self.verdict = Some(self.verdict().and(|| verdict));
    }
}
