use super::nullable::{Changed, nullable};
use super::{Draft, Narrowing, Part, Place, Unfit};
use crate::provider::json::{Json, Object, step, text};
use crate::provider::loss::Action;

/// Keywords about the members of objects.
impl<'s> Narrowing<'_, 's, '_> {
    pub(super) fn properties(
        &mut self,
        draft: &mut Draft<'s>,
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        let mut sent = Object::new();
        let properties: Vec<_> = draft
            .flat
            .properties
            .iter()
            .map(|(name, parts)| (*name, parts.clone()))
            .collect();
        for (name, parts) in properties {
            let to = step(&step(place.to, "properties"), name);
            let inner = Place {
                at: &parts[0].at.clone(),
                to: &to,
                depth: place.depth + 1,
            };
            if let Some(schema) = self.schema(&parts, inner)? {
                sent.insert(name.to_owned(), schema);
            } else {
                let reason = "nothing matches it: the model does not see it";
                self.losses
                    .keyword(&parts[0].at, "properties", Action::Dropped, reason);
            }
        }
        draft
            .out
            .insert("properties".to_owned(), Json::Object(sent));
        Ok(())
    }

    pub(super) fn closed(
        &mut self,
        draft: &mut Draft<'s>,
        parts: &[Part<'s>],
    ) -> Result<(), Unfit> {
        if let Some(open) = parts.iter().find(|part| *part.value != Json::Bool(false)) {
            let reason = format!("{} only accepts members with fixed names", self.subset.name);
            return Err(Unfit::at(&open.at, reason));
        }
        draft
            .out
            .insert("additionalProperties".to_owned(), Json::Bool(false));
        Ok(())
    }

    /// Closes an object. An object without named members can't be closed, since it could not contain anything.
    pub(super) fn close(&mut self, draft: &mut Draft<'s>, place: Place<'_>) -> Result<(), Unfit> {
        let name = self.subset.name;
        if !draft.out.contains_key("properties") {
            if !draft.out.contains_key("additionalProperties") && !place.at.is_empty() {
                return Err(Unfit::at(
                    place.at,
                    format!("{name} only accepts members with fixed names"),
                ));
            }
            draft
                .out
                .insert("properties".to_owned(), Json::Object(Object::new()));
            let at = step(place.at, "properties");
            self.losses.keyword(
                &at,
                "properties",
                Action::Rewritten,
                format!("{name} requires it"),
            );
        }
        if !draft.out.contains_key("additionalProperties") {
            draft
                .out
                .insert("additionalProperties".to_owned(), Json::Bool(false));
            let at = step(place.at, "additionalProperties");
            let reason = format!("{name} only accepts objects without other members");
            self.losses
                .keyword(&at, "additionalProperties", Action::Rewritten, reason);
        }
        Ok(())
    }

    pub(super) fn required(
        &mut self,
        draft: &mut Draft<'s>,
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        let parts = draft
            .flat
            .keywords
            .get("required")
            .cloned()
            .unwrap_or_default();
        let mut wanted: Vec<&'s str> = Vec::new();
        for name in parts
            .iter()
            .flat_map(|part| part.value.items())
            .filter_map(Json::as_str)
        {
            if !wanted.contains(&name) {
                wanted.push(name);
            }
        }
        let at = parts
            .first()
            .map_or_else(|| step(place.at, "required"), |part| part.at.clone());
        let has = |draft: &Draft<'_>, name: &str| {
            draft
                .out
                .get("properties")
                .is_some_and(|sent| sent.get(name).is_some())
        };
        if let Some(unknown) = wanted.iter().find(|name| !has(draft, name)) {
            let reason = format!(
                "{} does not accept a required member that properties lacks ({unknown})",
                self.subset.name
            );
            if self.subset.is_closed {
                return Err(Unfit::at(&at, reason));
            }
            self.losses
                .keyword(&at, "required", Action::Rewritten, reason);
            wanted.retain(|name| has(draft, name));
        }
        if self.subset.is_all_required && draft.out.contains_key("properties") {
            self.all_required(draft, &wanted, &at, place);
        } else if !wanted.is_empty() || parts.len() == 1 && parts[0].value.items().next().is_none()
        {
            let sent = Json::Array(wanted.into_iter().map(text).collect());
            if parts.len() > 1 {
                for part in &parts {
                    self.losses.keyword(
                        &part.at,
                        "required",
                        Action::Rewritten,
                        "it is merged into one list",
                    );
                }
            }
            draft.out.insert("required".to_owned(), sent);
        }
        Ok(())
    }

    /// Makes optional members required, with `null` for absence.
    pub(super) fn all_required(
        &mut self,
        draft: &mut Draft<'s>,
        wanted: &[&str],
        at: &str,
        place: Place<'_>,
    ) {
        let Some(Json::Object(mut properties)) = draft.out.get("properties").cloned() else {
            return;
        };
        let name = self.subset.name;
        for (key, schema) in &mut properties {
            if wanted.contains(&key.as_str()) {
                continue;
            }
            let from = draft
                .flat
                .properties
                .get(key.as_str())
                .map(|parts| parts[0].at.clone());
            let from = from.unwrap_or_else(|| step(&step(place.at, "properties"), key));
            let (nullable, changed) = nullable(schema, self.references);
            if let Some(nullable) = nullable {
                *schema = nullable;
                self.nulls.insert(step(&step(place.to, "properties"), key));
                let reason = format!(
                    "{name} requires every member: null means its absence, and does not reach the handler"
                );
                let (at, keyword) = match changed {
                    Changed::Keywords(keywords) => {
                        for keyword in keywords {
                            self.losses.keyword(
                                &step(&from, keyword),
                                keyword,
                                Action::Rewritten,
                                reason.clone(),
                            );
                        }
                        continue;
                    }
                    Changed::Whole => (from, "anyOf"),
                };
                self.losses.keyword(&at, keyword, Action::Rewritten, reason);
            }
        }
        let all: Vec<_> = properties.keys().map(|key| text(key)).collect();
        let is_same =
            draft.flat.keywords.get("required").is_some_and(|parts| {
                parts.len() == 1 && *parts[0].value == Json::Array(all.clone())
            });
        if !is_same {
            self.losses.keyword(
                at,
                "required",
                Action::Rewritten,
                format!("{name} requires every member"),
            );
        }
        draft
            .out
            .insert("properties".to_owned(), Json::Object(properties));
        draft.out.insert("required".to_owned(), Json::Array(all));
    }
}
