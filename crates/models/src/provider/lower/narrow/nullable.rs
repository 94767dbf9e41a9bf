use super::names_of;
use crate::provider::json::{Json, Object, text};
use crate::provider::schema::References;

/// The maximum number of schemas on the way to one that accepts `null`. Longer ways are circles, with hardly an exception.
const DEEPEST: usize = 32;

/// The parts of a schema that change when it also accepts `null`.
pub enum Changed {
    Keywords(Vec<&'static str>),
    /// The whole schema is wrapped in an `anyOf`.
    Whole,
}

/// A schema that also matches `null`; `None` if the schema already does.
pub fn nullable(schema: &Json, references: &References<'_>) -> (Option<Json>, Changed) {
    let Some(members) = schema.as_object() else {
        return (None, Changed::Whole);
    };
    if members.contains_key("$ref") && takes_null(schema, references, "", DEEPEST) {
        return (None, Changed::Whole);
    }
    let null = || Json::Object(Object::from([("type".to_owned(), text("null"))]));
    let types = members.get("type").map(names_of);
    if types.as_ref().is_some_and(|names| names.contains(&"null")) {
        return (None, Changed::Whole);
    }
    let mut wider = members.clone();
    if let (Some(names), false) = (&types, members.contains_key("const")) {
        let names = names.iter().copied().chain(["null"]).map(text);
        wider.insert("type".to_owned(), Json::Array(names.collect()));
        let mut changed = vec!["type"];
        if let Some(Json::Array(values)) = wider.get_mut("enum") {
            values.push(Json::Null);
            changed.push("enum");
        }
        if let Some(Json::Array(any)) = wider.get_mut("anyOf") {
            any.push(null());
            changed.push("anyOf");
        }
        return (Some(Json::Object(wider)), Changed::Keywords(changed));
    }
    if types.is_none()
        && let Some(Json::Array(any)) = wider.get_mut("anyOf")
    {
        if any.iter().any(|one| nullable(one, references).0.is_none()) {
            return (None, Changed::Whole);
        }
        any.push(null());
        return (Some(Json::Object(wider)), Changed::Keywords(vec!["anyOf"]));
    }
    let description = wider.shift_remove("description");
    let any = Json::Array(vec![Json::Object(wider), null()]);
    let mut whole = Object::from([("anyOf".to_owned(), any)]);
    whole.extend(description.map(|text| ("description".to_owned(), text)));
    (Some(Json::Object(whole)), Changed::Whole)
}

/// Returns true if `null` matches a schema by its types, values, alternatives and references. Recursive, and its depth is
/// bounded.
fn takes_null(schema: &Json, references: &References<'_>, at: &str, depth: usize) -> bool {
    let Some(members) = schema.as_object() else {
        return *schema != Json::Bool(false);
    };
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let takes = |schema: &Json| takes_null(schema, references, at, depth);
    members
        .iter()
        .all(|(keyword, value)| match keyword.as_str() {
            "$ref" => value.as_str().is_some_and(|reference| {
                let found = references.resolve(reference, at);
                found.is_some_and(|(found, at)| takes_null(found, references, &at, depth))
            }),
            "type" => names_of(value).contains(&"null"),
            "const" => *value == Json::Null,
            "enum" => value.items().any(|one| *one == Json::Null),
            "anyOf" | "oneOf" => value.items().any(takes),
            "allOf" => value.items().all(takes),
            _ => true,
        })
}
