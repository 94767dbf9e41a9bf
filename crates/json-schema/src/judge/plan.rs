use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use jsonschema::Validator;
use serde_json::{Map, Value};

use super::part::{Part, Place, Rule, part};
use crate::compile::{CompileOptions, PARTS, compile_parts};
use crate::definition::{Definition, Dialect};

/// What a schema asks at each place of a value, for a schema that can be taken apart.
pub(crate) struct Plan {
    positions: Vec<Position>,
}

/// A place of values, as the schema tells them apart: what is asked there, and which places are inside.
#[derive(Default)]
pub(super) struct Position {
    /// Decide about a value without its content.
    pub(super) outside: Vec<Validator>,
    /// Decide about the value as a whole.
    pub(super) whole: Vec<Validator>,
    /// Nothing is allowed there.
    pub(super) never: bool,
    properties: HashMap<String, At>,
    others: At,
    prefix: Vec<At>,
    items: At,
}

/// A position's index.
pub(super) type At = usize;

/// Where nothing is asked.
pub(super) const ANYTHING: At = 0;

/// How many positions there may be. Each is a set of subschemas that hold together, of which a schema made for it has
/// exponentially many.
const MAX_POSITIONS: usize = 2_000;

/// How many subschemas the parts may be compiled to: each part has its own of what it refers to.
const MAX_COMPILED: u64 = 100_000;

impl Plan {
    /// Nothing when the schema can't be taken apart.
    pub(crate) fn of(
        schema: &Value,
        definition: Definition,
        options: CompileOptions,
    ) -> Option<Self> {
        let contents = definition.contents;
        if contents.dynamic || contents.inner_dialects || contents.inner_identifiers {
            return None;
        }
        let mut planning = Planning::new(schema, definition.dialect);
        planning.all()?;
        planning.compiled(definition, options)
    }

    /// Where the whole value is.
    pub(super) const ROOT: At = 1;

    pub(super) fn position(&self, at: At) -> &Position {
        &self.positions[at]
    }
}

impl Position {
    pub(super) fn member(&self, name: &str) -> At {
        self.properties.get(name).copied().unwrap_or(self.others)
    }

    pub(super) fn item(&self, index: usize) -> At {
        self.prefix.get(index).copied().unwrap_or(self.items)
    }
}

/// Subschemas that hold for the same value.
type Together = BTreeSet<Place>;

struct Planning<'s> {
    schema: &'s Value,
    dialect: Dialect,
    parts: HashMap<Place, Rc<Part<'s>>>,
    known: HashMap<Together, At>,
    /// Their positions have a number, and are not there yet.
    open: Vec<Together>,
    positions: Vec<(Together, Position)>,
}

impl<'s> Planning<'s> {
    fn new(schema: &'s Value, dialect: Dialect) -> Self {
        let mut planning = Self {
            schema,
            dialect,
            parts: HashMap::new(),
            known: HashMap::new(),
            open: Vec::new(),
            positions: Vec::new(),
        };
        planning.at(std::iter::empty());
        planning.at([Place::new()]);
        planning
    }

    /// The position where all of some subschemas hold.
    fn at(&mut self, places: impl IntoIterator<Item = Place>) -> At {
        let mut together = Together::new();
        let mut open: Vec<Place> = places.into_iter().collect();
        while let Some(place) = open.pop() {
            let part = self.part(&place);
            // One that leads to itself adds nothing to itself.
            if together.insert(place) {
                open.extend(part.in_place.iter().cloned());
            }
        }
        let next = self.known.len();
        *self.known.entry(together).or_insert_with_key(|together| {
            self.open.push(together.clone());
            next
        })
    }

    fn part(&mut self, place: &str) -> Rc<Part<'s>> {
        if let Some(part) = self.parts.get(place) {
            return Rc::clone(part);
        }
        let part = Rc::new(part(self.schema, place, self.dialect));
        self.parts.insert(place.to_owned(), Rc::clone(&part));
        part
    }

    /// Finds all positions; nothing when there are too many.
    fn all(&mut self) -> Option<()> {
        let mut next = 0;
        while next < self.open.len() {
            if self.open.len() > MAX_POSITIONS {
                return None;
            }
            let together = self.open[next].clone();
            let parts: Vec<Rc<Part>> = together.iter().map(|place| self.part(place)).collect();
            let position = self.inside(&parts);
            self.positions.push((together, position));
            next += 1;
        }
        Some(())
    }

    fn inside(&mut self, parts: &[Rc<Part>]) -> Position {
        let mut names: BTreeMap<&str, Vec<Place>> = BTreeMap::new();
        for part in parts {
            for (name, _) in &part.properties {
                names.entry(name).or_default();
            }
        }
        for part in parts {
            let own: HashMap<&str, &Place> = part
                .properties
                .iter()
                .map(|(name, place)| (*name, place))
                .collect();
            for (name, places) in &mut names {
                places.extend(own.get(name).copied().or(part.others.as_ref()).cloned());
            }
        }
        let properties = names
            .into_iter()
            .map(|(name, places)| (name.to_owned(), self.at(places)))
            .collect();
        let longest = parts
            .iter()
            .map(|part| part.prefix.len())
            .max()
            .unwrap_or(0);
        let prefix = (0..longest).map(|index| {
            let places = parts
                .iter()
                .filter_map(|part| part.prefix.get(index).or(part.items.as_ref()));
            self.at(places.cloned().collect::<Vec<_>>())
        });
        Position {
            never: parts.iter().any(|part| part.never),
            properties,
            prefix: prefix.collect(),
            others: self.at(parts
                .iter()
                .filter_map(|part| part.others.clone())
                .collect::<Vec<_>>()),
            items: self.at(parts
                .iter()
                .filter_map(|part| part.items.clone())
                .collect::<Vec<_>>()),
            ..Position::default()
        }
    }

    /// Compiles a validator for each part that asks for something.
    fn compiled(self, definition: Definition, options: CompileOptions) -> Option<Plan> {
        let Self {
            schema,
            dialect,
            parts,
            positions,
            ..
        } = self;
        let mut made = Vec::new();
        let mut references = Vec::new();
        let mut rules: HashMap<Place, [Option<usize>; 2]> = HashMap::new();
        for (place, part) in &parts {
            let numbers = [&part.outside, &part.whole].map(|rule| {
                let pointer = match rule.as_ref()? {
                    Rule::At(place) => place.clone(),
                    Rule::Made(keywords) => {
                        made.push(Value::Object(keywords.clone()));
                        format!("/{PARTS}/{}", made.len() - 1)
                    }
                };
                references.push(pointer);
                Some(references.len() - 1)
            });
            rules.insert(place.clone(), numbers);
        }
        if references.len() as u64 * definition.expansion > MAX_COMPILED {
            return None;
        }
        let validators = compile_parts(
            &with_parts(schema, made)?,
            &references,
            dialect.into(),
            options,
        )?;
        let positions = positions.into_iter().map(|(together, position)| {
            let mut position = position;
            for [outside, whole] in together.iter().filter_map(|place| rules.get(place)) {
                position
                    .outside
                    .extend(outside.map(|number| validators[number].clone()));
                position
                    .whole
                    .extend(whole.map(|number| validators[number].clone()));
            }
            position
        });
        Some(Plan {
            positions: positions.collect(),
        })
    }
}

/// The schema with what was made of it, so that references in that lead where they did.
fn with_parts(schema: &Value, made: Vec<Value>) -> Option<Value> {
    let mut document: Map<String, Value> = match schema {
        Value::Object(keywords) => keywords.clone(),
        _ => Map::new(),
    };
    let is_new = document
        .insert(PARTS.to_owned(), Value::Array(made))
        .is_none();
    is_new.then_some(Value::Object(document))
}
