use super::syntax_error::SyntaxErrorKind;

/// The state of an escape in a string (RFC 8259, section 7). A piece of text may end in any state, and the next piece
/// continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// After the backslash.
    Begun,
    /// After `\u` and some of its four digits, perhaps after a high surrogate.
    Hex {
        high: Option<u32>,
        unit: u32,
        digits: u8,
    },
    /// After an escaped high surrogate: only an escaped low one makes it a character.
    High(u32),
    /// After a high surrogate and another backslash.
    HighBegun(u32),
}

/// The result of a byte in an escape.
#[derive(Default)]
pub(super) struct Escaped {
    /// Whether a surrogate has no partner: UTF-8 text can't contain it.
    pub(super) lone: bool,
    /// The complete character, after the lone surrogate if there is one.
    pub(super) character: Option<char>,
    /// The state if the escape continues.
    pub(super) next: Option<Escape>,
    /// Whether the byte does not belong to the escape, and must be read on its own.
    pub(super) declined: bool,
}

impl Escape {
    /// Reads the next byte; `None` if it is not allowed.
    pub(super) fn take(self, byte: u8) -> Option<Escaped> {
        let pending = |next| Escaped {
            next: Some(next),
            ..Escaped::default()
        };
        Some(match self {
            Self::Begun if byte == b'u' => pending(Self::hex(None)),
            Self::Begun => Escaped {
                character: Some(plain(byte)?),
                ..Escaped::default()
            },
            Self::High(high) if byte == b'\\' => pending(Self::HighBegun(high)),
            Self::High(_) => Escaped {
                lone: true,
                declined: true,
                ..Escaped::default()
            },
            Self::HighBegun(high) if byte == b'u' => pending(Self::hex(Some(high))),
            Self::HighBegun(_) => Escaped {
                lone: true,
                character: Some(plain(byte)?),
                ..Escaped::default()
            },
            Self::Hex { high, unit, digits } => {
                let unit = unit * 16 + char::from(byte).to_digit(16)?;
                if digits == 3 {
                    complete(high, unit)
                } else {
                    pending(Self::Hex {
                        high,
                        unit,
                        digits: digits + 1,
                    })
                }
            }
        })
    }

    fn hex(high: Option<u32>) -> Self {
        Self::Hex {
            high,
            unit: 0,
            digits: 0,
        }
    }

    /// The expected text in place of the end.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Begun | Self::HighBegun(_) => "an escape after '\\'",
            Self::Hex { .. } => "four hexadecimal digits after \\u",
            Self::High(_) => "'\"' at the end of the string",
        }
    }

    /// The fault of a character that is not allowed, and the number of characters from the beginning of the fault to it.
    pub(super) fn fault(self, found: char) -> (SyntaxErrorKind, usize) {
        match self {
            Self::Hex { digits, .. } => (SyntaxErrorKind::BadUnicodeEscape, digits.into()),
            _ => (SyntaxErrorKind::UnknownEscape(found), 1),
        }
    }
}

fn plain(byte: u8) -> Option<char> {
    Some(match byte {
        b'"' | b'\\' | b'/' => char::from(byte),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}

/// Completes a unit of four digits. Only a high surrogate directly followed by a low one makes a character.
fn complete(high: Option<u32>, unit: u32) -> Escaped {
    let is_high = (0xD800..0xDC00).contains(&unit);
    let is_low = (0xDC00..0xE000).contains(&unit);
    match high {
        Some(high) if is_low => Escaped {
            character: char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (unit - 0xDC00)),
            ..Escaped::default()
        },
        _ => Escaped {
            lone: high.is_some() || is_low,
            character: char::from_u32(unit),
            next: is_high.then_some(Escape::High(unit)),
            declined: false,
        },
    }
}
