mod nullable;
mod objects;
mod values;

use std::collections::HashSet;

use super::flat::{Flat, Flattening, Part};
use super::losses::Losses;
use super::subset::{ItemsWanted, Subset};
use crate::provider::json::{Json, Object, step, text};
use crate::provider::loss::Action;
use crate::provider::schema::{References, is_for_model};
pub use values::names_of;

/// The maximum depth of schemas where references are followed. All code that walks them is recursive.
const DEEPEST: usize = 64;

/// The maximum number of schemas that are sent of one tool: references may unfold without end.
const MOST: usize = 10_000;

/// Bytes of JSON that are put into a description for one keyword.
const LONGEST_NOTE: usize = 500;

/// A strict mode can't say what a tool takes: it is sent without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    pub at: String,
    pub reason: String,
}

impl Unfit {
    pub fn at(at: &str, reason: impl Into<String>) -> Self {
        Self {
            at: at.to_owned(),
            reason: reason.into(),
        }
    }
}

/// Writes a schema in an API's subset.
pub struct Narrowing<'n, 's, 'l> {
    pub subset: &'static Subset,
    pub references: &'n References<'s>,
    pub losses: &'n mut Losses<'l>,
    /// The places in the sent schema where `null` stands for absence.
    pub nulls: HashSet<String>,
    /// The number of written schemas.
    written: usize,
}

/// The place of a schema, its place in the sent one, and its depth.
#[derive(Clone, Copy)]
struct Place<'p> {
    at: &'p str,
    to: &'p str,
    depth: usize,
}

/// A schema that is being written.
struct Draft<'s> {
    flat: Flat<'s>,
    out: Object,
    /// Additions to the description.
    notes: Vec<String>,
}

impl<'n, 's, 'l> Narrowing<'n, 's, 'l> {
    pub fn new(
        subset: &'static Subset,
        references: &'n References<'s>,
        losses: &'n mut Losses<'l>,
    ) -> Self {
        Self {
            subset,
            references,
            losses,
            nulls: HashSet::new(),
            written: 0,
        }
    }

    /// The schema of a tool.
    pub fn root(&mut self, schema: &'s Json) -> Result<Json, Unfit> {
        let root = Part {
            value: schema,
            at: String::new(),
            through: vec![String::new()],
        };
        let place = Place {
            at: "",
            to: "",
            depth: 0,
        };
        let written = self.schema(&[root], place)?;
        written.ok_or_else(|| Unfit::at("", "nothing matches it"))
    }

    /// Schemas that all hold, as one; nothing where nothing matches it. Recursive, and its depth is bounded.
    fn schema(&mut self, parts: &[Part<'s>], place: Place<'_>) -> Result<Option<Json>, Unfit> {
        self.written += 1;
        if place.depth > DEEPEST || self.written > MOST {
            return self.too_much(place.at).map(Some);
        }
        let flat = Flattening {
            subset: self.subset,
            references: self.references,
            losses: self.losses,
        }
        .flatten(parts)?;
        if flat.is_never {
            return Ok(None);
        }
        if let Some(reference) = flat.reference {
            return Ok(Some(Json::Object(Object::from([(
                "$ref".to_owned(),
                text(reference),
            )]))));
        }
        let mut draft = Draft {
            flat,
            out: Object::new(),
            notes: Vec::new(),
        };
        let keywords: Vec<_> = draft
            .flat
            .keywords
            .iter()
            .map(|(keyword, parts)| (*keyword, parts.clone()))
            .collect();
        for (keyword, parts) in keywords {
            self.keyword(&mut draft, keyword, &parts, place)?;
        }
        self.complete(&mut draft, place)?;
        Ok(Some(described(draft)))
    }

    fn too_much(&mut self, at: &str) -> Result<Json, Unfit> {
        let reason =
            format!("the schema unfolds into more than {MOST} schemas, or {DEEPEST} levels");
        if self.subset.is_closed {
            return Err(Unfit::at(at, reason));
        }
        self.losses.keyword(at, "$ref", Action::Dropped, reason);
        Ok(Json::Object(Object::new()))
    }

    fn keyword(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &'s str,
        parts: &[Part<'s>],
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        let is_kept = self.subset.keywords.contains(&keyword);
        match keyword {
            "description" => self.description(draft, parts),
            "$defs" | "definitions" => self.definitions(draft, keyword, parts, place)?,
            "properties" => self.properties(draft, place)?,
            // With the properties known.
            "required" => {}
            "type" => self.types(draft, parts),
            "additionalProperties" if self.subset.is_closed => self.closed(draft, parts)?,
            "items" | "additionalProperties" if is_kept => {
                self.one(draft, keyword, parts, place)?;
            }
            "patternProperties" if self.subset.is_closed => {
                let reason = format!("{} knows members by their names only", self.subset.name);
                return Err(Unfit::at(&parts[0].at, reason));
            }
            "anyOf" | "oneOf" | "prefixItems" if is_kept => {
                self.several(draft, keyword, keyword, parts, place)?;
            }
            "oneOf" if !draft.flat.keywords.contains_key("anyOf") => {
                let reason = format!("{} knows anyOf, not oneOf", self.subset.name);
                self.losses
                    .keyword(&parts[0].at, keyword, Action::Rewritten, reason);
                self.several(draft, keyword, "anyOf", parts, place)?;
            }
            "const" if !is_kept => self.constant(draft, parts),
            "enum" => self.values(draft, parts),
            _ => self.plain(draft, keyword, parts, is_kept),
        }
        Ok(())
    }

    /// A keyword that holds no schema, or none that can be sent.
    fn plain(&mut self, draft: &mut Draft<'s>, keyword: &str, parts: &[Part<'s>], is_kept: bool) {
        for part in parts {
            let takes = is_kept && (self.subset.takes)(keyword, part.value);
            match draft.out.get(keyword) {
                None if takes => {
                    draft.out.insert(keyword.to_owned(), part.value.clone());
                }
                Some(sent) if takes && sent == part.value => {}
                _ => self.describe(draft, keyword, part, is_kept),
            }
        }
    }

    /// Says in words what can't be sent otherwise.
    fn describe(&mut self, draft: &mut Draft<'s>, keyword: &str, part: &Part<'s>, is_kept: bool) {
        let name = self.subset.name;
        let why = if is_kept {
            format!("{name} does not take this value")
        } else {
            format!("{name} does not take this keyword")
        };
        if !is_for_model(keyword) {
            self.losses.keyword(
                &part.at,
                keyword,
                Action::Dropped,
                format!("{why}, and it says nothing to a model"),
            );
            return;
        }
        let value = part.value.to_string();
        if value.len() > LONGEST_NOTE {
            self.losses.keyword(
                &part.at,
                keyword,
                Action::Dropped,
                format!("{why}, and it is too long for a description"),
            );
            return;
        }
        let note = format!("{keyword}: {value}");
        if !draft.notes.contains(&note) {
            draft.notes.push(note);
        }
        self.losses
            .keyword(&part.at, keyword, Action::Described, why);
    }

    fn description(&mut self, draft: &mut Draft<'s>, parts: &[Part<'s>]) {
        for part in parts {
            match draft.out.get("description") {
                None => {
                    draft
                        .out
                        .insert("description".to_owned(), part.value.clone());
                }
                Some(sent) if sent == part.value => {}
                Some(_) => {
                    let reason = "a description nearer to the place stands for it";
                    self.losses
                        .keyword(&part.at, "description", Action::Dropped, reason);
                }
            }
        }
    }

    fn definitions(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        parts: &[Part<'s>],
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        for part in parts {
            let is_sent = self.subset.keywords.contains(&"$ref") && place.at.is_empty();
            if !is_sent || draft.out.contains_key(keyword) {
                let reason = "each definition stands where something refers to it";
                self.losses
                    .keyword(&part.at, keyword, Action::Rewritten, reason);
                continue;
            }
            let mut sent = Object::new();
            for (name, value) in part.value.as_object().into_iter().flatten() {
                let to = step(&step(place.to, keyword), name);
                let definition = self.child(part, value, name, &to, place)?;
                let definition =
                    definition.ok_or_else(|| Unfit::at(&part.at, "nothing matches it"))?;
                sent.insert(name.clone(), definition);
            }
            draft.out.insert(keyword.to_owned(), Json::Object(sent));
        }
        Ok(())
    }

    /// A schema inside of what a keyword has.
    fn child(
        &mut self,
        part: &Part<'s>,
        value: &'s Json,
        key: &str,
        to: &str,
        place: Place<'_>,
    ) -> Result<Option<Json>, Unfit> {
        let at = step(&part.at, key);
        let child = Part {
            value,
            at: at.clone(),
            through: part.through.clone(),
        };
        let depth = place.depth + 1;
        self.schema(&[child], Place { at: &at, to, depth })
    }

    /// A keyword that has one schema.
    fn one(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &'s str,
        parts: &[Part<'s>],
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        if let [
            Part {
                value: value @ Json::Bool(_),
                ..
            },
        ] = parts
            && keyword == "additionalProperties"
        {
            draft.out.insert(keyword.to_owned(), (*value).clone());
            return Ok(());
        }
        let inner = Place {
            at: &parts[0].at.clone(),
            to: &step(place.to, keyword),
            depth: place.depth + 1,
        };
        match self.schema(parts, inner)? {
            Some(schema) => {
                draft.out.insert(keyword.to_owned(), schema);
            }
            None => {
                for part in parts {
                    self.describe(draft, keyword, part, true);
                }
            }
        }
        Ok(())
    }

    /// A keyword that has a list of schemas, sent under a name.
    fn several(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        name: &str,
        parts: &[Part<'s>],
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        let [part, others @ ..] = parts else {
            return Ok(());
        };
        for other in others {
            if other.value != part.value {
                self.describe(draft, keyword, other, true);
            }
        }
        let mut sent = Vec::new();
        for (index, value) in part.value.items().enumerate() {
            let to = step(&step(place.to, name), &sent.len().to_string());
            let index = index.to_string();
            if let Some(schema) = self.child(part, value, &index, &to, place)? {
                sent.push(schema);
            } else {
                let at = step(&part.at, &index);
                self.losses
                    .keyword(&at, keyword, Action::Dropped, "nothing matches it");
            }
        }
        if sent.is_empty() {
            self.describe(draft, keyword, part, true);
        } else {
            draft.out.insert(name.to_owned(), Json::Array(sent));
        }
        Ok(())
    }

    /// The parts that follow from the rest.
    fn complete(&mut self, draft: &mut Draft<'s>, place: Place<'_>) -> Result<(), Unfit> {
        if self.subset.is_typed {
            self.typed(draft, place)?;
        }
        self.items_said(draft, place)?;
        let is_object = match draft.out.get("type") {
            Some(sent) => names_of(sent).contains(&"object"),
            None => draft.out.contains_key("properties"),
        };
        if self.subset.is_closed && is_object {
            self.close(draft, place)?;
        }
        self.required(draft, place)
    }
}

impl Narrowing<'_, '_, '_> {
    /// An array says what is in it, where an API refuses one that does not.
    fn items_said(&mut self, draft: &mut Draft<'_>, place: Place<'_>) -> Result<(), Unfit> {
        for (keyword, reason) in (self.subset.finish)(&mut draft.out, place.at.is_empty()) {
            let at = step(place.at, keyword);
            self.losses.keyword(&at, keyword, Action::Rewritten, reason);
        }
        let types = draft.out.get("type").map(names_of).unwrap_or_default();
        if !types.contains(&"array") || draft.out.contains_key("items") {
            return Ok(());
        }
        let reason = format!("{} wants the items of an array said", self.subset.name);
        match self.subset.items {
            ItemsWanted::No => {}
            ItemsWanted::Typed => return Err(Unfit::at(place.at, reason)),
            ItemsWanted::Anything => {
                let at = step(place.at, "items");
                self.losses.keyword(&at, "items", Action::Rewritten, reason);
                draft
                    .out
                    .insert("items".to_owned(), Json::Object(Object::new()));
            }
        }
        Ok(())
    }
}

/// The schema with its notes.
fn described(draft: Draft<'_>) -> Json {
    let Draft { mut out, notes, .. } = draft;
    if !notes.is_empty() {
        let notes = notes.join("; ");
        let said = match out.get("description").and_then(Json::as_str) {
            Some(said) if !said.is_empty() => format!("{said} ({notes})"),
            _ => notes,
        };
        out.insert("description".to_owned(), Json::String(said));
    }
    Json::Object(out)
}
