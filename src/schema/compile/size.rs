use crate::json::Node;
use crate::schema::error::SchemaError;

/// How many arrays and objects of a schema may be nested. What compiles a schema is recursive, and the stack of a wasm
/// module is one mebibyte. A little less than arguments have ([`MAX_DEPTH`](crate::json::MAX_DEPTH)): a definition has
/// levels of its own around the schema.
pub const MAX_SCHEMA_DEPTH: usize = 120;

/// How many values a schema may consist of, counting each object, array, string and so on: some two megabytes of
/// text. No model reads more, and compiling takes time in proportion.
pub const MAX_SCHEMA_VALUES: usize = 100_000;

/// Refuses what is too large to be a schema. Keys count as values here.
pub(in crate::schema) fn check_size(schema: Node<'_>) -> Result<(), SchemaError> {
    if schema.parts() as usize > MAX_SCHEMA_VALUES {
        let fault = format!("is too large: more than {MAX_SCHEMA_VALUES} values");
        return Err(SchemaError::whole(fault));
    }
    Ok(())
}
