use crate::json::{Kind, Node, canonical};

/// Objects with more members than this are compared in order: looking each member up would take the square of their number.
const FEW_MEMBERS: u32 = 16;

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
        (Kind::Object(members), Kind::Object(others)) => {
            let (mut members, count) = (members.clone(), members.count_all());
            count == others.count_all()
                && if count > FEW_MEMBERS {
                    canonical(one) == canonical(other)
                } else {
                    members.all(|(key, member)| {
                        let same = others.clone().get(key);
                        same.is_some_and(|same| equals(member, same))
                    })
                }
        }
        _ => false,
    }
}
