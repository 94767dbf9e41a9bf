use super::draft::Draft;
use super::keyword::{Holds, holds};
use crate::provider::json::{Json, Object, place_before, step, text};
use crate::provider::loss::Action;

/// A schema converted to 2020-12.
pub struct Upgraded {
    pub schema: Json,
    /// The present places and the former ones.
    moved: Vec<(String, String)>,
    /// The changes, by their former places.
    pub changes: Vec<Change>,
}

/// A change of a keyword.
pub struct Change {
    pub path: String,
    pub keyword: String,
    pub action: Action,
    pub reason: &'static str,
}

impl Upgraded {
    /// The schema unchanged, for an API that reads its draft.
    pub fn not(schema: &Json) -> Self {
        Self {
            schema: schema.clone(),
            moved: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The former place of a part.
    pub fn source(&self, at: &str) -> String {
        place_before(&self.moved, at)
    }
}

/// Converts a schema of an older draft to 2020-12, by the changes listed in JSON Schema's release notes.
/// <https://json-schema.org/specification#migrating-from-older-drafts>
pub fn upgraded(schema: &Json) -> Upgraded {
    let draft = Draft::of(schema);
    let mut upgrade = Upgrade {
        draft,
        moved: Vec::new(),
        changes: Vec::new(),
    };
    let mut schema = match draft {
        Draft::Twenty => schema.clone(),
        _ => upgrade.schema(schema, "", ""),
    };
    if !upgrade.moved.is_empty() {
        upgrade.redirect(&mut schema);
    }
    Upgraded {
        schema,
        moved: upgrade.moved,
        changes: upgrade.changes,
    }
}

struct Upgrade {
    draft: Draft,
    moved: Vec<(String, String)>,
    changes: Vec<Change>,
}

const SAME: &str = "2020-12 writes it this way";
const MERGED: &str = "2020-12 has one keyword for it";

impl Upgrade {
    /// Converts a schema from the place `at` to the place `to`. Recursive: the depth of the parsed schema is bounded.
    fn schema(&mut self, schema: &Json, at: &str, to: &str) -> Json {
        let Some(members) = schema.as_object() else {
            return schema.clone();
        };
        let mut result = Object::new();
        let refers = members
            .get("$ref")
            .is_some_and(|given| given.as_str().is_some());
        for (keyword, value) in members {
            let from = step(at, keyword);
            if refers && self.draft.ignores_siblings() && !counts_beside_reference(keyword, at) {
                self.change(
                    from,
                    keyword,
                    Action::Dropped,
                    "this draft ignores keywords alongside a $ref",
                );
                continue;
            }
            self.keyword(members, keyword, value, (&from, to), &mut result);
        }
        Json::Object(result)
    }

    fn keyword(
        &mut self,
        members: &Object,
        keyword: &str,
        value: &Json,
        (at, to): (&str, &str),
        result: &mut Object,
    ) {
        let draft = self.draft;
        match keyword {
            "$schema" => {
                self.change(at.to_owned(), keyword, Action::Rewritten, SAME);
                result.insert(keyword.to_owned(), text(Draft::LATEST));
            }
            "id" if draft == Draft::Four && value.as_str().is_some() => {
                self.put("$id", value.clone(), (at, to), result);
            }
            "exclusiveMinimum" | "exclusiveMaximum" if matches!(value, Json::Bool(_)) => {
                self.change(at.to_owned(), keyword, Action::Rewritten, SAME);
                let bound = members.get(bound_of(keyword));
                if let (Json::Bool(true), Some(bound)) = (value, bound) {
                    result.insert(keyword.to_owned(), bound.clone());
                }
            }
            "minimum" | "maximum" if is_exclusive(members, keyword) => {
                self.change(at.to_owned(), keyword, Action::Rewritten, MERGED);
            }
            "items" if value.as_array().is_some() => {
                let items = self.value(keyword, value, at, &step(to, "prefixItems"));
                self.put("prefixItems", items, (at, to), result);
            }
            "additionalItems" => {
                if members.get("items").and_then(Json::as_array).is_some() {
                    let rest = self.value(keyword, value, at, &step(to, "items"));
                    self.put("items", rest, (at, to), result);
                } else {
                    self.change(
                        at.to_owned(),
                        keyword,
                        Action::Dropped,
                        "it has no effect without a list of items",
                    );
                }
            }
            "dependencies" if draft <= Draft::Seven => self.dependencies(value, (at, to), result),
            "$recursiveRef" if draft == Draft::Nineteen => {
                self.put("$ref", value.clone(), (at, to), result);
            }
            "$recursiveAnchor" if draft == Draft::Nineteen => {
                self.change(at.to_owned(), keyword, Action::Dropped, "2020-12 has none");
            }
            _ => {
                let value = self.value(keyword, value, at, &step(to, keyword));
                result.insert(keyword.to_owned(), value);
            }
        }
    }

    /// Converts the value of a keyword.
    fn value(&mut self, keyword: &str, value: &Json, at: &str, to: &str) -> Json {
        match holds(keyword, value) {
            Holds::Schema => self.schema(value, at, to),
            Holds::Schemas => Json::Array(
                value
                    .items()
                    .enumerate()
                    .map(|(index, item)| (index.to_string(), item))
                    .map(|(index, item)| self.schema(item, &step(at, &index), &step(to, &index)))
                    .collect(),
            ),
            Holds::ByKey => match value {
                Json::Object(members) => Json::Object(
                    members
                        .iter()
                        .map(|(key, member)| {
                            let member = self.schema(member, &step(at, key), &step(to, key));
                            (key.clone(), member)
                        })
                        .collect(),
                ),
                _ => value.clone(),
            },
            Holds::Value => value.clone(),
        }
    }

    /// Splits `dependencies` into keys and schemas.
    fn dependencies(&mut self, value: &Json, (at, to): (&str, &str), result: &mut Object) {
        self.change(at.to_owned(), "dependencies", Action::Rewritten, SAME);
        let (mut keys, mut schemas) = (Object::new(), Object::new());
        for (key, needed) in value.as_object().into_iter().flatten() {
            let from = step(at, key);
            match needed {
                Json::Array(_) => {
                    self.moved
                        .push((step(&step(to, "dependentRequired"), key), from));
                    keys.insert(key.clone(), needed.clone());
                }
                Json::String(name) => {
                    self.moved
                        .push((step(&step(to, "dependentRequired"), key), from));
                    keys.insert(key.clone(), Json::Array(vec![text(name)]));
                }
                _ => {
                    let place = step(&step(to, "dependentSchemas"), key);
                    let schema = self.schema(needed, &from, &place);
                    self.moved.push((place, from));
                    schemas.insert(key.clone(), schema);
                }
            }
        }
        for (name, members) in [("dependentRequired", keys), ("dependentSchemas", schemas)] {
            if !members.is_empty() {
                self.moved.push((step(to, name), at.to_owned()));
                result.insert(name.to_owned(), Json::Object(members));
            }
        }
    }

    /// Corrects references to parts that have moved. Recursive: the depth of the parsed schema is bounded.
    fn redirect(&self, value: &mut Json) {
        match value {
            Json::Array(items) => items.iter_mut().for_each(|item| self.redirect(item)),
            Json::Object(members) => {
                for (key, member) in members {
                    match member {
                        Json::String(reference) if key == "$ref" => {
                            if let Some(now) = self.place_now(reference) {
                                *reference = now;
                            }
                        }
                        _ => self.redirect(member),
                    }
                }
            }
            _ => {}
        }
    }

    fn place_now(&self, reference: &str) -> Option<String> {
        let pointer = reference.strip_prefix('#')?;
        let inside = |moved: &&(String, String)| {
            let rest = pointer.strip_prefix(moved.1.as_str());
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        let nearest = self
            .moved
            .iter()
            .filter(inside)
            .max_by_key(|(_, before)| before.len());
        nearest.map(|(now, before)| format!("#{now}{}", &pointer[before.len()..]))
    }

    /// Adds a keyword under its new name.
    fn put(&mut self, name: &str, value: Json, (at, to): (&str, &str), result: &mut Object) {
        let keyword = at.rsplit('/').next().unwrap_or_default();
        self.change(at.to_owned(), keyword, Action::Rewritten, SAME);
        self.moved.push((step(to, name), at.to_owned()));
        result.insert(name.to_owned(), value);
    }

    fn change(&mut self, path: String, keyword: &str, action: Action, reason: &'static str) {
        self.changes.push(Change {
            path,
            keyword: keyword.to_owned(),
            action,
            reason,
        });
    }
}

/// Returns true for keywords that a reference may lead into, that assert nothing, or that every tool's schema has at its
/// top.
fn counts_beside_reference(keyword: &str, at_schema: &str) -> bool {
    let is_root = at_schema.is_empty();
    matches!(keyword, "$ref" | "$schema" | "$defs" | "definitions")
        || is_root && matches!(keyword, "type" | "title" | "description")
}

fn bound_of(keyword: &str) -> &'static str {
    if keyword == "exclusiveMinimum" {
        "minimum"
    } else {
        "maximum"
    }
}

fn is_exclusive(members: &Object, bound: &str) -> bool {
    let keyword = if bound == "minimum" {
        "exclusiveMinimum"
    } else {
        "exclusiveMaximum"
    };
    members.get(keyword) == Some(&Json::Bool(true))
}
