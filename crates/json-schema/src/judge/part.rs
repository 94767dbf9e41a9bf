use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::definition::{ANNOTATIONS, Dialect};

/// Where in a schema a subschema is, as a JSON pointer.
pub(super) type Place = String;

/// What one subschema asks of a value, taken apart.
#[derive(Default)]
pub(super) struct Part<'s> {
    /// Asks for what shows without looking inside: a type, a size, names, and everything about a string or a number.
    pub(super) outside: Option<Rule>,
    /// Asks about the value as a whole.
    pub(super) whole: Option<Rule>,
    /// Allows nothing.
    pub(super) never: bool,
    /// Subschemas for the same value, all of which must match.
    pub(super) in_place: Vec<Place>,
    /// Subschemas of members by their names.
    pub(super) properties: Vec<(&'s str, Place)>,
    /// The subschema of all other members.
    pub(super) others: Option<Place>,
    /// Subschemas of the first items.
    pub(super) prefix: Vec<Place>,
    /// The subschema of all other items.
    pub(super) items: Option<Place>,
}

/// A schema by itself.
pub(super) enum Rule {
    /// The subschema as it stands.
    At(Place),
    /// Some of its keywords.
    Made(Map<String, Value>),
}

/// Keywords that a value without its content decides.
const OUTSIDE: [&str; 20] = [
    "type",
    "required",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "dependentRequired",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
];

/// Takes a subschema apart as far as it is a conjunction of its parts.
pub(super) fn part<'s>(root: &'s Value, place: &str, dialect: Dialect) -> Part<'s> {
    let keywords = match root.pointer(place) {
        Some(Value::Bool(true)) => return Part::default(),
        Some(Value::Object(keywords)) => keywords,
        _ => return Part::nothing(),
    };
    let reference = keywords.get("$ref").and_then(|to| target(root, to));
    if dialect.hides_siblings_of_references() && keywords.contains_key("$ref") {
        return reference.map_or_else(|| Part::whole(place), Part::like);
    }
    if keywords
        .keys()
        .any(|keyword| keyword.starts_with("unevaluated"))
    {
        // What its neighbours have looked at counts.
        return Part::whole(place);
    }
    let mut apart = Apart {
        place,
        part: Part::default(),
        left: keywords
            .iter()
            .map(|(key, value)| (key.as_str(), value))
            .collect(),
    };
    apart
        .left
        .retain(|keyword, _| !ANNOTATIONS.contains(keyword) && !keyword.starts_with("x-"));
    if let Some(target) = reference {
        apart.left.remove("$ref");
        apart.part.in_place.push(target);
    }
    apart.all_of();
    apart.members();
    apart.items(dialect);
    apart.rest()
}

impl Part<'_> {
    fn nothing() -> Self {
        Self {
            never: true,
            ..Self::default()
        }
    }

    fn whole(place: &str) -> Self {
        Self {
            whole: Some(Rule::At(place.to_owned())),
            ..Self::default()
        }
    }

    fn like(target: Place) -> Self {
        Self {
            in_place: vec![target],
            ..Self::default()
        }
    }

    fn has_subschemas(&self) -> bool {
        !(self.in_place.is_empty() && self.properties.is_empty() && self.prefix.is_empty())
            || self.others.is_some()
            || self.items.is_some()
    }
}

/// Where a reference within the schema leads; nothing when it is not by a plain pointer.
fn target(root: &Value, reference: &Value) -> Option<Place> {
    let pointer = reference.as_str()?.strip_prefix('#')?;
    let is_plain = (pointer.is_empty() || pointer.starts_with('/')) && !pointer.contains('%');
    (is_plain && root.pointer(pointer).is_some()).then(|| pointer.to_owned())
}

/// A subschema while it is taken apart.
struct Apart<'s, 'p> {
    place: &'p str,
    part: Part<'s>,
    /// The keywords that have not been taken.
    left: BTreeMap<&'s str, &'s Value>,
}

impl<'s> Apart<'s, '_> {
    fn all_of(&mut self) {
        if let Some(Value::Array(schemas)) = self.left.remove("allOf") {
            let places = (0..schemas.len()).map(|index| format!("{}/allOf/{index}", self.place));
            self.part.in_place.extend(places);
        }
    }

    fn members(&mut self) {
        if self.left.contains_key("patternProperties") {
            // Which subschemas a member has depends on its name.
            return;
        }
        if let Some(Value::Object(properties)) = self.left.remove("properties") {
            let places = properties.keys().map(|name| {
                let escaped = name.replace('~', "~0").replace('/', "~1");
                (
                    name.as_str(),
                    format!("{}/properties/{escaped}", self.place),
                )
            });
            self.part.properties = places.collect();
        }
        self.part.others = self.one("additionalProperties");
    }

    fn items(&mut self, dialect: Dialect) {
        let (first, others) = if dialect == Dialect::Draft202012 {
            ("prefixItems", "items")
        } else {
            ("items", "additionalItems")
        };
        if let Some(Value::Array(schemas)) = self.left.get(first) {
            let places = (0..schemas.len()).map(|index| format!("{}/{first}/{index}", self.place));
            self.part.prefix = places.collect();
            self.left.remove(first);
            self.part.items = self.one(others);
        } else {
            self.part.items = self.one("items");
            if dialect != Dialect::Draft202012 {
                self.left.remove("additionalItems");
            }
        }
    }

    fn one(&mut self, keyword: &str) -> Option<Place> {
        self.left.remove(keyword)?;
        Some(format!("{}/{keyword}", self.place))
    }

    fn rest(self) -> Part<'s> {
        let Self {
            place,
            mut part,
            left,
        } = self;
        let (outside, whole): (BTreeMap<_, _>, _) = left
            .into_iter()
            .partition(|(keyword, _)| OUTSIDE.contains(keyword));
        if !part.has_subschemas() {
            let rule = Some(Rule::At(place.to_owned()));
            match (outside.is_empty(), whole.is_empty()) {
                (true, true) => {}
                (false, true) => part.outside = rule,
                (_, false) => part.whole = rule,
            }
            return part;
        }
        part.outside = made(outside);
        part.whole = made(whole);
        part
    }
}

fn made(keywords: BTreeMap<&str, &Value>) -> Option<Rule> {
    let keywords: Map<String, Value> = keywords
        .into_iter()
        .map(|(keyword, value)| (keyword.to_owned(), value.clone()))
        .collect();
    (!keywords.is_empty()).then_some(Rule::Made(keywords))
}
