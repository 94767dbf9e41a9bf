use crate::provider::json::{Json, Object};

/// The maximum length of a note about one keyword in a description, in bytes of JSON.
pub const LONGEST_NOTE: usize = 500;

/// Adds a note in parentheses to the description of a schema. Without a description the note becomes one.
pub fn add_note(schema: &mut Object, note: String) {
    let description = match schema.get("description").and_then(Json::as_str) {
        Some(description) if !description.is_empty() => format!("{description} ({note})"),
        _ => note,
    };
    schema.insert("description".to_owned(), Json::String(description));
}
