use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::types::JsonType;
use serde_json::Value;

use super::issue::ValidationIssue;
use super::received::{excerpt, named, quoted_json};

/// Words a validator's finding as issues. Usually one; a keyword that names several properties gives one for each,
/// so that every issue's path points at the property to mend.
pub(super) fn issues_of(error: &ValidationError<'_>) -> Vec<ValidationIssue> {
    let path: Vec<String> = error
        .instance_path()
        .segments()
        .map(|segment| segment.to_string())
        .collect();
    let value = error.instance().as_ref();
    let child = |name: &str, message: &str, received: Option<Value>| {
        let mut path = path.clone();
        path.push(name.to_owned());
        ValidationIssue {
            path,
            message: message.to_owned(),
            received,
        }
    };
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![child(name, "is required, but missing", None)]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected
            .iter()
            .map(|name| {
                child(
                    name,
                    "is not a known property",
                    value.get(name).map(excerpt),
                )
            })
            .collect(),
        ValidationErrorKind::PropertyNames { error } => {
            let name = error.instance().as_str().unwrap_or_default();
            let rule = expectation(error);
            vec![child(
                name,
                &format!("is not an allowed property name: {rule}"),
                None,
            )]
        }
        _ => vec![ValidationIssue {
            path,
            message: expectation(error),
            received: Some(excerpt(value)),
        }],
    }
}

/// One finding as "expected …, received …".
fn expectation(error: &ValidationError<'_>) -> String {
    use ValidationErrorKind as Kind;

    let value = error.instance().as_ref();
    let received = named(value);
    let expected = match error.kind() {
        Kind::Type { kind } => type_names(kind),
        Kind::Enum { options } => format!("one of {}", alternatives(options)),
        Kind::Constant { expected_value } => quoted_json(expected_value),
        Kind::Minimum { limit } => format!("a number of at least {limit}"),
        Kind::Maximum { limit } => format!("a number of at most {limit}"),
        Kind::ExclusiveMinimum { limit } => format!("a number greater than {limit}"),
        Kind::ExclusiveMaximum { limit } => format!("a number less than {limit}"),
        Kind::MultipleOf { multiple_of } => format!("a multiple of {multiple_of}"),
        Kind::MinLength { limit } => {
            return sized("at least", *limit, "character", count_chars(value));
        }
        Kind::MaxLength { limit } => {
            return sized("at most", *limit, "character", count_chars(value));
        }
        Kind::MinItems { limit } => return sized("at least", *limit, "item", count_items(value)),
        Kind::MaxItems { limit } => return sized("at most", *limit, "item", count_items(value)),
        Kind::AdditionalItems { limit } => {
            return sized("at most", *limit as u64, "item", count_items(value));
        }
        Kind::MinProperties { limit } => {
            return sized_as(
                "at least",
                *limit,
                "property",
                "properties",
                count_items(value),
            );
        }
        Kind::MaxProperties { limit } => {
            return sized_as(
                "at most",
                *limit,
                "property",
                "properties",
                count_items(value),
            );
        }
        Kind::UnevaluatedItems { .. } => {
            return "has more items than the schema describes".to_owned();
        }
        Kind::UniqueItems => {
            return "expected items that all differ, but some are equal".to_owned();
        }
        Kind::Contains => return "expected at least one item of the required kind".to_owned(),
        Kind::Pattern { pattern } => format!("text matching the pattern {pattern}"),
        Kind::Format { format } => format!("text in the format \"{format}\""),
        Kind::ContentEncoding { content_encoding } => format!("text encoded as {content_encoding}"),
        Kind::ContentMediaType { content_media_type } => {
            format!("text that is {content_media_type}")
        }
        Kind::FromUtf8 { .. } => "encoded text that is UTF-8".to_owned(),
        Kind::FalseSchema => return "is not allowed here".to_owned(),
        Kind::Not { schema } => format!("a value that does not match {}", quoted_json(schema)),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            return no_alternative(error, context);
        }
        Kind::OneOfMultipleValid { .. } => {
            "a value that matches exactly one of the schema's alternatives, not several".to_owned()
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            return "could not be checked: matching the schema's pattern took too many steps"
                .to_owned();
        }
        Kind::Custom { message, .. } => return message.clone(),
        Kind::Referencing(error) => return format!("could not be checked: {error}"),
        // Worded above as issues of their own; here only inside another keyword's alternative.
        Kind::Required { property } => return format!("property {property} is missing"),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            return format!("unknown properties: {}", unexpected.join(", "));
        }
        Kind::PropertyNames { .. } => "an object with allowed property names".to_owned(),
    };
    format!("expected {expected}, received {received}")
}

fn type_names(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => type_name(*kind).to_owned(),
        TypeKind::Multiple(kinds) => {
            let names: Vec<&str> = kinds.iter().map(type_name).collect();
            names.join(" or ")
        }
    }
}

fn type_name(kind: JsonType) -> &'static str {
    match kind {
        JsonType::Null => "null",
        JsonType::Boolean => "a boolean",
        JsonType::Integer => "an integer",
        JsonType::Number => "a number",
        JsonType::String => "a string",
        JsonType::Array => "an array",
        JsonType::Object => "an object",
    }
}

fn alternatives(options: &Value) -> String {
    const MOST: usize = 20;
    let Some(options) = options.as_array() else {
        return quoted_json(options);
    };
    let mut names: Vec<String> = options.iter().take(MOST).map(quoted_json).collect();
    if options.len() > MOST {
        names.push(format!("{} more", options.len() - MOST));
    }
    names.join(", ")
}

/// The alternatives of `anyOf` and `oneOf`, each with the first reason it does not fit.
fn no_alternative(
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'static>>],
) -> String {
    let depth = error.instance_path().segments().count();
    let mut reasons: Vec<String> = Vec::new();
    for first in context.iter().filter_map(|errors| errors.first()) {
        let below: Vec<String> = first
            .instance_path()
            .segments()
            .skip(depth)
            .map(|segment| segment.to_string())
            .collect();
        let reason = if below.is_empty() {
            expectation(first)
        } else {
            format!("{}: {}", below.join("."), expectation(first))
        };
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    format!("fits none of the alternatives ({})", reasons.join("; or "))
}

fn count_chars(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

fn count_items(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Object(members) => members.len(),
        _ => 0,
    }
}

fn sized(bound: &str, limit: u64, unit: &str, received: usize) -> String {
    sized_as(bound, limit, unit, &format!("{unit}s"), received)
}

fn sized_as(bound: &str, limit: u64, one: &str, many: &str, received: usize) -> String {
    let unit = if limit == 1 { one } else { many };
    format!("expected {bound} {limit} {unit}, received {received}")
}
