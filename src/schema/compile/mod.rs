//! From a document to rules: every schema object once, without recursion, all faults collected.
//!
//! | module | what it is for |
//! |---|---|
//! | `resources` | identifiers, anchors, and where a reference leads |
//! | `keywords`, `forming` | one schema object as a rule |
//! | `references` | what a reference makes of it |
//! | `size`, `expansion` | how large a schema may be, and what it unfolds into |

pub(in crate::schema) mod expansion;
mod forming;
mod keywords;
mod references;
pub(in crate::schema) mod resources;
pub(in crate::schema) mod size;

use resources::{Found, ResourceId, Resources};

use super::error::{SchemaError, SchemaFault};
use super::patterns::Pattern;
use super::rule::{ANY, Rule, RuleId};
use super::schema::SchemaOptions;
use crate::fast_map::FastMap;
use crate::json::{Kind, Node, Tree};
use crate::schema::dialect::Dialect;
use crate::schema::dialect::keyword::{Form, form};
use crate::schema::dialect::shape;
use forming::Forming;

/// How many faults of a schema are told at once.
const MOST_FAULTS: usize = 20;

/// How many references may lead from one to the next before something else comes.
const MOST_HOPS: usize = 100_000;

/// What was made of a document.
pub(in crate::schema) struct Compiled {
    pub(in crate::schema) rules: Vec<Rule>,
    pub(in crate::schema) root: RuleId,
    /// Where dynamic anchors lead: by name and resource.
    pub(in crate::schema) dynamic: Vec<DynamicAnchor>,
    /// The patterns that are matched, and where each stands.
    pub(in crate::schema) patterns: Vec<(Pattern, u32)>,
}

/// A schema that a dynamic reference may lead to.
#[derive(Debug, Clone, Copy)]
pub(in crate::schema) struct DynamicAnchor {
    pub(in crate::schema) name: usize,
    pub(in crate::schema) resource: ResourceId,
    pub(in crate::schema) rule: RuleId,
}

/// Makes rules of the schema at an entry of a document.
pub(in crate::schema) fn compile(
    tree: &Tree,
    root: u32,
    dialect: Dialect,
    options: SchemaOptions,
) -> Result<Compiled, SchemaError> {
    let mut compiler = Compiler {
        tree,
        root,
        options,
        resources: Resources::of(tree, root, dialect),
        rules: vec![Rule::default()],
        built: FastMap::default(),
        open: Vec::new(),
        names: Vec::new(),
        patterns: Vec::new(),
        faults: Vec::new(),
    };
    let root = compiler.rule_of(tree.node(root));
    compiler.finish_open();
    let dynamic = compiler.dynamic_anchors();
    compiler.finish_open();
    compiler.told()?;
    Ok(Compiled {
        rules: compiler.rules,
        root,
        dynamic,
        patterns: compiler.patterns,
    })
}

struct Compiler<'d> {
    tree: &'d Tree,
    root: u32,
    options: SchemaOptions,
    resources: Resources<'d>,
    rules: Vec<Rule>,
    /// The schemas that have a rule already.
    built: FastMap<u32, u32>,
    /// Those whose rule is still empty.
    open: Vec<(u32, RuleId)>,
    /// The names that dynamic references ask for.
    names: Vec<String>,
    patterns: Vec<(Pattern, u32)>,
    /// With the entry they are about.
    faults: Vec<(u32, SchemaFault)>,
}

impl<'d> Compiler<'d> {
    /// The rule of a schema, which may still be empty.
    fn rule_of(&mut self, schema: Node<'d>) -> RuleId {
        let mut at = schema;
        for _ in 0..MOST_HOPS {
            match at.kind() {
                Kind::Bool(false) => {
                    let never = true;
                    return self.add(
                        at,
                        Rule {
                            never,
                            ..Rule::default()
                        },
                    );
                }
                Kind::Object(members) if members.count_all() > 0 => {}
                // True, or as good as that, or told as a fault of its keyword.
                _ => return ANY,
            }
            if let Some(known) = self.built.get(&at.index()) {
                return RuleId(*known);
            }
            let target = self
                .plain_reference(at)
                .and_then(|reference| self.resources.resolve(at.index(), reference));
            match target {
                Some(Found { target, .. }) if target != at.index() => {
                    at = self.tree.node(target);
                    self.check(Form::Schema, at, self.resources.place(target).dialect);
                }
                _ => {
                    let rule = self.add(at, Rule::default());
                    self.open.push((at.index(), rule));
                    return rule;
                }
            }
        }
        self.fault(schema.index(), None, endless());
        ANY
    }

    fn add(&mut self, schema: Node<'d>, rule: Rule) -> RuleId {
        let id = RuleId(u32::try_from(self.rules.len()).unwrap_or(0));
        self.rules.push(rule);
        self.built.insert(schema.index(), id.0);
        id
    }

    fn finish_open(&mut self) {
        while let Some((at, id)) = self.open.pop() {
            let rule = self.rule(self.tree.node(at));
            self.rules[id.0 as usize] = rule;
        }
    }

    fn rule(&mut self, schema: Node<'d>) -> Rule {
        let place = self.resources.place(schema.index());
        let mut draft = Forming::new(place.dialect);
        let mut reference = None;
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            let Some(form) = form(keyword, place.dialect) else {
                continue;
            };
            self.check(form, value, place.dialect);
            match keyword {
                "$ref" => reference = value.as_str(),
                "$schema" if Dialect::named(value.as_str().unwrap_or_default()).is_none() => {
                    let named = value.as_str().unwrap_or_default();
                    self.fault(
                        value.index(),
                        None,
                        format!("names an unknown dialect: {named}"),
                    );
                }
                _ => self.keyword(&mut draft, keyword, form, value, place),
            }
        }
        if place.dialect == Dialect::Draft4 {
            self.check_exclusions(schema);
        }
        self.dynamic_reference(&mut draft, schema, place);
        let mut rule = draft.finish();
        if let Some(reference) = reference {
            if place.dialect.ref_stands_alone() {
                rule = Rule::default();
            }
            self.reference(&mut rule, schema, reference);
        }
        rule.resource = Some(place.resource);
        rule
    }

    /// In draft 4 the exclusive limits are flags of the others.
    fn check_exclusions(&mut self, schema: Node<'d>) {
        for (flag, limit) in [
            ("exclusiveMinimum", "minimum"),
            ("exclusiveMaximum", "maximum"),
        ] {
            if let (Some(given), None) = (schema.get(flag), schema.get(limit)) {
                let fault = format!("means something only beside a {limit}");
                self.fault(given.index(), None, fault);
            }
        }
    }

    fn check(&mut self, form: Form, value: Node<'d>, dialect: Dialect) {
        shape::check(form, value, dialect, &mut |part, expected| {
            self.fault(part.index(), None, shape::wrong(part, expected));
        });
    }

    fn fault(&mut self, at: u32, keyword: Option<&str>, message: String) {
        if self.faults.len() >= MOST_FAULTS {
            return;
        }
        // In the order of the document.
        let place = self.faults.partition_point(|(before, _)| *before <= at);
        let mut path = self.tree.node(self.root).path_to(at);
        path.extend(keyword.map(str::to_owned));
        let fault = SchemaFault { path, message };
        if !self.faults.iter().any(|(_, known)| *known == fault) {
            self.faults.insert(place, (at, fault));
        }
    }

    fn told(&mut self) -> Result<(), SchemaError> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let faults = self.faults.drain(..).map(|(_, fault)| fault).collect();
        Err(SchemaError { faults })
    }
}

pub(in crate::schema) fn endless() -> String {
    "refers to itself without end: nothing could ever be compared with it".to_owned()
}
