use serde::Serialize;

/// The maximum length of JSON for the model, in characters. The execution's output is not cut.
const LONGEST: usize = 100_000;

#[derive(Serialize)]
struct Reply<'a, T> {
    message: &'a str,
    data: &'a [T],
}

/// The text for the assistant: a message, and the data as JSON. Data that exceeds the limit is left out with a note that
/// contains `narrower`, the way to get less.
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
