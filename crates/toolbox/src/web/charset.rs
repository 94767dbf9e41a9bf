use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Text, and the charset by which it was decoded.
pub(super) struct Decoded {
    pub text: String,
    pub charset: String,
}

/// The number of bytes in which a declared charset is looked for:
/// <https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding>.
const PRESCAN: usize = 1024;

/// Decodes text. A byte order mark takes precedence, then the header, then the declaration in an HTML page or an XML
/// document. The default is UTF-8, or windows-1252 for an HTML page that is not UTF-8, as in browsers.
pub(super) fn decode(bytes: &[u8], is_cut: bool, header: Option<&str>, is_html: bool) -> Decoded {
    let declared = declared(bytes);
    let declarations = [marked(bytes), header, declared.as_deref()];
    let known = declarations
        .into_iter()
        .flatten()
        .find_map(|charset| Encoding::for_label(charset.as_bytes()));
    let encoding = known.unwrap_or(if is_html && !is_utf8(bytes, is_cut) {
        WINDOWS_1252
    } else {
        UTF_8
    });
    let (text, used, _) = encoding.decode(bytes);
    Decoded {
        text: text.into_owned(),
        charset: used.name().to_ascii_lowercase(),
    }
}

fn marked(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some("utf-8"),
        [0xff, 0xfe, ..] => Some("utf-16le"),
        [0xfe, 0xff, ..] => Some("utf-16be"),
        _ => None,
    }
}

/// Returns true for UTF-8 bytes, whose last character may be incomplete if they are cut.
fn is_utf8(bytes: &[u8], is_cut: bool) -> bool {
    match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => is_cut && error.error_len().is_none(),
    }
}

/// `<meta charset=x>`, `<meta http-equiv=content-type content="…; charset=x">`, `<?xml version="1.0" encoding="x"?>`.
fn declared(bytes: &[u8]) -> Option<String> {
    let head: String = bytes
        .iter()
        .take(PRESCAN)
        .map(|byte| char::from(*byte).to_ascii_lowercase())
        .collect();
    let name = if let Some(xml) = head.strip_prefix("<?xml") {
        value_after(xml.split("?>").next()?, "encoding")?
    } else {
        head.match_indices("<meta").find_map(|(at, _)| {
            let tag = head[at..].split('>').next()?;
            value_after(tag, "charset")
        })?
    };
    // A declaration that was read as ASCII can't be in UTF-16.
    Some(if name.starts_with("utf-16") {
        "utf-8".to_owned()
    } else {
        name
    })
}

fn value_after(text: &str, key: &str) -> Option<String> {
    let after = &text[text.find(key)? + key.len()..];
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let value = value.trim_start_matches(['"', '\'']);
    let end = value
        .find(|letter: char| {
            matches!(letter, '"' | '\'' | ';' | '/' | '>') || letter.is_whitespace()
        })
        .unwrap_or(value.len());
    (end > 0).then(|| value[..end].to_owned())
}
