use super::forming::Forming;
use super::resources::Place;
use super::{Compiler, DynamicAnchors};
use crate::json::Node;
use crate::schema::dialect::Dialect;
use crate::schema::dialect::keyword::Form;
use crate::schema::explain::received::quoted;
use crate::schema::rule::{Combined, Dynamic, Rule, RuleId};

impl<'d> Compiler<'d> {
    /// The reference of a schema that consists of nothing else: it is the schema it refers to. Where there are dynamic
    /// anchors it is not, since it counts by which resources one comes.
    pub(super) fn plain_reference(&self, schema: Node<'d>) -> Option<&'d str> {
        if self.resources.has_dynamic_anchors() {
            return None;
        }
        let mut members = schema.as_object()?;
        let (keyword, value) = members.next()?;
        let is_plain = keyword == "$ref" && members.next().is_none();
        value.as_str().filter(|_| is_plain)
    }

    pub(super) fn reference(&mut self, rule: &mut Rule, schema: Node<'d>, reference: &str) {
        match self.resources.resolve(schema.index(), reference) {
            Some(found) => {
                let target = self.target(found.target);
                rule.combined.push(Combined::All(vec![target]));
            }
            None => self.fault(schema.index(), Some("$ref"), broken(reference)),
        }
    }

    fn target(&mut self, at: u32) -> RuleId {
        let target = self.tree.node(at);
        self.check(Form::Schema, target, self.resources.place(at).dialect);
        self.rule_of(target)
    }

    pub(super) fn dynamic_reference(
        &mut self,
        draft: &mut Forming,
        schema: Node<'d>,
        place: Place,
    ) {
        let found = match place.dialect {
            Dialect::Draft202012 => {
                let reference = schema.get("$dynamicRef").and_then(Node::as_str);
                let Some(reference) = reference else { return };
                let Some(found) = self.resources.resolve(schema.index(), reference) else {
                    self.fault(schema.index(), Some("$dynamicRef"), broken(reference));
                    return;
                };
                found
            }
            Dialect::Draft201909 => match schema.get("$recursiveRef").and_then(Node::as_str) {
                Some("#") => self.resources.resolve_recursive(schema.index()),
                Some(other) => {
                    let fault = format!("expected \"#\", received {}", quoted(other));
                    self.fault(schema.index(), Some("$recursiveRef"), fault);
                    return;
                }
                None => return,
            },
            _ => return,
        };
        let rule = self.target(found.target);
        draft.rule.combined.push(match found.dynamic_name {
            Some(name) => Combined::Dynamic(Dynamic {
                name: self.name(name),
                rule,
            }),
            None => Combined::All(vec![rule]),
        });
    }

    fn name(&mut self, name: String) -> u32 {
        let next = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        *self.names.entry(name.into()).or_insert(next)
    }

    /// What the dynamic references may lead to.
    pub(super) fn dynamic_anchors(&mut self) -> DynamicAnchors {
        let anchors: Vec<_> = self
            .resources
            .dynamic_anchors()
            .filter_map(|anchor| {
                let name = self.names.get(&*anchor.name)?;
                Some(((*name, anchor.resource), anchor.target))
            })
            .collect();
        let mut found = DynamicAnchors::default();
        for (anchor, target) in anchors {
            // Of several in one resource the first one counts.
            let rule = self.rule_of(self.tree.node(target));
            found.entry(anchor).or_insert(rule);
        }
        found
    }
}

fn broken(reference: &str) -> String {
    let reference = quoted(reference);
    format!(
        "the reference {reference} can't be resolved: only references within the schema itself are followed"
    )
}
