use indexmap::IndexMap;

use super::losses::Losses;
use super::narrow::Unfit;
use super::subset::{ReferencesKept, Subset};
use crate::provider::json::{Json, step};
use crate::provider::loss::Action;
use crate::provider::schema::References;

/// A schema or the value of a keyword, with its place.
#[derive(Debug, Clone)]
pub struct Part<'s> {
    pub value: &'s Json,
    pub at: String,
    /// The references that led here, and the places from which they would form a circle.
    pub through: Vec<String>,
}

/// One schema in place of several that all apply: the targets of references and the members of `allOf` are merged into it.
#[derive(Debug, Default)]
pub struct Flat<'s> {
    /// Every occurrence of a keyword.
    pub keywords: IndexMap<&'s str, Vec<Part<'s>>>,
    /// The schemas that apply to each of the `properties`.
    pub properties: IndexMap<&'s str, Vec<Part<'s>>>,
    /// No value matches.
    pub is_never: bool,
    /// A reference that is sent unchanged.
    pub reference: Option<&'s str>,
}

/// The merging of schemas.
pub struct Flattening<'f, 's, 'l> {
    pub subset: &'static Subset,
    pub references: &'f References<'s>,
    pub losses: &'f mut Losses<'l>,
}

impl<'s> Flattening<'_, 's, '_> {
    pub fn flatten(&mut self, parts: &[Part<'s>]) -> Result<Flat<'s>, Unfit> {
        let mut flat = Flat::default();
        if let [part] = parts
            && let Some(reference) = self.kept_reference(part)
        {
            flat.reference = Some(reference);
            return Ok(flat);
        }
        for part in parts {
            self.add(&mut flat, part)?;
        }
        Ok(flat)
    }

    /// A reference to one of the document's definitions, without keywords alongside it.
    fn kept_reference(&self, part: &Part<'s>) -> Option<&'s str> {
        let members = part.value.as_object()?;
        let reference = members.get("$ref")?.as_str()?;
        let is_alone = members.keys().all(|keyword| keyword == "$ref");
        let (_, place) = self.references.resolve(reference, &part.at)?;
        let is_named = place.is_empty()
            || ["/$defs/", "/definitions/"].iter().any(|start| {
                place
                    .strip_prefix(start)
                    .is_some_and(|name| !name.contains('/'))
            });
        let is_plain = reference.strip_prefix('#') == Some(place.as_str());
        let is_kept = self.subset.references == ReferencesKept::All && !part.at.is_empty();
        (is_kept && is_alone && is_named && is_plain).then_some(reference)
    }

    /// Recursive: circles of references end, and a document's depth is bounded.
    fn add(&mut self, flat: &mut Flat<'s>, part: &Part<'s>) -> Result<(), Unfit> {
        let members = match part.value {
            Json::Object(members) => members,
            Json::Bool(false) => {
                flat.is_never = true;
                return Ok(());
            }
            _ => return Ok(()),
        };
        for (keyword, value) in members {
            let of_part = |value, at| Part {
                value,
                at,
                through: part.through.clone(),
            };
            let at = step(&part.at, keyword);
            match (keyword.as_str(), value) {
                ("$ref" | "$dynamicRef", Json::String(_)) | ("allOf", Json::Array(_)) => {}
                ("properties", Json::Object(properties)) => {
                    for (name, property) in properties {
                        let place = step(&at, name);
                        let known = flat.properties.entry(name).or_default();
                        known.push(of_part(property, place));
                    }
                    flat.keywords
                        .entry(keyword)
                        .or_default()
                        .push(of_part(value, at));
                }
                _ => flat
                    .keywords
                    .entry(keyword)
                    .or_default()
                    .push(of_part(value, at)),
            }
        }
        for keyword in ["$ref", "$dynamicRef"] {
            if let Some(Json::String(reference)) = members.get(keyword) {
                self.follow(flat, part, keyword, reference)?;
            }
        }
        if let Some(all @ Json::Array(_)) = members.get("allOf") {
            let at = step(&part.at, "allOf");
            let reason = "it is merged into one schema";
            self.losses.keyword(&at, "allOf", Action::Rewritten, reason);
            for (index, one) in all.items().enumerate() {
                let part = Part {
                    value: one,
                    at: step(&at, &index.to_string()),
                    through: part.through.clone(),
                };
                self.add(flat, &part)?;
            }
        }
        Ok(())
    }

    /// Replaces a reference by its target.
    fn follow(
        &mut self,
        flat: &mut Flat<'s>,
        part: &Part<'s>,
        keyword: &str,
        reference: &str,
    ) -> Result<(), Unfit> {
        let at = step(&part.at, keyword);
        let Some((value, place)) = self.references.resolve(reference, &part.at) else {
            let reason = format!("{reference} can't be found without resolving addresses");
            self.losses.keyword(&at, keyword, Action::Dropped, reason);
            return Ok(());
        };
        if part.through.contains(&place) {
            return self.end(flat, &at, keyword, value, &place);
        }
        let reason = "its target stands in its place";
        self.losses.keyword(&at, keyword, Action::Rewritten, reason);
        let mut through = part.through.clone();
        through.push(place.clone());
        let at = place;
        self.add(flat, &Part { value, at, through })
    }

    /// Ends a circle of references: only the type of the target is sent.
    fn end(
        &mut self,
        flat: &mut Flat<'s>,
        at: &str,
        keyword: &str,
        value: &'s Json,
        place: &str,
    ) -> Result<(), Unfit> {
        if self.subset.references != ReferencesKept::None {
            return Err(Unfit::at(
                at,
                format!("{} can't express this recursion", self.subset.name),
            ));
        }
        let reason = "it leads in a circle, which ends here: deeper levels are not described";
        let is_typed = value.get("type").is_some();
        let action = if is_typed {
            Action::Rewritten
        } else {
            Action::Dropped
        };
        self.losses.keyword(at, keyword, action, reason);
        if let Some(value) = value.get("type") {
            let at = step(place, "type");
            let through = Vec::new();
            flat.keywords
                .entry("type")
                .or_default()
                .push(Part { value, at, through });
        }
        Ok(())
    }
}
