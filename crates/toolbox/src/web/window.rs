/// A part of a text, counted in characters.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Window<'a> {
    pub text: &'a str,
    pub start: usize,
    pub end: usize,
    pub total: usize,
}

/// The part of a text from the character `start`, with at most `limit` characters.
pub(super) fn window(text: &str, start: usize, limit: usize) -> Window<'_> {
    let total = text.chars().count();
    let start = start.min(total);
    let end = start.saturating_add(limit).min(total);
    let place = |count| {
        text.char_indices()
            .nth(count)
            .map_or(text.len(), |(place, _)| place)
    };
    Window {
        text: &text[place(start)..place(end)],
        start,
        end,
        total,
    }
}

impl Window<'_> {
    /// The note about the parts that are left out, and how to get them; `None` if there are none.
    pub fn left_out(&self) -> Option<String> {
        if self.start == 0 && self.end == self.total {
            return None;
        }
        let Self {
            start, end, total, ..
        } = self;
        Some(if end < total {
            format!(
                "[Characters {start} to {end} of {total}. For more call web_fetch again with start: {end}.]"
            )
        } else {
            format!("[Characters {start} to {end} of {total}, which is the end.]")
        })
    }
}
