use indexmap::IndexMap;

use super::losses::Losses;
use super::note::add_note;
use crate::provider::json::{Json, Object, step, text};
use crate::provider::loss::Action;
use crate::provider::schema::References;

/// The maximum length of alternatives in a description, in bytes of JSON.
const LONGEST_ALTERNATIVES: usize = 2000;

/// Replaces keywords that an API refuses at the top of a schema: the members of alternatives are merged, and the description
/// contains the original alternatives.
pub fn without_at_root(schema: &Json, refused: &[&str], losses: &mut Losses<'_>) -> Json {
    let Some(members) = schema.as_object() else {
        return schema.clone();
    };
    let mut root = members.clone();
    let references = References::of(schema);
    let mut notes = Vec::new();
    for keyword in refused {
        let Some(value) = root.shift_remove(*keyword) else {
            continue;
        };
        let at = step("", keyword);
        let original = value.to_string();
        let (is_described, and) = if original.len() > LONGEST_ALTERNATIVES {
            (false, "")
        } else {
            notes.push(format!("{keyword}: {original}"));
            (true, ", and the description has the original")
        };
        if let ("allOf" | "anyOf" | "oneOf", Json::Array(branches)) = (*keyword, &value) {
            let branches = resolved(branches, &at, &references);
            spread(&mut root, keyword, &branches, losses);
            let reason = format!("it can't stand at the top: its members are merged{and}");
            losses.keyword(&at, keyword, Action::Rewritten, reason);
        } else {
            let action = if is_described {
                Action::Described
            } else {
                Action::Dropped
            };
            losses.keyword(&at, keyword, action, "it can't stand at the top");
        }
    }
    if !notes.is_empty() {
        add_note(&mut root, notes.join("; "));
    }
    Json::Object(root)
}

/// The branches of alternatives that are objects, with their places.
fn resolved<'b>(
    branches: &'b [Json],
    at: &str,
    references: &References<'b>,
) -> Vec<(&'b Object, String)> {
    let branch = |(index, mut value): (usize, &'b Json)| {
        let mut at = step(at, &index.to_string());
        // A longer chain of references is a circle.
        for _ in 0..16 {
            let Some(reference) = value.get("$ref").and_then(Json::as_str) else {
                break;
            };
            (value, at) = references.resolve(reference, &at)?;
        }
        Some((value.as_object()?, at))
    };
    branches.iter().enumerate().filter_map(branch).collect()
}

/// Merges the members of branches into the root.
fn spread(
    root: &mut Object,
    keyword: &str,
    branches: &[(&Object, String)],
    losses: &mut Losses<'_>,
) {
    let mut found: IndexMap<&str, Vec<(&Json, String)>> = IndexMap::new();
    for (branch, at) in branches {
        let Some(Json::Object(properties)) = branch.get("properties") else {
            continue;
        };
        for (name, schema) in properties {
            let known = found.entry(name).or_default();
            if known.iter().all(|(other, _)| *other != schema) {
                known.push((schema, step(&step(at, "properties"), name)));
            }
        }
    }
    let inner = if keyword == "allOf" { "allOf" } else { "anyOf" };
    let mut properties = match root.get("properties") {
        Some(Json::Object(properties)) => properties.clone(),
        _ => Object::new(),
    };
    for (name, variants) in found {
        let place = step("/properties", name);
        // The root's own schema of a member applies to every branch.
        if properties.contains_key(name) {
            continue;
        }
        let schema = match variants.as_slice() {
            [(only, at)] => {
                losses.record_move(place, at.clone());
                (*only).clone()
            }
            several => {
                for (index, (_, at)) in several.iter().enumerate() {
                    losses.record_move(format!("{place}/{inner}/{index}"), at.clone());
                }
                let schemas = several.iter().map(|(schema, _)| (*schema).clone());
                Json::Object(Object::from([(
                    inner.to_owned(),
                    Json::Array(schemas.collect()),
                )]))
            }
        };
        properties.insert(name.to_owned(), schema);
    }
    let required = required_by(root, keyword, branches);
    if !properties.is_empty() || root.contains_key("properties") {
        root.insert("properties".to_owned(), Json::Object(properties));
    }
    if !required.is_empty() {
        root.insert(
            "required".to_owned(),
            Json::Array(required.into_iter().map(|name| text(&name)).collect()),
        );
    }
}

/// The members that the root or every branch requires; for `allOf`, also those that any branch requires.
fn required_by(root: &Object, keyword: &str, branches: &[(&Object, String)]) -> Vec<String> {
    let names = |schema: &Object| -> Vec<String> {
        let names = schema
            .get("required")
            .map(Json::items)
            .into_iter()
            .flatten();
        names.filter_map(Json::as_str).map(str::to_owned).collect()
    };
    let mut required = names(root);
    let of_branches: Vec<_> = branches.iter().map(|(branch, _)| names(branch)).collect();
    for name in of_branches.iter().flatten() {
        let holds = keyword == "allOf" || of_branches.iter().all(|names| names.contains(name));
        if holds && !required.contains(name) {
            required.push(name.clone());
        }
    }
    required
}

/// Sets the type of the top to object, as every API requires.
pub fn only_object(schema: Json, losses: &mut Losses<'_>) -> Json {
    let Json::Object(mut members) = schema else {
        return Json::Object(Object::from([("type".to_owned(), text("object"))]));
    };
    if members.get("type").and_then(Json::as_str) != Some("object") {
        losses.keyword(
            "/type",
            "type",
            Action::Rewritten,
            "arguments are an object",
        );
        members.insert("type".to_owned(), text("object"));
    }
    Json::Object(members)
}
