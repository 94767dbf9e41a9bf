use crate::json::{Kind, Node};

/// Whether two values are the same, however they were written. Numbers are compared by what they are worth.
#[allow(clippy::float_cmp, reason = "the same number is the same double")]
pub(in crate::schema) fn equals(one: Node<'_>, other: Node<'_>) -> bool {
    match (one.kind(), other.kind()) {
        (Kind::Null, Kind::Null) => true,
        (Kind::Bool(one), Kind::Bool(other)) => one == other,
        (Kind::Integer(one), Kind::Integer(other)) => one == other,
        (Kind::Float(one), Kind::Float(other)) => one == other,
        #[allow(
            clippy::cast_precision_loss,
            reason = "what is read as an integer fits a double"
        )]
        (Kind::Float(float), Kind::Integer(integer))
        | (Kind::Integer(integer), Kind::Float(float)) => integer as f64 == float,
        (Kind::String(one), Kind::String(other)) => one == other,
        (Kind::Array(one), Kind::Array(other)) => {
            one.count_all() == other.count_all()
                && one.zip(other).all(|(one, other)| equals(one, other))
        }
        (Kind::Object(mut one), Kind::Object(other)) => {
            one.count_all() == other.count_all()
                && one.all(|(key, member)| {
                    let same = other.clone().get(key);
                    same.is_some_and(|same| equals(member, same))
                })
        }
        _ => false,
    }
}
