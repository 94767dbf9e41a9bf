use super::narrow::{Unfit, names_of};
use crate::provider::json::Json;
use crate::provider::target::Target;

/// What strict tools may use up together, as far as an API bounds it.
#[derive(Debug, Default)]
pub struct Budget {
    tools: usize,
    optional: usize,
    unions: usize,
}

/// What a schema uses up.
#[derive(Debug, Default)]
struct Use {
    optional: usize,
    unions: usize,
    properties: usize,
    depth: usize,
    values: usize,
    text: usize,
    longest_enum: usize,
}

impl Budget {
    /// Counts a strict tool.
    ///
    /// # Errors
    ///
    /// When it would be one too many, or is too large.
    pub fn take(&mut self, target: Target, schema: &Json) -> Result<(), Unfit> {
        let mut used = Use::default();
        used.count(schema, 0);
        let bounds: &[(usize, usize, &str)] = &if target == Target::Anthropic {
            [
                (self.tools + 1, 20, "strict tools"),
                (
                    self.optional + used.optional,
                    24,
                    "optional members of all strict tools",
                ),
                (
                    self.unions + used.unions,
                    16,
                    "members of several types of all strict tools",
                ),
                (0, 0, ""),
                (0, 0, ""),
            ]
        } else {
            [
                (used.properties, 5000, "members"),
                (used.depth, 10, "levels of objects"),
                (used.values, 1000, "values of enum"),
                (used.text, 120_000, "characters of names and values"),
                (used.longest_enum, 15_000, "characters of one enum"),
            ]
        };
        if let Some((_, most, what)) = bounds.iter().find(|(used, most, _)| used > most) {
            return Err(Unfit::at("", format!("strict mode allows {most} {what}")));
        }
        self.tools += 1;
        self.optional += used.optional;
        self.unions += used.unions;
        Ok(())
    }
}

impl Use {
    /// Recursive: what was written has a bounded depth.
    fn count(&mut self, schema: &Json, depth: usize) {
        let Some(members) = schema.as_object() else {
            return;
        };
        let types = members.get("type").map(names_of).unwrap_or_default();
        self.unions += usize::from(types.len() > 1 || members.contains_key("anyOf"));
        let depth = depth + usize::from(members.contains_key("properties"));
        self.depth = self.depth.max(depth);
        let required: Vec<_> = members
            .get("required")
            .map(Json::items)
            .into_iter()
            .flatten()
            .collect();
        for (name, property) in members
            .get("properties")
            .and_then(Json::as_object)
            .into_iter()
            .flatten()
        {
            self.properties += 1;
            self.text += name.chars().count();
            self.optional += usize::from(
                !required
                    .iter()
                    .any(|required| required.as_str() == Some(name)),
            );
            self.count(property, depth);
        }
        let length = |value: &Json| value.as_str().map_or(0, |text| text.chars().count());
        let values = members.get("enum").map(Json::items).into_iter().flatten();
        let (count, characters) = values.fold((0, 0), |(count, characters), value| {
            (count + 1, characters + length(value))
        });
        self.values += count;
        self.text += characters + members.get("const").map_or(0, length);
        if count > 250 {
            self.longest_enum = self.longest_enum.max(characters);
        }
        for keyword in ["$defs", "definitions"] {
            for (name, definition) in members
                .get(keyword)
                .and_then(Json::as_object)
                .into_iter()
                .flatten()
            {
                self.text += name.chars().count();
                self.count(definition, 0);
            }
        }
        for keyword in ["items", "additionalProperties"] {
            members
                .get(keyword)
                .into_iter()
                .for_each(|schema| self.count(schema, depth));
        }
        for one in members.get("anyOf").map(Json::items).into_iter().flatten() {
            self.count(one, depth);
        }
    }
}
