use super::fetch::{Answer, FetchFault};

/// The bytes of a body.
pub(crate) struct Body {
    pub bytes: Vec<u8>,
    /// Whether the body was longer than the limit.
    pub is_cut: bool,
}

/// Reads a body up to a limit in bytes, and does not wait for the rest.
pub(crate) async fn read_body(
    answer: &mut impl Answer,
    max_bytes: usize,
) -> Result<Body, FetchFault> {
    let mut bytes = Vec::new();
    while let Some(chunk) = answer.chunk().await? {
        let room = max_bytes - bytes.len();
        if chunk.len() > room {
            bytes.extend_from_slice(&chunk[..room]);
            return Ok(Body {
                bytes,
                is_cut: true,
            });
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Body {
        bytes,
        is_cut: false,
    })
}

/// The content type, in lower case, and its charset.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ContentType {
    pub essence: String,
    pub charset: Option<String>,
}

impl ContentType {
    pub fn read(header: &str) -> Self {
        let mut parts = header.split(';');
        let essence = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
        let charset = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            let value = value.trim().trim_matches('"').trim();
            (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty())
                .then(|| value.to_owned())
        });
        Self { essence, charset }
    }

    pub fn is_html(&self) -> bool {
        ["text/html", "application/xhtml+xml"].contains(&self.essence.as_str())
    }

    pub fn is_json(&self) -> bool {
        ["application/json", "text/json"].contains(&self.essence.as_str())
            || self.essence.ends_with("+json")
    }

    /// Returns true if the type is a kind of text.
    pub fn is_text(&self) -> bool {
        const TEXTS: [&str; 9] = [
            "application/javascript",
            "application/ecmascript",
            "application/x-javascript",
            "application/x-ndjson",
            "application/xml",
            "application/yaml",
            "application/toml",
            "application/sql",
            "application/x-www-form-urlencoded",
        ];
        self.is_json()
            || self.is_html()
            || self.essence.starts_with("text/")
            || self.essence.ends_with("+xml")
            || TEXTS.contains(&self.essence.as_str())
    }

    /// Returns true if the type is unspecific.
    pub fn is_vague(&self) -> bool {
        ["", "application/octet-stream", "binary/octet-stream"].contains(&self.essence.as_str())
    }
}

/// Returns true if bytes are not text: no charset of the web contains NUL bytes, except UTF-16.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let has_mark = head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]);
    !has_mark && head.contains(&0)
}
