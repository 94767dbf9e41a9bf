use super::{Draft, Narrowing, Part, Place, Unfit};
use crate::provider::json::{Json, Object, step, text};
use crate::provider::loss::Action;
use crate::provider::lower::subset::MissingItems;

/// Keywords about types and values.
impl<'s> Narrowing<'_, 's, '_> {
    /// Sends a constant as an `enum` of one value.
    pub(super) fn constant(&mut self, draft: &mut Draft<'s>, parts: &[Part<'s>]) {
        for part in parts {
            let alone = Json::Array(vec![part.value.clone()]);
            let is_free =
                !draft.flat.keywords.contains_key("enum") && !draft.out.contains_key("enum");
            if is_free && (self.subset.takes)("enum", &alone) {
                draft.out.insert("enum".to_owned(), alone);
                let reason = format!("{} has enum, not const", self.subset.name);
                self.losses
                    .keyword(&part.at, "const", Action::Rewritten, reason);
            } else {
                self.describe(draft, "const", part, false);
            }
        }
    }

    /// Intersects the values of several `enum`s that all apply.
    pub(super) fn values(&mut self, draft: &mut Draft<'s>, parts: &[Part<'s>]) {
        let mut shared: Vec<Json> = parts[0].value.items().cloned().collect();
        for part in &parts[1..] {
            shared.retain(|value| part.value.items().any(|other| other == value));
        }
        let shared = Json::Array(shared);
        if !(self.subset.takes)("enum", &shared) {
            for part in parts {
                self.describe(draft, "enum", part, true);
            }
            return;
        }
        for part in parts {
            if *part.value != shared {
                self.losses.keyword(
                    &part.at,
                    "enum",
                    Action::Rewritten,
                    "only what all of them allow is left",
                );
            }
        }
        draft.out.insert("enum".to_owned(), shared);
    }

    /// Intersects the types of several `type`s that all apply.
    pub(super) fn types(&mut self, draft: &mut Draft<'s>, parts: &[Part<'s>]) {
        let mut shared = names_of(parts[0].value);
        for part in &parts[1..] {
            let others = names_of(part.value);
            let narrowed = |name: &'s str| match name {
                "number" if others.contains(&"integer") && !others.contains(&"number") => {
                    Some("integer")
                }
                "integer" if others.contains(&"number") => Some("integer"),
                _ => others.contains(&name).then_some(name),
            };
            shared = shared.into_iter().filter_map(narrowed).collect();
        }
        let sent = match shared.as_slice() {
            [] => parts[0].value.clone(),
            [only] if parts[0].value.as_array().is_none() || parts.len() > 1 => text(only),
            _ if parts.len() == 1 => parts[0].value.clone(),
            several => Json::Array(several.iter().map(|name| text(name)).collect()),
        };
        for part in parts {
            if *part.value != sent {
                self.losses.keyword(
                    &part.at,
                    "type",
                    Action::Rewritten,
                    "only what all of them allow is left",
                );
            }
        }
        draft.out.insert("type".to_owned(), sent);
    }

    /// Adds `items` to an array without them, if the API refuses such an array.
    pub(super) fn missing_items(
        &mut self,
        draft: &mut Draft<'_>,
        place: Place<'_>,
    ) -> Result<(), Unfit> {
        let types = draft.out.get("type").map(names_of).unwrap_or_default();
        if !types.contains(&"array") || draft.out.contains_key("items") {
            return Ok(());
        }
        let reason = format!("{} requires the items of an array", self.subset.name);
        match self.subset.items {
            MissingItems::Keep => {}
            MissingItems::Refuse => return Err(Unfit::at(place.at, reason)),
            MissingItems::AcceptAnything => {
                let at = step(place.at, "items");
                self.losses.keyword(&at, "items", Action::Rewritten, reason);
                draft
                    .out
                    .insert("items".to_owned(), Json::Object(Object::new()));
            }
        }
        Ok(())
    }

    pub(super) fn typed(&mut self, draft: &mut Draft<'s>, place: Place<'_>) -> Result<(), Unfit> {
        let out = &draft.out;
        if ["type", "anyOf", "$ref"]
            .iter()
            .any(|keyword| out.contains_key(*keyword))
        {
            return Ok(());
        }
        let values = out
            .get("enum")
            .map(Json::items)
            .into_iter()
            .flatten()
            .chain(out.get("const"));
        let mut names: Vec<_> = values.map(type_of).collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() && out.contains_key("properties") {
            names.push("object");
        }
        if names.is_empty() && out.contains_key("items") {
            names.push("array");
        }
        let sent = match names.as_slice() {
            [] => {
                let reason = format!(
                    "{} requires a type, and this may be anything",
                    self.subset.name
                );
                return Err(Unfit::at(place.at, reason));
            }
            [only] => text(only),
            several => Json::Array(several.iter().map(|name| text(name)).collect()),
        };
        draft.out.insert("type".to_owned(), sent);
        let reason = format!("{} requires it", self.subset.name);
        self.losses
            .keyword(&step(place.at, "type"), "type", Action::Rewritten, reason);
        Ok(())
    }
}

/// The names in a `type`.
pub fn names_of(value: &Json) -> Vec<&str> {
    match value {
        Json::String(name) => vec![name],
        _ => value.items().filter_map(Json::as_str).collect(),
    }
}

/// The name of a value's type.
fn type_of(value: &Json) -> &'static str {
    match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}
