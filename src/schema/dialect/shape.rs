//! Whether a keyword's value has the form it must have.

use crate::json::{Kind, Node};
use crate::schema::check::inside::all_differ;
use crate::schema::dialect::Dialect;
use crate::schema::dialect::keyword::Form;
use crate::schema::explain::received::named;
use crate::schema::rule::Types;

/// Tells what is wrong with a keyword's value: the part that is wrong, and what was expected.
pub(in crate::schema) fn check(
    form: Form,
    value: Node<'_>,
    dialect: Dialect,
    told: &mut dyn FnMut(Node<'_>, &str),
) {
    let schema = if dialect == Dialect::Draft4 {
        object
    } else {
        schema
    };
    match form {
        Form::Any => {}
        Form::Text => expect(value.as_str().is_some(), value, "a string", told),
        Form::Flag => expect(is_flag(value), value, "true or false", told),
        Form::Number => expect(is_number(value, |_| true), value, "a number", told),
        Form::Positive => {
            let holds = is_number(value, |number| number > 0.0);
            expect(holds, value, "a number greater than 0", told);
        }
        Form::Count => {
            let holds = is_number(value, |number| number >= 0.0 && number.fract() == 0.0);
            expect(holds, value, "a whole number, 0 or more", told);
        }
        Form::Types => types(value, told),
        Form::List => expect(value.as_array().is_some(), value, "an array", told),
        Form::Names => names(value, told),
        Form::SomeNames => some_names(value, told),
        Form::NamesByName => by_name(value, told, names),
        Form::Schema => schema(value, told),
        Form::Schemas => schemas(value, told, schema),
        Form::SchemasByName => by_name(value, told, schema),
        Form::SchemaOrSchemas => match value.kind() {
            Kind::Array(_) => schemas(value, told, schema),
            _ => schema(value, told),
        },
        Form::SchemaOrFlag => self::schema(value, told),
        Form::Dependencies => by_name(value, told, |value, told| match value.kind() {
            Kind::Array(_) if dialect == Dialect::Draft4 => some_names(value, told),
            Kind::Array(_) => names(value, told),
            _ => schema(value, told),
        }),
        Form::Anchor => {
            let holds = value.as_str().is_some_and(is_anchor);
            expect(holds, value, "a name that begins with a letter", told);
        }
        Form::Object => object(value, told),
    }
}

/// The sentence for a part that is not what was expected.
pub(in crate::schema) fn wrong(part: Node<'_>, expected: &str) -> String {
    format!("expected {expected}, received {}", named(part))
}

type Told<'t> = &'t mut dyn FnMut(Node<'_>, &str);

fn expect(holds: bool, value: Node<'_>, expected: &str, told: Told<'_>) {
    if !holds {
        told(value, expected);
    }
}

fn is_flag(value: Node<'_>) -> bool {
    matches!(value.kind(), Kind::Bool(_))
}

#[allow(
    clippy::cast_precision_loss,
    reason = "what is read as an integer fits a double"
)]
fn is_number(value: Node<'_>, holds: fn(f64) -> bool) -> bool {
    match value.kind() {
        Kind::Integer(integer) => holds(integer as f64),
        Kind::Float(float) => holds(float),
        _ => false,
    }
}

fn has_items(value: Node<'_>) -> bool {
    value.as_array().is_some_and(|items| items.count_all() > 0)
}

fn schema(value: Node<'_>, told: Told<'_>) {
    let is_schema = matches!(value.kind(), Kind::Object(_) | Kind::Bool(_));
    expect(
        is_schema,
        value,
        "a schema (an object, true or false)",
        told,
    );
}

fn object(value: Node<'_>, told: Told<'_>) {
    expect(value.as_object().is_some(), value, "an object", told);
}

fn schemas(value: Node<'_>, told: Told<'_>, schema: fn(Node<'_>, Told<'_>)) {
    expect(
        has_items(value),
        value,
        "an array with at least one schema",
        told,
    );
    value
        .as_array()
        .into_iter()
        .flatten()
        .for_each(|item| schema(item, told));
}

fn some_names(value: Node<'_>, told: Told<'_>) {
    expect(
        has_items(value),
        value,
        "an array with at least one name",
        told,
    );
    names(value, told);
}

fn by_name(value: Node<'_>, told: Told<'_>, check: impl Fn(Node<'_>, Told<'_>)) {
    expect(value.as_object().is_some(), value, "an object", told);
    let members = value.as_object().into_iter().flatten();
    members.for_each(|(_, member)| check(member, told));
}

fn names(value: Node<'_>, told: Told<'_>) {
    expect(value.as_array().is_some(), value, "an array of names", told);
    let items = value.as_array().into_iter().flatten();
    items
        .clone()
        .filter(|item| item.as_str().is_none())
        .for_each(|item| told(item, "a string"));
    let names: Vec<&str> = items.filter_map(Node::as_str).collect();
    expect(all_differ(&names), value, "names that all differ", told);
}

fn types(value: Node<'_>, told: Told<'_>) {
    const NAMES: &str =
        "one of \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\"";
    match value.kind() {
        Kind::String(name) => expect(Types::named(name).is_some(), value, NAMES, told),
        Kind::Array(items) => {
            expect(
                has_items(value),
                value,
                "an array with at least one type",
                told,
            );
            let mut all = 0;
            for item in items {
                match item.as_str().and_then(Types::named) {
                    None => told(item, NAMES),
                    Some(one) if all & one.0 != 0 => told(item, "types that all differ"),
                    Some(one) => all |= one.0,
                }
            }
        }
        _ => told(value, "a type's name, or an array of them"),
    }
}

/// The pattern of 2020-12's meta-schema for anchors; 2019-09's, which differs in `:` and `_`, is understood too.
fn is_anchor(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"-._:".contains(&byte))
}
