use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::{TOO_MANY_STEPS, alternatives, phrases};
use crate::received::{named, quoted_json, shortened};

const CHARACTERS: [&str; 2] = ["character", "characters"];
const ITEMS: [&str; 2] = ["item", "items"];
const PROPERTIES: [&str; 2] = ["property", "properties"];

/// One finding as a sentence: usually "expected …, received …".
pub(super) fn expectation(error: &ValidationError<'_>) -> String {
    let value = error.instance().as_ref();
    match error.kind() {
        Kind::Type { kind } => expected(&phrases::type_names(kind).join(" or "), value),
        Kind::Enum { options } => expected(&format!("one of {}", phrases::options(options)), value),
        Kind::Constant { expected_value } => expected(&quoted_json(expected_value), value),
        Kind::Pattern { pattern } => expected(
            &format!("text matching the pattern {}", shortened(pattern)),
            value,
        ),
        Kind::Format { format } => {
            let example = phrases::format_example(format);
            expected(&format!("text in the format \"{format}\"{example}"), value)
        }
        Kind::Not { schema } => {
            let schema = quoted_json(schema);
            expected(&format!("a value that does not match {schema}"), value)
        }
        Kind::ContentEncoding { content_encoding } => {
            expected(&format!("text encoded as {content_encoding}"), value)
        }
        Kind::ContentMediaType { content_media_type } => {
            expected(&format!("text that is {content_media_type}"), value)
        }
        Kind::FromUtf8 { .. } => expected("encoded text that is UTF-8", value),
        Kind::FalseSchema => "is not allowed here".to_owned(),
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            alternatives::sentence(error, context)
        }
        Kind::OneOfMultipleValid { context } => alternatives::ambiguous(context),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => {
            TOO_MANY_STEPS.to_owned()
        }
        Kind::Custom { message, .. } => message.clone(),
        Kind::Referencing(error) => format!("could not be checked: {error}"),
        // Separate issues elsewhere; here they are part of another keyword's sentence.
        Kind::Required { property } => format!("property {property} is missing"),
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let names = phrases::listed(unexpected.iter().map(|name| phrases::name(name)));
            format!("{names} not known as properties")
        }
        Kind::PropertyNames { .. } => "expected an object with allowed property names".to_owned(),
        _ => limit(error, value),
    }
}

/// The keywords that compare with a number.
fn limit(error: &ValidationError<'_>, value: &Value) -> String {
    let size = phrases::size(value);
    match error.kind() {
        Kind::Minimum { limit } => expected(&format!("a number of at least {limit}"), value),
        Kind::Maximum { limit } => expected(&format!("a number of at most {limit}"), value),
        Kind::ExclusiveMinimum { limit } => {
            expected(&format!("a number greater than {limit}"), value)
        }
        Kind::ExclusiveMaximum { limit } => expected(&format!("a number less than {limit}"), value),
        Kind::MultipleOf { multiple_of } => {
            expected(&format!("a multiple of {multiple_of}"), value)
        }
        Kind::MinLength { limit } => phrases::sized("at least", *limit, CHARACTERS, size),
        Kind::MaxLength { limit } => phrases::sized("at most", *limit, CHARACTERS, size),
        Kind::MinItems { limit } => phrases::sized("at least", *limit, ITEMS, size),
        Kind::MaxItems { limit } => phrases::sized("at most", *limit, ITEMS, size),
        Kind::AdditionalItems { limit } => phrases::sized("at most", *limit as u64, ITEMS, size),
        Kind::MinProperties { limit } => phrases::sized("at least", *limit, PROPERTIES, size),
        Kind::MaxProperties { limit } => phrases::sized("at most", *limit, PROPERTIES, size),
        Kind::UniqueItems => duplicates(value),
        Kind::Contains => contains(error),
        Kind::UnevaluatedItems { unexpected } => {
            let items = phrases::listed(unexpected.iter().map(|item| shortened(item)));
            format!("has items that the schema does not allow: {items}")
        }
        _ => error.to_string(),
    }
}

fn expected(what: &str, value: &Value) -> String {
    format!("expected {what}, received {}", named(value))
}

fn contains(error: &ValidationError<'_>) -> String {
    let last = error.schema_path().segments().last();
    match last.map(|segment| segment.to_string()).as_deref() {
        Some("minContains") => "has too few items that match \"contains\"".to_owned(),
        Some("maxContains") => "has too many items that match \"contains\"".to_owned(),
        _ => "expected at least one item that matches \"contains\"".to_owned(),
    }
}

/// Names the first equal pair, if there are few enough items to compare them.
fn duplicates(value: &Value) -> String {
    const MOST: usize = 200;
    let items = value.as_array().map_or(&[][..], Vec::as_slice);
    let items = &items[..items.len().min(MOST)];
    let pair = items.iter().enumerate().find_map(|(index, item)| {
        let first = items[..index].iter().position(|earlier| earlier == item)?;
        Some((first, index))
    });
    pair.map_or_else(
        || "expected items that all differ, but some are equal".to_owned(),
        |(first, second)| {
            format!("expected items that all differ, but items {first} and {second} are equal")
        },
    )
}
