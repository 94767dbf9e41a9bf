//! From a document to rules: every schema object once, without recursion, all faults collected.

use super::dialect::Dialect;
use super::error::{SchemaError, SchemaFault};
use super::formats::format_of;
use super::forming::Forming;
use super::keyword::{Form, form};
use super::patterns::Pattern;
use super::resources::{Found, Place, Resources, holds_schemas};
use super::rule::{ANY, Combined, Contains, Dependent, Dynamic, Rule, RuleId, Types};
use super::schema::SchemaOptions;
use super::shape;
use crate::fast_map::FastMap;
use crate::json::{Kind, Node, Tree};

/// How many faults of a schema are told at once.
const MOST_FAULTS: usize = 20;

/// How many references may lead from one to the next before something else comes.
const MOST_HOPS: usize = 100_000;

/// What was made of a document.
pub(super) struct Compiled {
    pub(super) rules: Vec<Rule>,
    pub(super) root: RuleId,
    /// Where dynamic anchors lead: by name and resource.
    pub(super) dynamic: Vec<DynamicAnchor>,
    /// The patterns that are matched, and where each stands.
    pub(super) patterns: Vec<(Pattern, u32)>,
}

/// A schema that a dynamic reference may lead to.
#[derive(Debug, Clone, Copy)]
pub(super) struct DynamicAnchor {
    pub(super) name: usize,
    pub(super) resource: super::resources::ResourceId,
    pub(super) rule: RuleId,
}

/// Makes rules of the schema at an entry of a document.
pub(super) fn compile(
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
                Kind::Bool(true) => return ANY,
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
                Kind::Object(_) => {}
                _ => return ANY, // Told as a fault of its keyword.
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

    /// The reference of a schema that consists of nothing else: it is the schema it refers to. Where there are dynamic
    /// anchors it is not, since it counts by which resources one comes.
    fn plain_reference(&self, schema: Node<'d>) -> Option<&'d str> {
        if self.resources.dynamic_anchors().next().is_some() {
            return None;
        }
        let mut members = schema.as_object()?;
        let (keyword, value) = members.next()?;
        let is_plain = keyword == "$ref" && members.next().is_none();
        value.as_str().filter(|_| is_plain)
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

    #[allow(clippy::too_many_lines, reason = "one table")]
    fn keyword(
        &mut self,
        draft: &mut Forming,
        keyword: &str,
        form: Form,
        value: Node<'d>,
        place: Place,
    ) {
        match keyword {
            "type" => draft.types(value),
            "enum" => draft.options(value.as_array().into_iter().flatten(), false),
            "const" => draft.options([value], true),
            "minimum" => draft.numbers().minimum = number_of(value),
            "maximum" => draft.numbers().maximum = number_of(value),
            "exclusiveMinimum" => draft.exclusive_minimum(value),
            "exclusiveMaximum" => draft.exclusive_maximum(value),
            "multipleOf" => draft.numbers().multiple_of = number_of(value),
            "minLength" => draft.strings().min_length = count(value),
            "maxLength" => draft.strings().max_length = Some(count(value)),
            "minItems" => draft.arrays().min_items = count(value),
            "maxItems" => draft.arrays().max_items = Some(count(value)),
            "minProperties" => draft.objects().min_properties = count(value),
            "maxProperties" => draft.objects().max_properties = Some(count(value)),
            "minContains" => draft.contains_least = Some(count(value)),
            "maxContains" => draft.contains_most = Some(count(value)),
            "uniqueItems" => draft.arrays().are_unique = is_set(value),
            "pattern" => {
                let pattern = self.pattern(value.as_str().unwrap_or_default(), value.index());
                draft.strings().pattern = pattern;
            }
            "format" => self.format(draft, value, place.dialect),
            "contentEncoding" if place.dialect == Dialect::Draft7 => {
                draft.strings().content.is_base64 = value.as_str() == Some("base64");
            }
            "contentMediaType" if place.dialect == Dialect::Draft7 => {
                draft.strings().content.is_json = value.as_str() == Some("application/json");
            }
            "items" => match value.kind() {
                Kind::Array(_) => {
                    draft.arrays().prefix = self.list(value);
                    draft.has_prefix = true;
                }
                _ => draft.arrays().items = Some(self.rule_of(value)),
            },
            "prefixItems" => draft.arrays().prefix = self.list(value),
            "additionalItems" => draft.additional_items = Some(self.rule_of(value)),
            "contains" => {
                draft.contains = Some(Contains {
                    rule: self.rule_of(value),
                    min: 1,
                    max: None,
                    evaluates: place.dialect == Dialect::Draft202012,
                });
            }
            "properties" => {
                draft.objects();
                for (name, schema) in value.as_object().into_iter().flatten() {
                    let rule = self.rule_of(schema);
                    draft.objects().properties.entry(name).rule = Some(rule);
                }
            }
            "patternProperties" => {
                for (source, schema) in value.as_object().into_iter().flatten() {
                    let rule = self.rule_of(schema);
                    if let Some(pattern) = self.pattern(source, schema.index()) {
                        draft.objects().patterns.push((pattern, rule));
                    }
                }
            }
            "required" => draft.require(value),
            "additionalProperties" => draft.objects().others = Some(self.rule_of(value)),
            "propertyNames" => draft.objects().names = Some(self.rule_of(value)),
            "dependencies" | "dependentRequired" | "dependentSchemas" => {
                for (name, needs) in value.as_object().into_iter().flatten() {
                    let dependent = match needs.as_array() {
                        Some(names) => Dependent::Required(
                            names.filter_map(Node::as_str).map(Into::into).collect(),
                        ),
                        None => Dependent::Schema(self.rule_of(needs)),
                    };
                    draft.objects().dependents.push((name.into(), dependent));
                }
            }
            "allOf" => draft.rule.combined.push(Combined::All(self.list(value))),
            "anyOf" => draft.rule.combined.push(Combined::Any(self.list(value))),
            "oneOf" => draft.rule.combined.push(Combined::One(self.list(value))),
            "not" => {
                let rule = self.rule_of(value);
                draft.rule.combined.push(Combined::Not(rule, value.index()));
            }
            "if" => draft.condition = Some(self.rule_of(value)),
            "then" => draft.then = Some(self.rule_of(value)),
            "else" => draft.otherwise = Some(self.rule_of(value)),
            "unevaluatedItems" => draft.unevaluated().items = Some(self.rule_of(value)),
            "unevaluatedProperties" => draft.unevaluated().properties = Some(self.rule_of(value)),
            // Schemas that only references lead to are checked all the same.
            _ if holds_schemas(form) => super::keyword::for_each_schema(form, value, |schema| {
                self.rule_of(schema);
            }),
            _ => {}
        }
    }

    fn list(&mut self, schemas: Node<'d>) -> Vec<RuleId> {
        let schemas = schemas.as_array().into_iter().flatten();
        schemas.map(|schema| self.rule_of(schema)).collect()
    }

    fn pattern(&mut self, source: &str, at: u32) -> Option<Pattern> {
        if !self.options.matches_patterns {
            return None;
        }
        match Pattern::new(source) {
            Ok(pattern) => {
                self.patterns.push((pattern.clone(), at));
                Some(pattern)
            }
            Err(fault) => {
                self.fault(at, None, fault);
                None
            }
        }
    }

    fn format(&mut self, draft: &mut Forming, value: Node<'d>, dialect: Dialect) {
        let name = value.as_str().unwrap_or_default();
        if self.options.formats
            && let Some(format) = format_of(name, dialect)
        {
            draft.strings().format = Some((name.into(), format));
        }
    }

    fn reference(&mut self, rule: &mut Rule, schema: Node<'d>, reference: &str) {
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

    fn check(&mut self, form: Form, value: Node<'d>, dialect: Dialect) {
        shape::check(form, value, dialect, &mut |part, expected| {
            self.fault(part.index(), None, shape::wrong(part, expected));
        });
    }

    fn dynamic_reference(&mut self, draft: &mut Forming, schema: Node<'d>, place: Place) {
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
                    let fault = format!("expected \"#\", received {other:?}");
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

    fn name(&mut self, name: String) -> usize {
        let known = self.names.iter().position(|known| *known == name);
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }

    /// What the dynamic references may lead to.
    fn dynamic_anchors(&mut self) -> Vec<DynamicAnchor> {
        let anchors: Vec<_> = self
            .resources
            .dynamic_anchors()
            .filter_map(|anchor| {
                let name = self.names.iter().position(|name| *name == anchor.name)?;
                Some((name, anchor.resource, anchor.target))
            })
            .collect();
        anchors
            .into_iter()
            .map(|(name, resource, target)| DynamicAnchor {
                name,
                resource,
                rule: self.rule_of(self.tree.node(target)),
            })
            .collect()
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

fn broken(reference: &str) -> String {
    format!(
        "the reference {reference:?} can't be resolved: only references within the schema itself are followed"
    )
}

pub(super) fn endless() -> String {
    "refers to itself without end: nothing could ever be compared with it".to_owned()
}

#[allow(
    clippy::cast_precision_loss,
    reason = "what is read as an integer fits a double"
)]
pub(super) fn number_of(value: Node<'_>) -> Option<f64> {
    match value.kind() {
        Kind::Integer(integer) => Some(integer as f64),
        Kind::Float(float) => Some(float),
        _ => None,
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "its form was checked: 0 or more, and a larger one limits nothing"
)]
fn count(value: Node<'_>) -> u64 {
    number_of(value).unwrap_or(0.0) as u64
}

pub(super) fn is_set(value: Node<'_>) -> bool {
    matches!(value.kind(), Kind::Bool(true))
}

pub(super) fn types_of(value: Node<'_>, dialect: Dialect) -> Types {
    let one = |node: Node<'_>| {
        node.as_str()
            .and_then(Types::named)
            .map_or(0, |types| types.0)
    };
    let mut all = match value.as_array() {
        Some(names) => names.map(one).fold(0, |all, kind| all | kind),
        None => one(value),
    };
    if dialect == Dialect::Draft4 && all & Types::INTEGER != 0 {
        all = all & !Types::INTEGER | Types::WRITTEN_INTEGER;
    }
    Types(all)
}
