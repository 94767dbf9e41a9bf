use super::answer::{Body, ContentType, is_binary};
use super::charset::decode;
use super::fetch::Fetch;
use super::html::to_markdown;
use super::json::pretty;
use super::web_fetch::Format;

/// A body as the model reads it.
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

/// Words for what is no text, by its type alone: its bytes are not needed.
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

/// Makes text of a body.
pub(super) fn render<F: Fetch>(
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
    if format == Format::Raw {
        return rendered;
    }
    if looks_like_html {
        as_markdown(fetch, &mut rendered, base);
    } else if kind.is_json() {
        match pretty(&rendered.text) {
            Some(text) => rendered.text = text,
            None if body.is_cut => {}
            None => rendered.notes.push(
                "[The server calls this JSON, but it is not; it stands as it came.]".to_owned(),
            ),
        }
    }
    rendered
}

fn as_markdown<F: Fetch>(fetch: &F, rendered: &mut Rendered, base: &str) {
    let resolve = |address: &str, other: Option<&str>| {
        fetch
            .parse(address, Some(other.unwrap_or(base)))
            .map(|address| address.href)
    };
    let converted = to_markdown(&rendered.text, &resolve);
    if let Some(read) = converted.read {
        let all = rendered.text.len();
        rendered.notes.push(format!(
            "[The page's markup has too many or too deeply nested elements: of its {all} bytes the first {read} were converted. With \
             format: \"raw\" you get its source.]"
        ));
    }
    rendered.title = converted.title;
    rendered.text = converted.markdown;
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
