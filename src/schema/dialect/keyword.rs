//! What each keyword's value must look like, by dialect: what the dialects' meta-schemas say, as a table.

use crate::json::{Kind, Node};
use crate::schema::dialect::Dialect;

/// What the value of a keyword must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::schema) enum Form {
    /// Anything.
    Any,
    Text,
    Flag,
    Number,
    /// A number above 0.
    Positive,
    /// A whole number, 0 or more.
    Count,
    /// A type's name, or a list of different ones.
    Types,
    List,
    /// A list of different strings.
    Names,
    /// The same, at least one.
    SomeNames,
    /// By name, a list of different strings.
    NamesByName,
    Schema,
    /// A list of schemas, at least one.
    Schemas,
    /// By name.
    SchemasByName,
    SchemaOrSchemas,
    SchemaOrFlag,
    /// By name, a schema or a list of different strings.
    Dependencies,
    /// The name of a place: without spaces, and none that begins with a digit.
    Anchor,
    Object,
}

/// The form of a keyword in a dialect; nothing for what the dialect does not know.
#[allow(
    clippy::enum_glob_use,
    clippy::match_same_arms,
    reason = "a table reads better without the same word in each line, and in an order of its own"
)]
pub(in crate::schema) fn form(keyword: &str, dialect: Dialect) -> Option<Form> {
    use Dialect::*;
    use Form::*;
    let since = |first: Dialect, form: Form| (dialect >= first).then_some(form);
    match keyword {
        "title" | "description" | "$schema" | "$ref" | "format" | "pattern" => Some(Text),
        "default" => Some(Any),
        "type" => Some(Types),
        "enum" => Some(List),
        "maximum" | "minimum" => Some(Number),
        "multipleOf" => Some(Positive),
        "maxLength" | "minLength" | "maxItems" | "minItems" | "maxProperties" | "minProperties" => {
            Some(Count)
        }
        "uniqueItems" => Some(Flag),
        "required" => Some(if dialect == Draft4 { SomeNames } else { Names }),
        "properties" | "patternProperties" | "definitions" => Some(SchemasByName),
        "allOf" | "anyOf" | "oneOf" => Some(Schemas),
        "not" => Some(Schema),
        "dependencies" => Some(Dependencies),
        "items" => Some(if dialect == Draft202012 {
            Schema
        } else {
            SchemaOrSchemas
        }),
        "additionalProperties" if dialect == Draft4 => Some(SchemaOrFlag),
        "additionalProperties" => Some(Schema),
        "additionalItems" => match dialect {
            Draft4 => Some(SchemaOrFlag),
            Draft6 | Draft7 | Draft201909 => Some(Schema),
            Draft202012 => None,
        },
        "id" if dialect == Draft4 => Some(Text),
        "exclusiveMaximum" | "exclusiveMinimum" if dialect == Draft4 => Some(Flag),
        "exclusiveMaximum" | "exclusiveMinimum" => Some(Number),
        "$id" => since(Draft6, Text),
        "const" => since(Draft6, Any),
        "contains" | "propertyNames" => since(Draft6, Schema),
        "examples" => since(Draft6, List),
        "$comment" | "contentMediaType" | "contentEncoding" => since(Draft7, Text),
        "readOnly" => since(Draft7, Flag),
        "if" | "then" | "else" => since(Draft7, Schema),
        "$defs" | "dependentSchemas" => since(Draft201909, SchemasByName),
        "$anchor" => since(Draft201909, Anchor),
        "$vocabulary" => since(Draft201909, Object),
        "writeOnly" | "deprecated" => since(Draft201909, Flag),
        "maxContains" | "minContains" => since(Draft201909, Count),
        "dependentRequired" => since(Draft201909, NamesByName),
        "unevaluatedItems" | "unevaluatedProperties" | "contentSchema" => {
            since(Draft201909, Schema)
        }
        "$recursiveRef" if dialect == Draft201909 => Some(Text),
        "$recursiveAnchor" if dialect == Draft201909 => Some(Flag),
        "prefixItems" => since(Draft202012, Schemas),
        "$dynamicRef" => since(Draft202012, Text),
        "$dynamicAnchor" => since(Draft202012, Anchor),
        _ => None,
    }
}

/// The schemas that a keyword's value holds.
pub(in crate::schema) fn for_each_schema<'d>(
    form: Form,
    value: Node<'d>,
    mut found: impl FnMut(Node<'d>),
) {
    let is_schema = |node: &Node<'_>| matches!(node.kind(), Kind::Object(_) | Kind::Bool(_));
    match (form, value.kind()) {
        (Form::Schemas | Form::SchemaOrSchemas, Kind::Array(items)) => {
            items.filter(is_schema).for_each(found);
        }
        (Form::Schema | Form::SchemaOrSchemas | Form::SchemaOrFlag, _) if is_schema(&value) => {
            found(value);
        }
        (Form::SchemasByName | Form::Dependencies, Kind::Object(members)) => members
            .map(|(_, member)| member)
            .filter(is_schema)
            .for_each(found),
        _ => {}
    }
}
