//! A schema object as its rules: found once, then only followed.

mod options;
mod properties;

pub(in crate::schema) use options::Options;
pub(in crate::schema) use properties::Properties;

use super::compile::resources::ResourceId;
use super::formats::Format;
use super::patterns::Pattern;

/// The place of a rule in its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::schema) struct RuleId(pub(in crate::schema) u32);

/// Accepts everything.
pub(in crate::schema) const ANY: RuleId = RuleId(0);

/// One schema object. What it does not say is not restricted.
#[derive(Debug, Default)]
pub(in crate::schema) struct Rule {
    /// Accepts nothing: the schema `false`.
    pub(in crate::schema) never: bool,
    pub(in crate::schema) types: Option<Types>,
    /// `enum` and `const`: the value must be in each list.
    pub(in crate::schema) options: Vec<Options>,
    pub(in crate::schema) numbers: Option<Box<Numbers>>,
    pub(in crate::schema) strings: Option<Box<Strings>>,
    pub(in crate::schema) arrays: Option<Box<Arrays>>,
    pub(in crate::schema) objects: Option<Box<Objects>>,
    pub(in crate::schema) combined: Vec<Combined>,
    pub(in crate::schema) unevaluated: Option<Box<Unevaluated>>,
    pub(in crate::schema) resource: Option<ResourceId>,
}

/// A set of the types of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::schema) struct Types(pub(in crate::schema) u8);

impl Types {
    pub(in crate::schema) const NULL: u8 = 1;
    pub(in crate::schema) const BOOLEAN: u8 = 2;
    pub(in crate::schema) const INTEGER: u8 = 4;
    pub(in crate::schema) const NUMBER: u8 = 8;
    pub(in crate::schema) const STRING: u8 = 16;
    pub(in crate::schema) const ARRAY: u8 = 32;
    pub(in crate::schema) const OBJECT: u8 = 64;
    /// An integer that is written as one: draft 4 takes no other.
    pub(in crate::schema) const WRITTEN_INTEGER: u8 = 128;

    pub(in crate::schema) fn has(self, kind: u8) -> bool {
        self.0 & kind != 0
    }

    /// The type with a name.
    pub(in crate::schema) fn named(name: &str) -> Option<Self> {
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

#[derive(Debug, Default)]
pub(in crate::schema) struct Numbers {
    pub(in crate::schema) minimum: Option<f64>,
    pub(in crate::schema) maximum: Option<f64>,
    pub(in crate::schema) exclusive_minimum: Option<f64>,
    pub(in crate::schema) exclusive_maximum: Option<f64>,
    pub(in crate::schema) multiple_of: Option<f64>,
}

#[derive(Debug, Default)]
pub(in crate::schema) struct Strings {
    /// In code points.
    pub(in crate::schema) min_length: u64,
    pub(in crate::schema) max_length: Option<u64>,
    pub(in crate::schema) pattern: Option<Pattern>,
    pub(in crate::schema) format: Option<(Box<str>, Format)>,
    pub(in crate::schema) content: Content,
}

/// Draft 7's assertions about what a text holds.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(in crate::schema) struct Content {
    pub(in crate::schema) is_base64: bool,
    pub(in crate::schema) is_json: bool,
}

#[derive(Debug, Default)]
pub(in crate::schema) struct Arrays {
    pub(in crate::schema) prefix: Vec<RuleId>,
    /// The items after those.
    pub(in crate::schema) items: Option<RuleId>,
    pub(in crate::schema) min_items: u64,
    pub(in crate::schema) max_items: Option<u64>,
    pub(in crate::schema) are_unique: bool,
    pub(in crate::schema) contains: Option<Contains>,
}

#[derive(Debug, Clone, Copy)]
pub(in crate::schema) struct Contains {
    pub(in crate::schema) rule: RuleId,
    pub(in crate::schema) min: u64,
    pub(in crate::schema) max: Option<u64>,
    /// From 2020-12 on an item that fits is an evaluated one.
    pub(in crate::schema) evaluates: bool,
}

#[derive(Debug, Default)]
pub(in crate::schema) struct Objects {
    pub(in crate::schema) properties: Properties,
    /// How many of the properties are required.
    pub(in crate::schema) required: u32,
    pub(in crate::schema) patterns: Vec<(Pattern, RuleId)>,
    /// The properties that are neither named nor match a pattern.
    pub(in crate::schema) others: Option<RuleId>,
    pub(in crate::schema) names: Option<RuleId>,
    /// By the number of the property that must be there.
    pub(in crate::schema) dependents: Vec<(usize, Dependent)>,
    pub(in crate::schema) min_properties: u64,
    pub(in crate::schema) max_properties: Option<u64>,
}

/// What holds when a property is there.
#[derive(Debug)]
pub(in crate::schema) enum Dependent {
    /// Others must be there too: their numbers.
    Required(Vec<usize>),
    /// The whole object must please a rule.
    Schema(RuleId),
}

/// Rules about the same value.
#[derive(Debug)]
pub(in crate::schema) enum Combined {
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
pub(in crate::schema) struct Dynamic {
    /// The number of the anchor's name.
    pub(in crate::schema) name: u32,
    /// Where it leads when none is further out.
    pub(in crate::schema) rule: RuleId,
}

/// What holds for the items and members that no other keyword of the schema has looked at.
#[derive(Debug, Default)]
pub(in crate::schema) struct Unevaluated {
    pub(in crate::schema) items: Option<RuleId>,
    pub(in crate::schema) properties: Option<RuleId>,
}

impl Rule {
    /// The types it asks for, if it asks for nothing else.
    pub(in crate::schema) fn only_types(&self) -> Option<Types> {
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
    pub(in crate::schema) fn for_each_inner(&self, found: &mut dyn FnMut(RuleId)) {
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
    pub(in crate::schema) fn for_each_in_place(&self, found: &mut dyn FnMut(RuleId)) {
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
