/// Which characters beyond ASCII a component may hold.
#[derive(Clone, Copy)]
pub(crate) enum Beyond {
    /// None: a URI's component
    Nothing,
    /// `ucschar`: an IRI's component (RFC 3987, section 2.2)
    Ucschar,
    /// `ucschar` and `iprivate`: an IRI's query
    UcscharAndPrivate,
}

impl Beyond {
    /// Whether `character`, which is not ASCII, is one of them.
    pub(crate) fn has(self, character: char) -> bool {
        match self {
            Self::Nothing => false,
            Self::Ucschar => is_ucschar(character as u32),
            Self::UcscharAndPrivate => is_ucschar(character as u32) || is_private(character as u32),
        }
    }
}

/// Whether `text` holds nothing but `unreserved` and `sub-delims`, the ASCII characters of `also`, whole
/// percent-encodings, and the characters of `beyond` (RFC 3986, sections 2.1 to 2.3).
pub(super) fn consists_of(text: &str, also: &[u8], beyond: Beyond) -> bool {
    text.char_indices().all(|(at, character)| match character {
        '%' => is_encoding(&text.as_bytes()[at..]),
        '\0'..='\x7F' => is_plain(character as u8) || also.contains(&(character as u8)),
        _ => beyond.has(character),
    })
}

/// Whether `text` begins with `"%" HEXDIG HEXDIG`.
pub(crate) fn is_encoding(text: &[u8]) -> bool {
    matches!(text, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// `unreserved` and `sub-delims`: what every component may hold.
pub(super) fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

fn is_ucschar(code: u32) -> bool {
    match code {
        0xA0..=0xD7FF | 0xF900..=0xFDCF | 0xFDF0..=0xFFEF => true,
        // Planes 1 to 14 without the last two of each, and without the tags that begin plane 14.
        0x1_0000..=0xD_FFFF | 0xE_1000..=0xE_FFFF => code & 0xFFFF < 0xFFFE,
        _ => false,
    }
}

fn is_private(code: u32) -> bool {
    match code {
        0xE000..=0xF8FF => true,
        0xF_0000..=0x10_FFFF => code & 0xFFFF < 0xFFFE,
        _ => false,
    }
}
