pub use ag_ui_lit::tool::MAX_SCHEMA_DEPTH;
use serde_json::Value;

use super::patterns::{Patterns, states_of};
use crate::error::SchemaError;

/// The maximum number of values in a schema, counting each object, array, string and so on: some two megabytes of text. No
/// model reads more, and compiling takes time in proportion.
pub const MAX_SCHEMA_VALUES: usize = 100_000;

/// The smallest double whose integers need more than 63 bits.
const BEYOND_64_BITS: f64 = 9_223_372_036_854_775_808.0;

/// The facts that determine how a schema is checked.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(crate) struct Contents {
    /// The kind of its patterns. Faults of a pattern are only found by compiling it.
    pub(crate) patterns: Patterns,
    /// Whether a part names its own dialect.
    pub(crate) inner_dialects: bool,
    /// Whether a part has its own identifier.
    pub(crate) inner_identifiers: bool,
    /// Whether the validity of a number depends on its last digit, or on a number of more than 64 bits.
    pub(crate) compares_digits: bool,
    /// The number of values.
    pub(crate) values: usize,
    /// The number of states of the largest pattern.
    pub(crate) pattern_states: u64,
    /// The number of patterns.
    pub(crate) pattern_count: usize,
    /// Whether the target of a reference depends on the way to it.
    pub(crate) dynamic: bool,
    /// The maximum number of alternatives at one place.
    pub(crate) alternatives: usize,
}

impl Contents {
    /// Reads a schema without recursion, since later code may be recursive.
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
                Value::Number(number) => {
                    let double = number.as_f64();
                    contents.compares_digits |=
                        double.is_none_or(|double| double.abs() >= BEYOND_64_BITS);
                }
                Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
                Value::Object(members) => {
                    for (key, member) in members {
                        contents.note_patterns(key, member);
                        contents.compares_digits |= key == "multipleOf" || key == "uniqueItems";
                        contents.inner_identifiers |=
                            matches!(key.as_str(), "$id" | "id") && depth > 1 && member.is_string();
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
        contents.values = values;
        Ok(contents)
    }

    fn note_patterns(&mut self, key: &str, member: &Value) {
        let patterns: Vec<&str> = match (key, member) {
            ("pattern", Value::String(pattern)) => vec![pattern],
            ("patternProperties", Value::Object(patterns)) => {
                patterns.keys().map(String::as_str).collect()
            }
            _ => return,
        };
        for pattern in patterns {
            self.pattern_count += 1;
            self.pattern_states = self.pattern_states.max(states_of(pattern));
            self.patterns = self.patterns.max(Patterns::kind_of(pattern));
        }
    }
}

fn is_combination(keyword: &str) -> bool {
    matches!(keyword, "anyOf" | "oneOf" | "allOf")
}
