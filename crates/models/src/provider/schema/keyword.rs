use crate::provider::json::Json;

/// The content of a keyword's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// A schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// A schema for each key.
    ByKey,
    /// No schema.
    Value,
}

/// The content of a keyword, given its value: `items` and `dependencies` have two forms.
pub fn holds(keyword: &str, value: &Json) -> Holds {
    match (keyword, value) {
        ("items", Json::Array(_)) | ("allOf" | "anyOf" | "oneOf" | "prefixItems", _) => {
            Holds::Schemas
        }
        (
            "additionalItems"
            | "additionalProperties"
            | "contains"
            | "contentSchema"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties",
            _,
        ) => Holds::Schema,
        (
            "$defs" | "definitions" | "dependencies" | "dependentSchemas" | "patternProperties"
            | "properties",
            _,
        ) => Holds::ByKey,
        _ => Holds::Value,
    }
}

/// Returns true if a model can follow the keyword in a description. The others are for validators and editors.
pub fn is_for_model(keyword: &str) -> bool {
    matches!(
        keyword,
        "additionalItems"
            | "additionalProperties"
            | "anyOf"
            | "allOf"
            | "const"
            | "contains"
            | "contentEncoding"
            | "contentMediaType"
            | "contentSchema"
            | "default"
            | "dependencies"
            | "dependentRequired"
            | "dependentSchemas"
            | "deprecated"
            | "else"
            | "enum"
            | "examples"
            | "exclusiveMaximum"
            | "exclusiveMinimum"
            | "format"
            | "if"
            | "items"
            | "maxContains"
            | "maxItems"
            | "maxLength"
            | "maxProperties"
            | "maximum"
            | "minContains"
            | "minItems"
            | "minLength"
            | "minProperties"
            | "minimum"
            | "multipleOf"
            | "not"
            | "oneOf"
            | "pattern"
            | "patternProperties"
            | "prefixItems"
            | "propertyNames"
            | "then"
            | "title"
            | "type"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "uniqueItems"
    )
}

/// Returns true if a pattern consists of characters, classes, groups, alternatives and plain quantifiers: without
/// lookaround, backreferences, boundaries, Unicode properties and lazy quantifiers.
pub fn is_simple_pattern(pattern: &str) -> bool {
    let mut rest = pattern.chars().peekable();
    let mut before = None;
    while let Some(character) = rest.next() {
        match character {
            '\\' => match rest.next() {
                Some('b' | 'B' | 'k' | 'p' | 'P' | 'u' | 'x' | 'c' | '0'..='9') | None => {
                    return false;
                }
                Some(_) => {}
            },
            '(' if rest.peek() == Some(&'?') => return false,
            '?' | '+' if matches!(before, Some('?' | '*' | '+' | '}')) => return false,
            '{' => {
                let count: String = rest.by_ref().take_while(|next| *next != '}').collect();
                let numbers = count.split(',').all(|number| {
                    number.len() <= 3 && number.chars().all(|digit| digit.is_ascii_digit())
                });
                if !numbers || count.is_empty() {
                    return false;
                }
                before = Some('}');
                continue;
            }
            _ => {}
        }
        before = (character != '\\').then_some(character);
    }
    true
}
