use super::{Draft, Narrowing, Part, Place, Unfit};
use crate::provider::json::{Json, step, text};
use crate::provider::loss::Action;

/// Types and values.
impl<'s> Narrowing<'_, 's, '_> {
    /// A value that stands for `enum` of one.
    pub(super) fn constant(&mut self, draft: &mut Draft<'s>, parts: &[Part<'s>]) {
        for part in parts {
            let alone = Json::Array(vec![part.value.clone()]);
            let is_free =
                !draft.flat.keywords.contains_key("enum") && !draft.out.contains_key("enum");
            if is_free && (self.subset.takes)("enum", &alone) {
                draft.out.insert("enum".to_owned(), alone);
                let reason = format!("{} knows enum, not const", self.subset.name);
                self.losses
                    .keyword(&part.at, "const", Action::Rewritten, reason);
            } else {
                self.describe(draft, "const", part, false);
            }
        }
    }

    /// `enum`, where several hold what all of them have.
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

    /// `type`, where several hold what all of them allow.
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
                    "{} wants a type, and this may be anything",
                    self.subset.name
                );
                return Err(Unfit::at(place.at, reason));
            }
            [only] => text(only),
            several => Json::Array(several.iter().map(|name| text(name)).collect()),
        };
        draft.out.insert("type".to_owned(), sent);
        let reason = format!("{} wants it said", self.subset.name);
        self.losses
            .keyword(&step(place.at, "type"), "type", Action::Rewritten, reason);
        Ok(())
    }
}

/// The names that a `type` has.
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
