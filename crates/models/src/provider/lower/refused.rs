use super::losses::Losses;
use super::narrow::names_of;
use super::note::{LONGEST_NOTE, add_note};
use crate::provider::json::{Json, Object, step};
use crate::provider::loss::Action;
use crate::provider::schema::{Holds, holds, is_python_pattern};

/// Reasons for which an API refuses a schema at any place, as texts for losses.
#[derive(Debug)]
pub struct Refusals {
    /// The reason for a pattern that Python's `re` does not compile, "is not a 'regex'", and for one with lookaround.
    pub pattern: &'static str,
    /// The reason for an array without a schema of its items, "array schema missing items", if the API refuses one.
    pub items: Option<&'static str>,
}

/// Rewrites the parts of a schema that an API refuses at any place, also outside strict mode: one such part, and the API
/// refuses the whole request. Recursive: the depth of the parsed schema is bounded.
pub fn without_refused(schema: &mut Json, at: &str, refusals: &Refusals, losses: &mut Losses<'_>) {
    let Json::Object(members) = schema else {
        return;
    };
    for (keyword, value) in &mut *members {
        let at = step(at, keyword);
        match (holds(keyword, value), value) {
            (Holds::Schema, value) => without_refused(value, &at, refusals, losses),
            (Holds::Schemas, Json::Array(items)) => {
                for (index, item) in items.iter_mut().enumerate() {
                    without_refused(item, &step(&at, &index.to_string()), refusals, losses);
                }
            }
            (Holds::ByKey, Json::Object(schemas)) => {
                for (name, schema) in schemas {
                    without_refused(schema, &step(&at, name), refusals, losses);
                }
            }
            _ => {}
        }
    }
    patterns(members, at, refusals.pattern, losses);
    if let Some(why) = refusals.items {
        items(members, at, why, losses);
    }
}

fn patterns(members: &mut Object, at: &str, why: &str, losses: &mut Losses<'_>) {
    let is_refused = |pattern: &str| !is_python_pattern(pattern);
    if members
        .get("pattern")
        .and_then(Json::as_str)
        .is_some_and(is_refused)
        && let Some(pattern) = members.shift_remove("pattern")
    {
        describe(members, at, ("pattern", &pattern), why, losses);
    }
    if let Some(Json::Object(named)) = members.get_mut("patternProperties") {
        let refused: Vec<_> = named
            .keys()
            .filter(|pattern| is_refused(pattern))
            .cloned()
            .collect();
        let taken: Object = refused
            .iter()
            .filter_map(|pattern| named.shift_remove_entry(pattern))
            .collect();
        if !taken.is_empty() {
            let taken = Json::Object(taken);
            describe(members, at, ("patternProperties", &taken), why, losses);
        }
    }
}

/// Moves a keyword to the description.
fn describe(
    members: &mut Object,
    at: &str,
    (keyword, value): (&str, &Json),
    why: &str,
    losses: &mut Losses<'_>,
) {
    let value = value.to_string();
    if value.len() > LONGEST_NOTE {
        let reason = format!("{why}, and it is too long for a description");
        losses.keyword(&step(at, keyword), keyword, Action::Dropped, reason);
        return;
    }
    let note = format!("{keyword}: {value}");
    add_note(members, note);
    losses.keyword(&step(at, keyword), keyword, Action::Described, why);
}

fn items(members: &mut Object, at: &str, why: &str, losses: &mut Losses<'_>) {
    let types = members.get("type").map(names_of).unwrap_or_default();
    if !types.contains(&"array") || matches!(members.get("items"), Some(Json::Object(_))) {
        return;
    }
    // An array with `items: false` ends after its listed places.
    if members.get("items") == Some(&Json::Bool(false)) && !members.contains_key("maxItems") {
        let places = members
            .get("prefixItems")
            .map_or(0, |places| places.items().count());
        members.insert("maxItems".to_owned(), Json::Number(places.to_string()));
    }
    members.insert("items".to_owned(), Json::Object(Object::new()));
    losses.keyword(&step(at, "items"), "items", Action::Rewritten, why);
}
