//! A finding as data: the code of its issue, and the expected value.

use std::io::{self, Write};

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::types::JsonType;
use serde_json::{Value, json};

/// The code of a value that could not be checked.
pub(crate) const UNDECIDED: &str = "undecided";

/// The maximum size of `expected` in an issue, in bytes of JSON text. A larger value is left out.
const MOST_EXPECTED: usize = 1_000;

/// The code of a finding: the violated keyword of JSON Schema, except for a pattern that took too many steps.
pub(super) fn code(error: &ValidationError<'_>) -> String {
    if is_undecided(error) {
        return UNDECIDED.to_owned();
    }
    let written = || {
        let last = error.schema_path().segments().last();
        last.map(|segment| segment.to_string())
    };
    match error.kind() {
        Kind::Contains => match written() {
            Some(keyword) if keyword == "minContains" || keyword == "maxContains" => keyword,
            _ => "contains".to_owned(),
        },
        // `dependencies` is the name of `dependentRequired` in the drafts before 2019-09.
        Kind::Required { .. } => match written().as_deref() {
            Some("dependentRequired" | "dependencies") => "dependentRequired".to_owned(),
            _ => "required".to_owned(),
        },
        kind => kind.keyword().to_owned(),
    }
}

/// Returns true if the value could not be compared with the schema. One undecided alternative leaves all of them undecided.
fn is_undecided(error: &ValidationError<'_>) -> bool {
    match error.kind() {
        Kind::BacktrackLimitExceeded { .. }
        | Kind::RegexEngineFailure { .. }
        | Kind::Referencing(_) => true,
        Kind::AnyOf { context }
        | Kind::OneOfNotValid { context }
        | Kind::OneOfMultipleValid { context } => context.iter().flatten().any(is_undecided),
        Kind::PropertyNames { error } => is_undecided(error),
        _ => false,
    }
}

/// The value of the keyword as JSON text, if it is the expected value: the name of a type or a list of them, the allowed
/// values, a limit, a pattern, a format.
pub(super) fn expected(error: &ValidationError<'_>) -> Option<String> {
    match error.kind() {
        Kind::Type { kind } => bounded(&types(kind)),
        Kind::Enum { options } => bounded(options.as_ref()),
        Kind::Constant { expected_value } => bounded(expected_value.as_ref()),
        Kind::Pattern { pattern } => bounded(&json!(pattern)),
        Kind::Format { format } => bounded(&json!(format)),
        Kind::ContentEncoding { content_encoding } => bounded(&json!(content_encoding)),
        Kind::ContentMediaType { content_media_type } => bounded(&json!(content_media_type)),
        Kind::Minimum { limit }
        | Kind::Maximum { limit }
        | Kind::ExclusiveMinimum { limit }
        | Kind::ExclusiveMaximum { limit } => bounded(limit),
        Kind::MultipleOf { multiple_of } => bounded(&json!(multiple_of)),
        Kind::MinLength { limit }
        | Kind::MaxLength { limit }
        | Kind::MinItems { limit }
        | Kind::MaxItems { limit }
        | Kind::MinProperties { limit }
        | Kind::MaxProperties { limit } => bounded(&json!(limit)),
        Kind::AdditionalItems { limit } => bounded(&json!(limit)),
        Kind::Not { schema } => bounded(schema),
        _ => None,
    }
}

/// The text of a value, unless it is too long. Only as much of the value is read as the text may have.
pub(super) fn bounded(value: &Value) -> Option<String> {
    let mut text = BoundedText(Vec::new());
    serde_json::to_writer(&mut text, value).ok()?;
    String::from_utf8(text.0).ok()
}

/// A text of at most [`MOST_EXPECTED`] bytes.
struct BoundedText(Vec<u8>);

impl Write for BoundedText {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.0.len() + more.len() > MOST_EXPECTED {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.0.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The types that a value may have, as `type` names them.
pub(super) fn types(kind: &TypeKind) -> Value {
    match kind {
        TypeKind::Single(kind) => json!(kind.as_str()),
        TypeKind::Multiple(kinds) => kinds.iter().map(JsonType::as_str).collect(),
    }
}
