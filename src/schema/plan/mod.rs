//! A schema as a plan: what decides the schemas that tools mostly have by itself, without the engine.
//!
//! Building a plan takes microseconds, and following it less than reading the text did. It knows the keywords of which
//! nearly all tools' schemas consist, and says so when a schema has others: then the engine does everything. Where it
//! is not sure of a value (a `pattern`, a `format`, more work than it may do) the engine decides, and the words for
//! what is wrong with a value are always the engine's. What it does decide must be what the engine would:
//! `tests/plan.rs` compares the two.

mod build;
mod check;
mod equality;
mod progress;

use serde_json::Value;

use super::expansion::{Expansion, Graph};
use crate::fast_map::FastMap;

pub use progress::Progress;

/// A schema's rules, found once and then only followed.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, read};
/// use ag_ui_lit::schema::{Schema, Verdict};
/// use serde_json::json;
///
/// let schema = Schema::compile(&json!({ "properties": { "n": { "minimum": 3 } } })).unwrap();
/// let plan = schema.outline().plan().unwrap();
/// let verdict = |text| {
///     let document = read(text, ReadOptions::default()).unwrap();
///     plan.check(document.tree.root().unwrap())
/// };
/// assert_eq!(verdict(r#"{"n": 4}"#), Verdict::Valid);
/// assert_eq!(verdict(r#"{"n": 2}"#), Verdict::Invalid);
/// ```
#[derive(Debug)]
pub struct Plan {
    rules: Vec<Rule>,
    root: RuleId,
}

/// What a plan says of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It matches.
    Valid,
    /// It does not match.
    Invalid,
    /// Only the engine can tell.
    Unsure,
}

/// The place of a rule in its plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct RuleId(u32);

/// Accepts everything.
const ANY: RuleId = RuleId(0);

/// One schema object. What it does not say is not restricted.
#[derive(Debug, Default)]
struct Rule {
    /// Accepts nothing: the schema `false`.
    never: bool,
    types: Option<Types>,
    /// `enum` and `const`: the value must be in each list.
    options: Vec<Vec<Value>>,
    numbers: Option<Box<Numbers>>,
    strings: Option<Box<Strings>>,
    arrays: Option<Box<Arrays>>,
    objects: Option<Box<Objects>>,
    combined: Vec<Combined>,
}

/// A set of the types of JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Types(u8);

impl Types {
    const NULL: u8 = 1;
    const BOOLEAN: u8 = 2;
    const INTEGER: u8 = 4;
    const NUMBER: u8 = 8;
    const STRING: u8 = 16;
    const ARRAY: u8 = 32;
    const OBJECT: u8 = 64;

    fn has(self, kind: u8) -> bool {
        self.0 & kind != 0
    }
}

#[derive(Debug, Default)]
struct Numbers {
    minimum: Option<f64>,
    maximum: Option<f64>,
    exclusive_minimum: Option<f64>,
    exclusive_maximum: Option<f64>,
    multiple_of: Option<i64>,
}

#[derive(Debug, Default)]
struct Strings {
    /// In code points.
    min_length: u64,
    max_length: Option<u64>,
    /// A `pattern` or a `format`: the engine's.
    is_text_checked: bool,
}

#[derive(Debug)]
struct Arrays {
    prefix: Vec<RuleId>,
    items: RuleId,
    min_items: u64,
    max_items: Option<u64>,
    are_unique: bool,
}

#[derive(Debug)]
struct Objects {
    properties: Properties,
    /// How many of the properties are required.
    required: u32,
    others: RuleId,
    min_properties: u64,
    max_properties: Option<u64>,
}

#[derive(Debug, Clone, Copy)]
struct Property {
    rule: RuleId,
    is_required: bool,
}

/// The properties a schema names.
#[derive(Debug, Default)]
struct Properties {
    listed: Vec<(Box<str>, Property)>,
    /// Only when there are so many that a list is slow.
    table: FastMap<Box<str>, usize>,
}

/// Up to how many names are compared one by one.
const FEW_PROPERTIES: usize = 10;

impl Properties {
    fn get(&self, name: &str) -> Option<Property> {
        self.find(name, &mut 0)
    }

    /// Looks first where `expected` points, and lets it point behind what it finds: models write properties in the order
    /// of the schema.
    fn find(&self, name: &str, expected: &mut usize) -> Option<Property> {
        let is_it = |(known, _): &(Box<str>, Property)| **known == *name;
        let at = if self.listed.get(*expected).is_some_and(is_it) {
            *expected
        } else if self.table.is_empty() {
            self.listed.iter().position(is_it)?
        } else {
            *self.table.get(name)?
        };
        *expected = at + 1;
        self.listed.get(at).map(|(_, property)| *property)
    }
}

/// Rules about the same value.
#[derive(Debug)]
enum Combined {
    All(Vec<RuleId>),
    Any(Vec<RuleId>),
    One(Vec<RuleId>),
    Not(RuleId),
}

impl Plan {
    /// What the schema unfolds into through its references.
    pub(super) fn expansion(&self) -> Expansion {
        let mut graph = Graph::default();
        for (from, rule) in self.rules.iter().enumerate() {
            rule.for_each_inner(|inner| graph.lead(from, inner.0 as usize));
        }
        graph.expansion(self.root.0 as usize)
    }

    fn rule(&self, id: RuleId) -> &Rule {
        &self.rules[id.0 as usize]
    }
}

impl Rule {
    fn for_each_inner(&self, mut found: impl FnMut(RuleId)) {
        if let Some(arrays) = &self.arrays {
            arrays.prefix.iter().copied().for_each(&mut found);
            found(arrays.items);
        }
        if let Some(objects) = &self.objects {
            found(objects.others);
            let listed = objects.properties.listed.iter();
            let named = listed.map(|(_, property)| property.rule);
            named
                .filter(|rule| *rule != objects.others)
                .for_each(&mut found);
        }
        for combined in &self.combined {
            match combined {
                Combined::All(rules) | Combined::Any(rules) | Combined::One(rules) => {
                    rules.iter().copied().for_each(&mut found);
                }
                Combined::Not(rule) => found(*rule),
            }
        }
    }
}
