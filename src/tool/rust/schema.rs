use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::failure::ToolFailure;
use crate::error::{ToolErrorCategory, ValidationIssue};

/// The JSON Schema of arguments for a model, draft 2020-12, without the name of the type.
#[must_use]
pub fn parameters_of<A: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| {
            settings.meta_schema = None;
            settings.inline_subschemas = true;
        })
        .with_transform(RecursiveTransform(leave_out_noise));
    let mut schema = SchemaGenerator::new(settings)
        .into_root_schema_for::<A>()
        .to_value();
    if let Some(object) = schema.as_object_mut() {
        object.remove("title");
        // The type's documentation is for readers of the code; the tool's description is for the model.
        object.remove("description");
    }
    schema
}

/// Removes details that are useless to a model: the width of a number in Rust, and `null` defaults of optional members.
fn leave_out_noise(schema: &mut Schema) {
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    let widths = ["uint", "int", "float", "double"];
    let format = schema.get("format").and_then(Value::as_str);
    if format.is_some_and(|format| widths.iter().any(|width| format.starts_with(width))) {
        schema.remove("format");
    }
}

/// Parses arguments. The error names the place of the fault.
pub(super) fn read_arguments<A: DeserializeOwned>(arguments: Value) -> Result<A, ToolFailure> {
    let arguments = if arguments.is_null() {
        Value::Object(Map::new())
    } else {
        arguments
    };
    serde_path_to_error::deserialize(arguments).map_err(|error| {
        let path = path_of(error.path());
        let message = error.inner().to_string();
        let place = if path.is_empty() {
            String::new()
        } else {
            format!("{}: ", path.join("."))
        };
        let mut failure =
            ToolFailure::new(format!("{place}{message}")).category(ToolErrorCategory::Validation);
        let issue = ValidationIssue::new(ValidationIssue::INVALID, path, message);
        failure.issues.push(issue);
        failure
    })
}

fn path_of(path: &serde_path_to_error::Path) -> Vec<String> {
    use serde_path_to_error::Segment;
    let named = |segment: &Segment| match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } => Some(key.clone()),
        Segment::Enum { variant } => Some(variant.clone()),
        Segment::Unknown => None,
    };
    path.iter().filter_map(named).collect()
}
