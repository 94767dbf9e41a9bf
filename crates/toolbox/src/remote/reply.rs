use serde::Serialize;

/// Characters of JSON that a model reads; what the execution's output holds is not cut.
const LONGEST: usize = 100_000;

#[derive(Serialize)]
struct Reply<'a, T> {
    message: &'a str,
    data: &'a [T],
}

/// What the assistant reads: what there is, in words and as JSON. What is too much for one answer is left out, which it says; how
/// to get it says `narrower`.
#[must_use]
pub fn reply<T: Serialize>(message: &str, data: &[T], narrower: &str) -> String {
    let mut room = LONGEST;
    let fits = |item: &&T| {
        let length = serde_json::to_string(item).map_or(0, |text| text.len() + 1);
        let is_room = length <= room;
        room = room.saturating_sub(length);
        is_room
    };
    let shown = data.iter().take_while(fits).count();
    let left_out = match data.len() - shown {
        0 => String::new(),
        more => {
            format!(" Only the first {shown} are shown, {more} more would be too long: {narrower}.")
        }
    };
    let reply = Reply {
        message: &format!("{message}{left_out}"),
        data: &data[..shown],
    };
    serde_json::to_string(&reply).unwrap_or_default()
}
