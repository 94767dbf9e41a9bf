use serde_json::Value;

use super::patterns::Patterns;
use crate::error::SchemaError;

/// How many arrays and objects of a schema may be nested. What reads and compiles a schema is recursive, and the stack
/// of a wasm module is one mebibyte. A little less than arguments have (`ag_ui_lit::json::MAX_DEPTH`).
pub const MAX_SCHEMA_DEPTH: usize = 120;

/// How many values a schema may consist of, counting each object, array, string and so on: some two megabytes of
/// text. No model reads more, and compiling takes time in proportion.
pub const MAX_SCHEMA_VALUES: usize = 100_000;

/// What decides how a schema is checked.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contents {
    /// Whether a pattern can be matched shows only when it is compiled.
    pub(crate) patterns: Patterns,
    /// A part of it names a dialect of its own.
    pub(crate) inner_dialects: bool,
    /// It has references whose target depends on where one comes from.
    pub(crate) dynamic: bool,
    /// The most alternatives at one place.
    pub(crate) alternatives: usize,
}

impl Contents {
    /// Looks through a schema, without recursion: whatever comes later may be recursive.
    pub(super) fn of(schema: &Value) -> Result<Self, SchemaError> {
        let mut contents = Self::default();
        let mut open = vec![(schema, 1)];
        let mut values = 0;
        while let Some((value, depth)) = open.pop() {
            values += 1;
            if values > MAX_SCHEMA_VALUES {
                let fault = format!("is too large: more than {MAX_SCHEMA_VALUES} values");
                return Err(SchemaError::whole(fault));
            }
            if depth > MAX_SCHEMA_DEPTH && (value.is_object() || value.is_array()) {
                let fault = format!("is nested deeper than {MAX_SCHEMA_DEPTH} levels");
                return Err(SchemaError::whole(fault));
            }
            match value {
                Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
                Value::Object(members) => {
                    for (key, member) in members {
                        contents.note_patterns(key, member);
                        contents.dynamic |= key == "$dynamicRef" || key == "$recursiveRef";
                        contents.inner_dialects |= key == "$schema" && depth > 1;
                        if let (true, Value::Array(schemas)) = (is_combination(key), member) {
                            contents.alternatives = contents.alternatives.max(schemas.len());
                        }
                        open.push((member, depth + 1));
                    }
                }
                _ => {}
            }
        }
        Ok(contents)
    }

    fn note_patterns(&mut self, key: &str, member: &Value) {
        let kind = match (key, member) {
            ("pattern", Value::String(pattern)) => Some(Patterns::kind_of(pattern)),
            ("patternProperties", Value::Object(patterns)) => patterns
                .keys()
                .map(|pattern| Patterns::kind_of(pattern))
                .max(),
            _ => None,
        };
        self.patterns = self.patterns.max(kind.unwrap_or_default());
    }
}

fn is_combination(keyword: &str) -> bool {
    matches!(keyword, "anyOf" | "oneOf" | "allOf")
}
