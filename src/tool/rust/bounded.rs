//! Values of unknown shape, read no deeper than arguments may be: the stack of a wasm module is one mebibyte, and an object
//! of a page may contain itself.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::json::MOST_DEPTH;

/// Reads any JSON value.
///
/// # Errors
///
/// If it is nested more than [`MOST_DEPTH`] levels deep, or contains something that JSON can't express, such as a function.
pub fn bounded_json<'de, D: Deserializer<'de>>(source: D) -> Result<Value, D::Error> {
    Part { depth: 0 }.deserialize(source)
}

/// The same for a field that may be absent.
pub(super) fn optional<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Value>, D::Error> {
    Ok(Some(bounded_json(source)?).filter(|value| !value.is_null()))
}

/// A value at this depth.
#[derive(Clone, Copy)]
struct Part {
    depth: usize,
}

impl Part {
    fn inner<E: Error>(self) -> Result<Self, E> {
        let depth = self.depth + 1;
        if depth > MOST_DEPTH {
            return Err(E::custom(format_args!(
                "the value is nested more than {MOST_DEPTH} levels deep, or contains itself"
            )));
        }
        Ok(Self { depth })
    }
}

impl<'de> DeserializeSeed<'de> for Part {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value that JSON can hold")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        self.deserialize(source)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        let finite = Number::from_f64(number);
        finite
            .map(Value::Number)
            .ok_or_else(|| E::custom(format_args!("JSON can't hold the number {number}")))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            object.insert(key, members.next_value_seed(inner)?);
        }
        Ok(Value::Object(object))
    }
}
