use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use serde::{Deserialize, Serialize};

/// The encoding of a text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextForm {
    /// The encoding of its characters.
    pub encoding: &'static Encoding,
    /// Whether the file starts with a byte order mark.
    pub has_bom: bool,
}

/// The content of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Text.
    Text(TextForm),
    /// Bytes that are not text.
    Binary,
}

/// The default legacy encoding, as on the web (<https://encoding.spec.whatwg.org>).
pub const DEFAULT_LEGACY: &Encoding = WINDOWS_1252;

impl TextForm {
    /// The form of new files.
    pub const NEW: Self = Self {
        encoding: UTF_8,
        has_bom: false,
    };

    /// The bytes of the byte order mark.
    #[must_use]
    pub fn bom(self) -> &'static [u8] {
        match self.has_bom {
            false => &[],
            true if self.encoding == UTF_16LE => &[0xFF, 0xFE],
            true if self.encoding == UTF_16BE => &[0xFE, 0xFF],
            true => &[0xEF, 0xBB, 0xBF],
        }
    }

    /// The text of a whole file; `None` if the bytes are not text in this form, or could not be written back.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Option<String> {
        let body = bytes.strip_prefix(self.bom())?;
        let text = self
            .encoding
            .decode_without_bom_handling_and_without_replacement(body)?
            .into_owned();
        (self.encode(&text).as_deref() == Ok(bytes)).then_some(text)
    }

    /// The bytes of a text.
    ///
    /// # Errors
    ///
    /// The first character that the encoding lacks.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        let mut bytes = self.bom().to_vec();
        if self.encoding == UTF_16LE {
            bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        } else if self.encoding == UTF_16BE {
            bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
        } else {
            let (written, _, is_lossy) = self.encoding.encode(text);
            if is_lossy {
                let fits = |character: &char| {
                    let mut buffer = [0; 4];
                    !self.encoding.encode(character.encode_utf8(&mut buffer)).2
                };
                let stranger = text.chars().find(|character| !fits(character));
                return Err(stranger.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            bytes.extend_from_slice(&written);
        }
        Ok(bytes)
    }

    /// The name for people: `UTF-8`, `UTF-16LE with a byte order mark`.
    #[must_use]
    pub fn label(self) -> String {
        let name = self.encoding.name();
        if self.has_bom {
            format!("{name} with a byte order mark")
        } else {
            name.to_owned()
        }
    }
}

/// The number of bytes that determine the content.
const SAMPLE: usize = 65_536;

impl Content {
    /// Determines the content by the first bytes: a byte order mark, or UTF-8 without NUL, or no control characters in the
    /// `legacy` encoding.
    #[must_use]
    pub fn of(bytes: &[u8], is_whole: bool, legacy: &'static Encoding) -> Self {
        let marked = |encoding| {
            Self::Text(TextForm {
                encoding,
                has_bom: true,
            })
        };
        match bytes {
            // UTF-32, which is hardly used, starts like UTF-16.
            [0xFF, 0xFE, 0, 0, ..] => return Self::Binary,
            [0xEF, 0xBB, 0xBF, ..] => return marked(UTF_8),
            [0xFF, 0xFE, ..] => return marked(UTF_16LE),
            [0xFE, 0xFF, ..] => return marked(UTF_16BE),
            _ => {}
        }
        if bytes.iter().take(SAMPLE).any(|byte| *byte == 0) {
            return Self::Binary;
        }
        let plain = |encoding| {
            Self::Text(TextForm {
                encoding,
                has_bom: false,
            })
        };
        match std::str::from_utf8(bytes) {
            Ok(_) => plain(UTF_8),
            Err(error) if !is_whole && error.error_len().is_none() => plain(UTF_8),
            Err(_) if is_text_in(legacy, bytes, is_whole) => plain(legacy),
            Err(_) => Self::Binary,
        }
    }
}

fn is_text_in(legacy: &'static Encoding, bytes: &[u8], is_whole: bool) -> bool {
    let mut decoder = legacy.new_decoder_without_bom_handling();
    let Some(length) = decoder.max_utf8_buffer_length_without_replacement(bytes.len()) else {
        return false;
    };
    let mut text = String::with_capacity(length);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, is_whole);
    let is_usual = |character: char| {
        !character.is_control()
            || matches!(character, '\t' | '\n' | '\r' | '\u{8}' | '\u{c}' | '\u{1b}')
    };
    result == encoding_rs::DecoderResult::InputEmpty && text.chars().all(is_usual)
}

/// The line ends of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum LineEnding {
    /// A single line without an end.
    None,
    /// Line feeds.
    Lf,
    /// Carriage returns with line feeds.
    Crlf,
    /// Both.
    Mixed,
}

impl LineEnding {
    /// The line ends by the number of lines with each.
    #[must_use]
    pub fn of_counts(crlf: u64, lf: u64) -> Self {
        match (crlf, lf) {
            (0, 0) => Self::None,
            (0, _) => Self::Lf,
            (_, 0) => Self::Crlf,
            _ => Self::Mixed,
        }
    }

    /// The line ends of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let all = text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        let crlf = text.matches("\r\n").count() as u64;
        Self::of_counts(crlf, all - crlf)
    }
}
