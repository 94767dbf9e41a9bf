use super::syntax_error::SyntaxErrorKind;

/// How far an escape in a string has been read (RFC 8259, section 7). The text may end in any of them and go on later.
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
    /// After that and another backslash.
    HighBegun(u32),
}

/// What a byte made of an escape.
#[derive(Default)]
pub(super) struct Escaped {
    /// A surrogate turned out to be without its partner: no UTF-8 text can hold it.
    pub(super) lone: bool,
    /// The character that is complete, after the lone surrogate if there is one.
    pub(super) character: Option<char>,
    /// More is to come.
    pub(super) next: Option<Escape>,
    /// The byte does not belong to the escape: it is read on its own.
    pub(super) declined: bool,
}

impl Escape {
    /// Takes the next byte; nothing when it can't stand there.
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

    /// What should have come instead of the end of the text.
    pub(super) fn expected(self) -> &'static str {
        match self {
            Self::Begun | Self::HighBegun(_) => "an escape after '\\'",
            Self::Hex { .. } => "four hexadecimal digits after \\u",
            Self::High(_) => "'\"' at the end of the string",
        }
    }

    /// What is wrong with a character that can't stand there, and how many characters before it the fault begins.
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

/// All four digits of a unit were read. Only a high surrogate directly followed by a low one makes a character.
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
