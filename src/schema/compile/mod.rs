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

use resources::{Found, MAX_ADDRESS, ResourceId, Resources};

use super::error::{SchemaError, SchemaFault};
use super::rule::{ANY, Rule, RuleId};
use super::schema::SchemaOptions;
use crate::fast_map::FastMap;
use crate::json::{Kind, Node, Tree};
use crate::schema::dialect::Dialect;
use crate::schema::dialect::keyword::{Form, form};
use crate::schema::dialect::shape;
use crate::schema::explain::received::unquoted;
use forming::Forming;

/// How many faults of a schema are told at once.
const MOST_FAULTS: usize = 20;

/// Stands for the rule of a schema while the references are followed that it begins.
const PASSED: u32 = u32::MAX;

/// What was made of a document.
pub(in crate::schema) struct Compiled {
    pub(in crate::schema) rules: Vec<Rule>,
    pub(in crate::schema) root: RuleId,
    pub(in crate::schema) dynamic: DynamicAnchors,
}

/// Where dynamic anchors lead, by the number of their name and by resource.
pub(in crate::schema) type DynamicAnchors = FastMap<(u32, ResourceId), RuleId>;

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
        names: FastMap::default(),
        faults: Vec::new(),
    };
    let root = compiler.rule_of(tree.node(root));
    compiler.finish_open();
    let dynamic = compiler.dynamic_anchors();
    compiler.finish_open();
    compiler.tell_long_addresses();
    compiler.told()?;
    Ok(Compiled {
        rules: compiler.rules,
        root,
        dynamic,
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
    /// The names that dynamic references ask for, numbered.
    names: FastMap<Box<str>, u32>,
    /// With the entry they are about.
    faults: Vec<(u32, SchemaFault)>,
}

impl<'d> Compiler<'d> {
    /// The rule of a schema, which may still be empty. A chain of references is gone through once, however many lead into it.
    fn rule_of(&mut self, schema: Node<'d>) -> RuleId {
        let mut at = schema;
        let mut passed = Vec::new();
        let rule = loop {
            match self.built.get(&at.index()) {
                Some(&PASSED) => {
                    self.fault(schema.index(), None, endless());
                    break ANY;
                }
                Some(known) => break RuleId(*known),
                None => {}
            }
            match at.kind() {
                Kind::Bool(false) => {
                    let never = true;
                    break self.add(
                        at,
                        Rule {
                            never,
                            ..Rule::default()
                        },
                    );
                }
                Kind::Object(members) if members.count_all() > 0 => {}
                // True, or as good as that, or told as a fault of its keyword.
                _ => break ANY,
            }
            let target = self
                .plain_reference(at)
                .and_then(|reference| self.resources.resolve(at.index(), reference));
            match target {
                Some(Found { target, .. }) if target != at.index() => {
                    self.built.insert(at.index(), PASSED);
                    passed.push(at.index());
                    at = self.tree.node(target);
                    self.check(Form::Schema, at, self.resources.place(target).dialect);
                }
                _ => {
                    let rule = self.add(at, Rule::default());
                    self.open.push((at.index(), rule));
                    break rule;
                }
            }
        };
        self.built.extend(passed.into_iter().map(|at| (at, rule.0)));
        rule
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
                    self.fault(value.index(), None, unknown_dialect(value));
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
        // Many references may lead to the same fault, and finding the way to it takes longer than this.
        let is_known = self.faults.iter().any(|(place, known)| {
            let is_about = |keyword: &str| known.path.last().is_some_and(|last| last == keyword);
            *place == at && known.message == message && keyword.is_none_or(is_about)
        });
        if is_known {
            return;
        }
        // In the order of the document.
        let place = self.faults.partition_point(|(before, _)| *before <= at);
        let mut path = self.tree.node(self.root).path_to(at);
        path.extend(keyword.map(str::to_owned));
        self.faults
            .insert(place, (at, SchemaFault { path, message }));
    }

    fn tell_long_addresses(&mut self) {
        for (schema, keyword) in self.resources.take_too_long() {
            let fault = format!("makes an address longer than {MAX_ADDRESS} bytes");
            self.fault(schema, Some(keyword), fault);
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

pub(in crate::schema) fn unknown_dialect(named: Node<'_>) -> String {
    format!("names an unknown dialect: {}", unquoted(named))
}

pub(in crate::schema) fn endless() -> String {
    "refers to itself without end: nothing could ever be compared with it".to_owned()
}
