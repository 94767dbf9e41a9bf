use super::cursor::Cursor;
use super::syntax_error::{SyntaxError, SyntaxErrorKind};

/// A string's value, and whether reading it changed anything.
pub(super) struct ReadString {
    pub(super) value: String,
    /// An escaped lone surrogate stood in it and became U+FFFD: no UTF-8 text can hold one.
    pub(super) replaced: bool,
}

/// Reads a string whose opening quote has been stepped over (RFC 8259, section 7).
pub(super) fn read_string(cursor: &mut Cursor<'_>) -> Result<ReadString, SyntaxError> {
    let mut value = String::new();
    let mut replaced = false;
    loop {
        let start = cursor.at();
        cursor.skip_while(|byte| byte != b'"' && byte != b'\\' && byte >= 0x20);
        value.push_str(cursor.since(start));
        match cursor.peek() {
            Some(b'"') => {
                cursor.bump();
                return Ok(ReadString { value, replaced });
            }
            Some(b'\\') => {
                cursor.bump();
                replaced |= read_escape(cursor, &mut value)?;
            }
            Some(control) => {
                let kind = SyntaxErrorKind::ControlCharacter(u32::from(control));
                return Err(cursor.error_at(cursor.at(), kind));
            }
            None => return Err(cursor.unexpected("'\"' at the end of the string")),
        }
    }
}

/// Reads what follows a backslash; says whether a lone surrogate was replaced.
fn read_escape(cursor: &mut Cursor<'_>, value: &mut String) -> Result<bool, SyntaxError> {
    let plain = match cursor.peek() {
        Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'u') => {
            cursor.bump();
            return read_unicode_escape(cursor, value);
        }
        None => return Err(cursor.unexpected("an escape after '\\'")),
        Some(_) => {
            let found = cursor.char_here().unwrap_or('\u{FFFD}');
            return Err(cursor.error_at(cursor.at() - 1, SyntaxErrorKind::UnknownEscape(found)));
        }
    };
    cursor.bump();
    value.push(plain);
    Ok(false)
}

fn read_unicode_escape(cursor: &mut Cursor<'_>, value: &mut String) -> Result<bool, SyntaxError> {
    let unit = read_hex4(cursor)?;
    if let Some(character) = char::from_u32(unit) {
        value.push(character);
        return Ok(false);
    }
    // A surrogate. Only a high one directly followed by an escaped low one makes a character.
    let is_high = (0xD800..0xDC00).contains(&unit);
    if is_high && cursor.starts_with("\\u") {
        let before = cursor.at();
        cursor.advance(2);
        let low = read_hex4(cursor)?;
        if (0xDC00..0xE000).contains(&low) {
            let code_point = 0x1_0000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
            value.extend(char::from_u32(code_point));
            return Ok(false);
        }
        // Not its partner: what follows is read on its own.
        cursor.rewind(before);
    }
    value.push('\u{FFFD}');
    Ok(true)
}

fn read_hex4(cursor: &mut Cursor<'_>) -> Result<u32, SyntaxError> {
    let start = cursor.at();
    let mut unit = 0;
    for _ in 0..4 {
        let digit = cursor.peek().and_then(|byte| char::from(byte).to_digit(16));
        let Some(digit) = digit else {
            return Err(match cursor.peek() {
                None => cursor.unexpected("four hexadecimal digits after \\u"),
                Some(_) => cursor.error_at(start, SyntaxErrorKind::BadUnicodeEscape),
            });
        };
        unit = unit * 16 + digit;
        cursor.bump();
    }
    Ok(unit)
}
