//! A schema object as its rules: found once, then only followed.

use super::check::equality::equals;
use super::compile::resources::ResourceId;
use super::formats::Format;
use super::patterns::Pattern;
use crate::fast_map::FastMap;
use crate::json::{Kind, Node, Tree, canonical};

/// The place of a rule in its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RuleId(pub(super) u32);

/// Accepts everything.
pub(super) const ANY: RuleId = RuleId(0);

/// One schema object. What it does not say is not restricted.
#[derive(Debug, Default)]
pub(super) struct Rule {
    /// Accepts nothing: the schema `false`.
    pub(super) never: bool,
    pub(super) types: Option<Types>,
    /// `enum` and `const`: the value must be in each list.
    pub(super) options: Vec<Options>,
    pub(super) numbers: Option<Box<Numbers>>,
    pub(super) strings: Option<Box<Strings>>,
    pub(super) arrays: Option<Box<Arrays>>,
    pub(super) objects: Option<Box<Objects>>,
    pub(super) combined: Vec<Combined>,
    pub(super) unevaluated: Option<Box<Unevaluated>>,
    pub(super) resource: Option<ResourceId>,
}

/// A set of the types of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Types(pub(super) u8);

impl Types {
    pub(super) const NULL: u8 = 1;
    pub(super) const BOOLEAN: u8 = 2;
    pub(super) const INTEGER: u8 = 4;
    pub(super) const NUMBER: u8 = 8;
    pub(super) const STRING: u8 = 16;
    pub(super) const ARRAY: u8 = 32;
    pub(super) const OBJECT: u8 = 64;
    /// An integer that is written as one: draft 4 takes no other.
    pub(super) const WRITTEN_INTEGER: u8 = 128;

    pub(super) fn has(self, kind: u8) -> bool {
        self.0 & kind != 0
    }

    /// The type with a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(Self(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        }))
    }
}

/// Values of which one is meant: entries of the schema's document.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) values: Vec<u32>,
    /// From `const`.
    pub(super) is_constant: bool,
    /// Their canonical texts, only when there are so many that a list is slow.
    texts: FastMap<Box<str>, u32>,
    /// Parts of all of them together.
    parts: u32,
    has_containers: bool,
}

/// Up to how many values are compared one by one.
const FEW_OPTIONS: usize = 10;

impl Options {
    pub(super) fn new<'d>(values: impl IntoIterator<Item = Node<'d>>, is_constant: bool) -> Self {
        let nodes: Vec<Node<'d>> = values.into_iter().collect();
        let mut texts = FastMap::default();
        if nodes.len() > FEW_OPTIONS {
            let canonical = |node: &Node<'d>| (canonical(*node).into(), node.index());
            texts = nodes.iter().map(canonical).collect();
        }
        let parts = nodes.iter().map(|node| node.parts()).sum();
        let has_containers = nodes.iter().any(|node| is_container(*node));
        Self {
            values: nodes.into_iter().map(Node::index).collect(),
            is_constant,
            texts,
            parts,
            has_containers,
        }
    }

    /// Through how many parts one goes to compare a value with them.
    pub(super) fn parts_for(&self, value: Node<'_>) -> usize {
        match value.kind() {
            _ if self.texts.is_empty() => self.parts as usize,
            Kind::Array(_) | Kind::Object(_) if self.has_containers => 2 * value.parts() as usize,
            Kind::String(text) => text.len() / 8,
            _ => 1,
        }
    }

    /// Whether one of them is a value; `document` is where they are.
    pub(super) fn allow(&self, document: &Tree, value: Node<'_>) -> bool {
        if !self.texts.is_empty() {
            return (self.has_containers || !is_container(value))
                && self.texts.contains_key(&*canonical(value));
        }
        let mut options = self.values.iter();
        options.any(|option| equals(value, document.node(*option)))
    }
}

fn is_container(value: Node<'_>) -> bool {
    matches!(value.kind(), Kind::Array(_) | Kind::Object(_))
}

#[derive(Debug, Default)]
pub(super) struct Numbers {
    pub(super) minimum: Option<f64>,
    pub(super) maximum: Option<f64>,
    pub(super) exclusive_minimum: Option<f64>,
    pub(super) exclusive_maximum: Option<f64>,
    pub(super) multiple_of: Option<f64>,
}

#[derive(Debug, Default)]
pub(super) struct Strings {
    /// In code points.
    pub(super) min_length: u64,
    pub(super) max_length: Option<u64>,
    pub(super) pattern: Option<Pattern>,
    pub(super) format: Option<(Box<str>, Format)>,
    pub(super) content: Content,
}

/// Draft 7's assertions about what a text holds.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) is_base64: bool,
    pub(super) is_json: bool,
}

#[derive(Debug, Default)]
pub(super) struct Arrays {
    pub(super) prefix: Vec<RuleId>,
    /// The items after those.
    pub(super) items: Option<RuleId>,
    pub(super) min_items: u64,
    pub(super) max_items: Option<u64>,
    pub(super) are_unique: bool,
    pub(super) contains: Option<Contains>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Contains {
    pub(super) rule: RuleId,
    pub(super) min: u64,
    pub(super) max: Option<u64>,
    /// From 2020-12 on an item that fits is an evaluated one.
    pub(super) evaluates: bool,
}

#[derive(Debug, Default)]
pub(super) struct Objects {
    pub(super) properties: Properties,
    /// How many of the properties are required.
    pub(super) required: u32,
    pub(super) patterns: Vec<(Pattern, RuleId)>,
    /// The properties that are neither named nor match a pattern.
    pub(super) others: Option<RuleId>,
    pub(super) names: Option<RuleId>,
    /// By the number of the property that must be there.
    pub(super) dependents: Vec<(usize, Dependent)>,
    pub(super) min_properties: u64,
    pub(super) max_properties: Option<u64>,
}

/// What holds when a property is there.
#[derive(Debug)]
pub(super) enum Dependent {
    /// Others must be there too: their numbers.
    Required(Vec<usize>),
    /// The whole object must please a rule.
    Schema(RuleId),
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Property {
    /// Nothing when it is only required, or something depends on it.
    pub(super) rule: Option<RuleId>,
    pub(super) is_required: bool,
}

/// The properties a schema names.
#[derive(Debug, Default)]
pub(super) struct Properties {
    listed: Vec<(Box<str>, Property)>,
    /// Only when there are so many that a list is slow.
    table: FastMap<Box<[u8]>, u32>,
}

/// Up to how many names are compared one by one.
const FEW_PROPERTIES: usize = 10;

impl Properties {
    pub(super) fn get(&self, name: &str) -> Option<Property> {
        self.find(name.as_bytes(), &mut 0)
    }

    /// Looks first where `expected` points, and lets it point behind what it finds: models write properties in the order
    /// of the schema.
    pub(super) fn find(&self, name: &[u8], expected: &mut usize) -> Option<Property> {
        let is_it = |(known, _): &(Box<str>, Property)| same(known.as_bytes(), name);
        let at = if self.listed.get(*expected).is_some_and(is_it) {
            *expected
        } else {
            self.position(name)?
        };
        *expected = at + 1;
        self.listed.get(at).map(|(_, property)| *property)
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.listed.len()
    }

    /// Which of them an object has, by their numbers.
    pub(super) fn present(&self, object: Node<'_>) -> Vec<bool> {
        let mut present = vec![false; self.listed.len()];
        let mut expected = 0;
        for name in object.keys().filter_map(Node::as_str) {
            if self.find(name.as_bytes(), &mut expected).is_some() {
                present[expected - 1] = true;
            }
        }
        present
    }

    /// The name of a property.
    pub(super) fn name(&self, number: usize) -> &str {
        self.listed.get(number).map_or("", |(name, _)| name)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Property)> {
        self.listed
            .iter()
            .map(|(name, property)| (&**name, *property))
    }

    /// The property with a name, added when it is new.
    pub(super) fn entry(&mut self, name: &str) -> &mut Property {
        let at = self.number(name);
        &mut self.listed[at].1
    }

    /// The number of the property with a name, added when it is new.
    pub(super) fn number(&mut self, name: &str) -> usize {
        self.position(name.as_bytes()).unwrap_or_else(|| {
            let at = self.listed.len();
            self.listed.push((name.into(), Property::default()));
            if at == FEW_PROPERTIES {
                let numbered = (0..).zip(&self.listed);
                let numbered = numbered.map(|(at, (name, _))| (name.as_bytes().into(), at));
                self.table = numbered.collect();
            } else if at > FEW_PROPERTIES {
                let at = u32::try_from(at).unwrap_or(0);
                self.table.insert(name.as_bytes().into(), at);
            }
            at
        })
    }

    fn position(&self, name: &[u8]) -> Option<usize> {
        if self.table.is_empty() {
            let mut listed = self.listed.iter();
            listed.position(|(known, _)| same(known.as_bytes(), name))
        } else {
            self.table.get(name).map(|at| *at as usize)
        }
    }
}

/// Whether texts are equal. Names are short: comparing them here takes less than a call of `memcmp`, which in wasm goes byte
/// by byte as well.
#[inline]
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}

/// Rules about the same value.
#[derive(Debug)]
pub(super) enum Combined {
    /// `allOf`, and a reference.
    All(Vec<RuleId>),
    Any(Vec<RuleId>),
    One(Vec<RuleId>),
    /// With the entry of the schema that must not fit.
    Not(RuleId, u32),
    If {
        condition: RuleId,
        then: RuleId,
        otherwise: RuleId,
    },
    /// `$dynamicRef` and `$recursiveRef`: the outermost of the schemas with a dynamic anchor.
    Dynamic(Dynamic),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Dynamic {
    /// The number of the anchor's name.
    pub(super) name: u32,
    /// Where it leads when none is further out.
    pub(super) rule: RuleId,
}

/// What holds for the items and members that no other keyword of the schema has looked at.
#[derive(Debug, Default)]
pub(super) struct Unevaluated {
    pub(super) items: Option<RuleId>,
    pub(super) properties: Option<RuleId>,
}

impl Rule {
    /// The types it asks for, if it asks for nothing else.
    pub(super) fn only_types(&self) -> Option<Types> {
        let is_plain = !self.never
            && self.options.is_empty()
            && self.numbers.is_none()
            && self.strings.is_none()
            && self.arrays.is_none()
            && self.objects.is_none()
            && self.combined.is_empty()
            && self.unevaluated.is_none();
        self.types.filter(|_| is_plain)
    }

    /// The rules it leads to, those about the same value first.
    pub(super) fn for_each_inner(&self, found: &mut dyn FnMut(RuleId)) {
        self.for_each_in_place(found);
        if let Some(arrays) = &self.arrays {
            arrays.prefix.iter().for_each(|rule| found(*rule));
            arrays.items.into_iter().for_each(&mut *found);
            arrays
                .contains
                .iter()
                .for_each(|contains| found(contains.rule));
        }
        if let Some(objects) = &self.objects {
            objects.others.into_iter().for_each(&mut *found);
            objects.names.into_iter().for_each(&mut *found);
            objects.patterns.iter().for_each(|(_, rule)| found(*rule));
            let named = objects.properties.iter();
            named
                .filter_map(|(_, property)| property.rule)
                .for_each(&mut *found);
        }
        if let Some(unevaluated) = &self.unevaluated {
            unevaluated.items.into_iter().for_each(&mut *found);
            unevaluated.properties.into_iter().for_each(&mut *found);
        }
    }

    /// The rules it leads to for the same value.
    pub(super) fn for_each_in_place(&self, found: &mut dyn FnMut(RuleId)) {
        for combined in &self.combined {
            match combined {
                Combined::All(rules) | Combined::Any(rules) | Combined::One(rules) => {
                    rules.iter().copied().for_each(&mut *found);
                }
                Combined::Not(rule, _) => found(*rule),
                Combined::If {
                    condition,
                    then,
                    otherwise,
                } => [*condition, *then, *otherwise]
                    .into_iter()
                    .for_each(&mut *found),
                Combined::Dynamic(dynamic) => found(dynamic.rule),
            }
        }
        let dependents = self.objects.iter().flat_map(|objects| &objects.dependents);
        for (_, dependent) in dependents {
            if let Dependent::Schema(rule) = dependent {
                found(*rule);
            }
        }
    }
}
