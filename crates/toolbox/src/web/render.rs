use super::answer::{Body, ContentType, is_binary};
use super::charset::decode;
use super::fetch::Fetch;
use super::html::{LeftOut, Turns, to_markdown};
use super::json::pretty;
use super::letters;
use super::web_fetch::Format;

/// A body in the form that the model reads.
pub(super) struct Rendered {
    pub text: String,
    pub title: Option<String>,
    pub charset: Option<String>,
    pub notes: Vec<String>,
}

impl Rendered {
    fn described(text: String) -> Self {
        Self {
            text,
            title: None,
            charset: None,
            notes: Vec::new(),
        }
    }
}

/// The text for content that is not text, from its type alone: its bytes are not needed.
pub(super) fn describe(kind: &ContentType, size: Option<&str>) -> Option<Rendered> {
    if kind.is_text() || kind.is_vague() {
        return None;
    }
    Some(Rendered::described(not_text(&kind.essence, size)))
}

fn not_text(essence: &str, size: Option<&str>) -> String {
    let size = size.map_or(String::new(), |bytes| format!(", {bytes} bytes as sent"));
    let what = match essence.split('/').next() {
        Some("image") => "An image",
        Some("audio") => "A sound",
        Some("video") => "A video",
        Some("font") => "A font",
        _ => "Binary data",
    };
    let essence = if essence.is_empty() {
        "type unknown"
    } else {
        essence
    };
    format!("[{what} ({essence}{size}), which is not text: it is not shown.]")
}

/// Converts a body to text, in turns.
pub(super) async fn render<F: Fetch>(
    fetch: &F,
    body: &Body,
    kind: &ContentType,
    format: Format,
    base: &str,
) -> Rendered {
    if kind.is_vague() && is_binary(&body.bytes) {
        let size = body.bytes.len().to_string();
        return Rendered::described(not_text(&kind.essence, (!body.is_cut).then_some(&*size)));
    }
    let looks_like_html = kind.is_html() || (kind.is_vague() && starts_as_html(&body.bytes));
    let decoded = decode(
        &body.bytes,
        body.is_cut,
        kind.charset.as_deref(),
        looks_like_html,
    );
    let mut rendered = Rendered {
        text: decoded.text,
        title: None,
        charset: Some(decoded.charset),
        notes: Vec::new(),
    };
    let turns = Paused(fetch);
    turns.pause().await;
    if format == Format::Readable && looks_like_html {
        as_markdown(fetch, &mut rendered, base).await;
        return rendered;
    }
    if format == Format::Readable && kind.is_json() {
        match pretty(&rendered.text) {
            Some(text) => {
                rendered.text = letters::escape(&text).into_owned();
                return rendered;
            }
            None if body.is_cut => {}
            None => rendered
                .notes
                .push("[The server calls this JSON, but it is not; it is unchanged.]".to_owned()),
        }
    }
    let (named, count) = letters::name(&rendered.text);
    if count > 0 {
        rendered.text = named.into_owned();
        rendered.notes.push(format!(
            "[{} that a person would not see are shown by their codes, such as [U+200B].]",
            counted(count, "character", "characters")
        ));
    }
    rendered
}

/// Yields by the page's own means.
struct Paused<'a, F>(&'a F);

impl<F: Fetch> Turns for Paused<'_, F> {
    async fn pause(&self) {
        self.0.pause().await;
    }
}

async fn as_markdown<F: Fetch>(fetch: &F, rendered: &mut Rendered, base: &str) {
    let resolve = |address: &str, other: Option<&str>| {
        fetch
            .parse(address, Some(other.unwrap_or(base)))
            .map(|address| address.href)
    };
    let converted = to_markdown(&rendered.text, &resolve, &Paused(fetch)).await;
    if let Some(read) = converted.read {
        let all = rendered.text.len();
        rendered.notes.push(format!(
            "[The page's markup has too many or too deeply nested elements: of its {all} bytes the first {read} were converted. \
             format: \"raw\" returns its source.]"
        ));
    }
    rendered.notes.extend(left_out(&converted.left_out));
    rendered.title = converted.title;
    rendered.text = converted.markdown;
}

/// The notes about parts that the Markdown lacks.
fn left_out(left_out: &LeftOut) -> Vec<String> {
    let mut parts = Vec::new();
    if left_out.hidden > 0 {
        parts.push(format!(
            "{} that a person would not see",
            counted(left_out.hidden, "passage", "passages")
        ));
    }
    if left_out.letters > 0 {
        let invisible = counted(
            left_out.letters,
            "invisible character",
            "invisible characters",
        );
        parts.push(invisible);
    }
    if left_out.navigation > 0 {
        parts.push("navigation".to_owned());
    }
    let mut notes = Vec::new();
    if !parts.is_empty() {
        notes.push(format!("[Left out: {}.]", parts.join(", ")));
    }
    if left_out.doubtful > 0 {
        notes.push(format!(
            "[{} of the above may be invisible to a person: white text, on a background that only other files define.]",
            counted(left_out.doubtful, "passage", "passages")
        ));
    }
    if left_out.has_more_rules {
        notes.push(
            "[The page has more style rules than were applied: a person may not see all of the above.]"
                .to_owned(),
        );
    }
    notes
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn starts_as_html(bytes: &[u8]) -> bool {
    let head: String = bytes
        .iter()
        .take(256)
        .map(|byte| char::from(*byte).to_ascii_lowercase())
        .collect();
    let head = head.trim_start_matches(|letter: char| !letter.is_ascii_graphic());
    head.starts_with("<!doctype html") || head.starts_with("<html")
}
