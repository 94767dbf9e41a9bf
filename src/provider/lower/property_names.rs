use super::losses::Losses;
use crate::provider::json::{Json, step};
use crate::provider::loss::Action;
use crate::provider::schema::{Holds, holds};

/// Leaves out the properties whose names Anthropic refuses: 1 to 64 letters, digits, `_`, `.` and `-`. Recursive: the depth
/// of what was read is bounded.
pub fn without_refused_names(schema: &mut Json, at: &str, losses: &mut Losses<'_>) {
    let Json::Object(members) = schema else {
        return;
    };
    for (keyword, value) in members {
        let at = step(at, keyword);
        match (holds(keyword, value), value) {
            (Holds::Schema, value) => without_refused_names(value, &at, losses),
            (Holds::Schemas, Json::Array(items)) => {
                for (index, item) in items.iter_mut().enumerate() {
                    without_refused_names(item, &step(&at, &index.to_string()), losses);
                }
            }
            (Holds::ByKey, Json::Object(schemas)) => {
                if keyword == "properties" {
                    schemas.retain(|name, _| {
                        let is_taken = is_taken(name);
                        if !is_taken {
                            let reason = "Anthropic takes names of 1 to 64 letters, digits, _, . and - only: the model is not told of it";
                            losses.keyword(&step(&at, name), "properties", Action::Dropped, reason);
                        }
                        is_taken
                    });
                }
                for (name, schema) in schemas {
                    without_refused_names(schema, &step(&at, name), losses);
                }
            }
            _ => {}
        }
    }
}

fn is_taken(name: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "_.-".contains(sign);
    (1..=64).contains(&name.len()) && name.chars().all(is_sign)
}
