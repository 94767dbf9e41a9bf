use serde_json::Value;

/// Keywords without a rule.
pub(crate) const ANNOTATIONS: [&str; 15] = [
    "$schema",
    "$id",
    "id",
    "$anchor",
    "$comment",
    "$defs",
    "definitions",
    "title",
    "description",
    "default",
    "example",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
];

/// Returns true if every object matches a schema, as far as its keywords show without following references.
pub(crate) fn takes_every_object(schema: &Value) -> bool {
    match schema {
        Value::Object(keywords) => keywords.iter().all(|(keyword, value)| {
            let is_object = keyword == "type" && value == "object";
            is_object || is_idle(keyword, value)
        }),
        _ => takes_everything(schema),
    }
}

fn takes_everything(schema: &Value) -> bool {
    match schema {
        Value::Object(keywords) => keywords
            .iter()
            .all(|(keyword, value)| is_idle(keyword, value)),
        _ => schema == &Value::Bool(true),
    }
}

fn is_idle(keyword: &str, value: &Value) -> bool {
    match (keyword, value) {
        ("properties", Value::Object(members)) => members.values().all(takes_everything),
        ("required", Value::Array(names)) => names.is_empty(),
        ("additionalProperties", schema) => takes_everything(schema),
        _ => ANNOTATIONS.contains(&keyword),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::takes_every_object;

    #[test]
    fn a_schema_without_rules_takes_every_object() {
        for schema in [
            json!(true),
            json!({}),
            json!({ "type": "object", "title": "Anything", "properties": {} }),
            json!({ "properties": { "a": true, "b": { "description": "Whatever." } }, "required": [] }),
            json!({ "type": "object", "additionalProperties": {} }),
        ] {
            assert!(takes_every_object(&schema), "{schema}");
        }
    }

    #[test]
    fn a_schema_with_a_rule_does_not() {
        for schema in [
            json!(false),
            json!({ "type": ["object"] }),
            json!({ "type": "array" }),
            json!({ "properties": { "a": { "type": "string" } } }),
            json!({ "properties": { "a": false } }),
            json!({ "properties": { "a": { "type": "object" } } }),
            json!({ "required": ["a"] }),
            json!({ "additionalProperties": false }),
            json!({ "$ref": "#/$defs/a", "$defs": { "a": {} } }),
            json!({ "minProperties": 0 }),
            json!({ "allOf": [{}] }),
        ] {
            assert!(!takes_every_object(&schema), "{schema}");
        }
    }
}
