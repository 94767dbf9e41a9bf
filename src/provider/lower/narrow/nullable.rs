use super::names_of;
use crate::provider::json::{Json, Object, text};

/// What of a schema is otherwise when `null` matches it, too.
pub enum Changed {
    Keywords(Vec<&'static str>),
    /// It stands in an `anyOf`.
    Whole,
}

/// A schema that `null` matches, too; nothing for one that it matches anyway.
pub fn nullable(schema: &Json) -> (Option<Json>, Changed) {
    let Some(members) = schema.as_object() else {
        return (None, Changed::Whole);
    };
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
        if any.iter().any(|one| nullable(one).0.is_none()) {
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
