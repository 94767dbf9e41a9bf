//! Schemas rewritten in the subset of JSON Schema that a strict mode accepts.

mod described;
mod inner;
mod nullable;
mod objects;
mod values;

use std::collections::HashSet;

use super::flat::{Flat, Flattening, Part};
use super::losses::Losses;
use super::subset::Subset;
use crate::provider::json::{Json, Object, step, text};
use crate::provider::loss::Action;
use crate::provider::schema::References;
use described::described;
pub use values::names_of;

/// The maximum depth of schemas through references. All code that walks them is recursive.
const DEEPEST: usize = 64;

/// The maximum number of schemas of one tool: references may unfold without end.
const MOST: usize = 10_000;

/// A tool that strict mode can't express. It is sent without strict mode.
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

/// Rewrites a schema in an API's subset.
pub struct Narrowing<'n, 's, 'l> {
    pub subset: &'static Subset,
    pub references: &'n References<'s>,
    pub losses: &'n mut Losses<'l>,
    /// The places in the sent schema where `null` means absence.
    pub nulls: HashSet<String>,
    /// The number of schemas written so far.
    written: usize,
}

/// The place of a schema, its place in the sent schema, and its depth.
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

    /// Rewrites the schema of a tool.
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

    /// Merges schemas that all apply; `None` if no value matches. Recursive, and its depth is bounded.
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
            // Handled once the properties are known.
            "required" => {}
            "type" => self.types(draft, parts),
            "additionalProperties" if self.subset.is_closed => self.closed(draft, parts)?,
            "items" | "additionalProperties" if is_kept => {
                self.one(draft, keyword, parts, place)?;
            }
            "patternProperties" if self.subset.is_closed => {
                let reason = format!("{} only accepts members with fixed names", self.subset.name);
                return Err(Unfit::at(&parts[0].at, reason));
            }
            "anyOf" | "oneOf" | "prefixItems" if is_kept => {
                self.several(draft, keyword, keyword, parts, place)?;
            }
            "oneOf" if !draft.flat.keywords.contains_key("anyOf") => {
                let reason = format!("{} has anyOf, not oneOf", self.subset.name);
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

    /// Adds the parts that depend on the rest.
    fn complete(&mut self, draft: &mut Draft<'s>, place: Place<'_>) -> Result<(), Unfit> {
        if self.subset.is_typed {
            self.typed(draft, place)?;
        }
        for (keyword, reason) in (self.subset.finish)(&mut draft.out, place.at.is_empty()) {
            let at = step(place.at, keyword);
            self.losses.keyword(&at, keyword, Action::Rewritten, reason);
        }
        self.missing_items(draft, place)?;
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
