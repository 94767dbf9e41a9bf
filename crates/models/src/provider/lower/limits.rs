use super::narrow::{Unfit, names_of};
use crate::provider::json::Json;

/// A limit of a strict mode.
#[derive(Debug)]
pub struct Limit {
    /// The largest count that is allowed.
    pub most: usize,
    /// The things that are counted, as text.
    pub of: &'static str,
    /// Returns the count, from a tool's use and that of the strict tools before it.
    pub used: fn(tool: &Use, before: &Use) -> usize,
}

/// The use of the limits by all strict tools of a request.
#[derive(Debug, Default)]
pub struct Budget {
    used: Use,
}

/// Counts of a schema, or of several together.
#[derive(Debug, Default)]
pub struct Use {
    /// Tools.
    pub tools: usize,
    /// Members that are not required.
    pub optional: usize,
    /// Schemas of several types.
    pub unions: usize,
    /// Members.
    pub properties: usize,
    /// Levels of objects.
    pub depth: usize,
    /// Values of `enum`.
    pub values: usize,
    /// Characters of names and values.
    pub text: usize,
    /// Characters of the longest long `enum`.
    pub longest_enum: usize,
}

impl Budget {
    /// Counts a strict tool.
    ///
    /// # Errors
    ///
    /// If the tool would exceed the number of tools, or is too large.
    pub fn take(&mut self, limits: &[Limit], schema: &Json) -> Result<(), Unfit> {
        let mut used = Use {
            tools: 1,
            ..Use::default()
        };
        used.count(schema, 0);
        let exceeded = limits
            .iter()
            .find(|limit| (limit.used)(&used, &self.used) > limit.most);
        if let Some(Limit { most, of, .. }) = exceeded {
            return Err(Unfit::at("", format!("strict mode allows {most} {of}")));
        }
        self.used.tools += used.tools;
        self.used.optional += used.optional;
        self.used.unions += used.unions;
        Ok(())
    }
}

impl Use {
    /// Recursive: the depth of a generated schema is bounded.
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
