use super::{Draft, Narrowing, Part, Place, Unfit};
use crate::provider::json::{Json, Object, step};
use crate::provider::loss::Action;

/// Keywords whose values contain schemas.
impl<'s> Narrowing<'_, 's, '_> {
    pub(super) fn definitions(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        parts: &[Part<'s>],
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        for part in parts {
            let is_sent = self.subset.keywords.contains(&"$ref") && place.at.is_empty();
            if !is_sent || draft.out.contains_key(keyword) {
                let reason = "each definition replaces the references to it";
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

    /// Rewrites a schema inside a keyword's value.
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

    /// Rewrites a keyword with one schema.
    pub(super) fn one(
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

    /// Rewrites a keyword with a list of schemas, sent under another name.
    pub(super) fn several(
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
}
