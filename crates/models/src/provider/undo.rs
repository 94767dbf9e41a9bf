use std::collections::{HashMap, HashSet};
use std::ptr;

use super::json::{Json, step};
use super::lower::names_of;

/// The maximum number of schemas on the way to a value: arguments may be nested 128 deep, with alternatives and references
/// at each level. A deeper value stays as it is, and its validation refuses it.
const DEEPEST: usize = 640;

/// The conversion of arguments for a strict schema back to the tool's own schema.
#[derive(Debug, Clone)]
pub struct Undo {
    /// The schema that was sent.
    schema: Json,
    /// The places in it where `null` means absence.
    nulls: HashSet<String>,
}

impl Undo {
    pub(super) fn new(schema: Json, nulls: HashSet<String>) -> Self {
        Self { schema, nulls }
    }

    /// Returns true if the arguments need no conversion.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nulls.is_empty()
    }

    /// Removes members whose `null` means absence. Returns true if there were any.
    pub fn apply(&self, arguments: &mut Json) -> bool {
        self.value(arguments, &self.schema, "", 0)
    }

    /// Recursive, and its depth is bounded: alternatives may lead to themselves.
    fn value(&self, value: &mut Json, schema: &Json, at: &str, depth: usize) -> bool {
        if depth > DEEPEST {
            return false;
        }
        let depth = depth + 1;
        let (schema, at) = self.resolved(schema, at);
        let mut changed = false;
        if let Some(any) = schema.get("anyOf") {
            let mut known = Known::new();
            let fits = |(_, one): &(usize, &Json)| self.fits(value, one, depth, &mut known);
            if let Some((index, one)) = any.items().enumerate().find(fits) {
                let at = step(&step(&at, "anyOf"), &index.to_string());
                changed |= self.value(value, one, &at, depth);
            }
        }
        match value {
            Json::Object(members) => {
                let Some(properties) = schema.get("properties").and_then(Json::as_object) else {
                    return changed;
                };
                let at = step(&at, "properties");
                members.retain(|name, member| {
                    let place = step(&at, name);
                    let Some(property) = properties.get(name) else {
                        return true;
                    };
                    if *member == Json::Null && self.nulls.contains(&place) {
                        changed = true;
                        return false;
                    }
                    changed |= self.value(member, property, &place, depth);
                    true
                });
            }
            Json::Array(items) => {
                if let Some(of_items) = schema.get("items") {
                    let at = step(&at, "items");
                    for item in items {
                        changed |= self.value(item, of_items, &at, depth);
                    }
                }
            }
            _ => {}
        }
        changed
    }

    /// The target of a reference.
    fn resolved<'u>(&'u self, mut schema: &'u Json, at: &str) -> (&'u Json, String) {
        let mut at = at.to_owned();
        // A longer chain of references is a circle.
        for _ in 0..16 {
            let reference = schema.get("$ref").and_then(Json::as_str);
            let Some(pointer) = reference.and_then(|reference| reference.strip_prefix('#')) else {
                break;
            };
            let Some(found) = self.schema.at(pointer) else {
                break;
            };
            (schema, at) = (found, pointer.to_owned());
        }
        (schema, at)
    }

    /// Returns true if a value matches a strict schema: types, values, and exactly the members. Recursive, and its depth is
    /// bounded.
    ///
    /// Each pair of value and schema is compared once. Alternatives that refer to themselves would otherwise double the work
    /// with each level.
    fn fits(&self, value: &Json, schema: &Json, depth: usize, known: &mut Known) -> bool {
        if depth > DEEPEST {
            return false;
        }
        let (schema, _) = self.resolved(schema, "");
        let pair = (ptr::from_ref(value), ptr::from_ref(schema));
        if let Some(fits) = known.get(&pair) {
            return *fits;
        }
        // The result until it is known: alternatives that only lead to themselves match nothing.
        known.insert(pair, false);
        let fits = self.compared(value, schema, depth + 1, known);
        known.insert(pair, fits);
        fits
    }

    fn compared(&self, value: &Json, schema: &Json, depth: usize, known: &mut Known) -> bool {
        let Some(members) = schema.as_object() else {
            return true;
        };
        let is_of_type = members
            .get("type")
            .is_none_or(|types| names_of(types).iter().any(|name| is_of(value, name)));
        let is_value = members.get("const").is_none_or(|only| only == value)
            && members
                .get("enum")
                .is_none_or(|values| values.items().any(|one| one == value));
        if !is_of_type || !is_value {
            return false;
        }
        if let Some(any) = members.get("anyOf")
            && !any.items().any(|one| self.fits(value, one, depth, known))
        {
            return false;
        }
        match (value, members.get("properties"), members.get("items")) {
            (Json::Object(given), Some(Json::Object(properties)), _) => {
                given.len() == properties.len()
                    && properties.iter().all(|(name, property)| {
                        given
                            .get(name)
                            .is_some_and(|member| self.fits(member, property, depth, known))
                    })
            }
            (Json::Array(given), _, Some(of_items)) => given
                .iter()
                .all(|item| self.fits(item, of_items, depth, known)),
            _ => true,
        }
    }
}

/// Known results of comparisons, by the addresses of value and schema. Neither moves while the results are kept.
type Known = HashMap<(*const Json, *const Json), bool>;

fn is_of(value: &Json, name: &str) -> bool {
    match value {
        Json::Null => name == "null",
        Json::Bool(_) => name == "boolean",
        Json::Number(number) => {
            name == "number" || name == "integer" && !number.contains(['.', 'e', 'E'])
        }
        Json::String(_) => name == "string",
        Json::Array(_) => name == "array",
        Json::Object(_) => name == "object",
    }
}
