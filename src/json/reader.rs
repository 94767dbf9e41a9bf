use serde::Serialize;
use serde_json::{Map, Value};

use super::cursor::Cursor;
use super::number::{BigIntegers, ReadNumber, read_number};
use super::string::{ReadString, read_string};
use super::syntax_error::{SyntaxError, SyntaxErrorKind};

/// How many arrays and objects may be nested unless a page says otherwise. Whatever walks the value later may be
/// recursive, and the stack of a wasm module is one mebibyte.
pub const MAX_DEPTH: usize = 128;

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOptions {
    /// How many arrays and objects may be nested.
    pub max_depth: usize,
    /// What is done with integers that a double can't hold.
    pub big_integers: BigIntegers,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            max_depth: MAX_DEPTH,
            big_integers: BigIntegers::Error,
        }
    }
}

/// A JSON text that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// Its value. Of duplicate keys the last one won.
    pub value: Value,
    /// False when the value differs from what `JSON.parse` would make of the same text: an escaped lone
    /// surrogate became U+FFFD. Whoever needs the value in JavaScript must then take it from here.
    pub faithful: bool,
    /// The integers that the value holds only rounded, with [`BigIntegers::Bigint`].
    pub big_integers: Vec<BigInteger>,
}

/// An integer that a double can't hold, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BigInteger {
    /// Keys and indexes from the whole value to the integer.
    pub path: Vec<PathSegment>,
    /// Its digits, perhaps with a sign.
    pub digits: String,
}

/// A step into a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum PathSegment {
    /// Into an object.
    Key(String),
    /// Into an array.
    Index(usize),
}

/// Reads a whole JSON text by RFC 8259, without recursion.
///
/// # Errors
///
/// Says what was expected, what was found and where, for everything `JSON.parse` refuses, and also for too many
/// levels and for numbers that a double would change.
///
/// # Examples
///
/// ```
/// use ag_ui_lit::json::{ReadOptions, read};
///
/// let options = ReadOptions::default();
/// assert_eq!(read(r#"{"n": 1}"#, options)?.value["n"], 1);
///
/// let error = read(r#"{"n": }"#, options).unwrap_err();
/// assert_eq!(error.to_string(), "expected a value, found '}' at position 6");
/// # Ok::<(), ag_ui_lit::json::SyntaxError>(())
/// ```
pub fn read(text: &str, options: ReadOptions) -> Result<Document, SyntaxError> {
    Reader {
        cursor: Cursor::new(text),
        options,
        open: Vec::new(),
        faithful: true,
        big_integers: Vec::new(),
    }
    .read()
}

/// A container whose end has not been seen.
enum Open {
    Array(Vec<Value>),
    /// The members so far, and the key whose value comes next.
    Object(Map<String, Value>, String),
}

impl Open {
    /// The place of the value that is read now.
    fn segment(&self) -> PathSegment {
        match self {
            Self::Array(items) => PathSegment::Index(items.len()),
            Self::Object(_, key) => PathSegment::Key(key.clone()),
        }
    }
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    options: ReadOptions,
    open: Vec<Open>,
    faithful: bool,
    big_integers: Vec<BigInteger>,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Document, SyntaxError> {
        loop {
            let Some(mut value) = self.begin_value()? else {
                continue;
            };
            // A finished value may finish the containers around it.
            loop {
                let Some(container) = self.open.pop() else {
                    return self.end(value);
                };
                match self.add(container, value)? {
                    Some(finished) => value = finished,
                    None => break,
                }
            }
        }
    }

    fn end(mut self, value: Value) -> Result<Document, SyntaxError> {
        self.cursor.skip_whitespace();
        if self.cursor.peek().is_some() {
            return Err(self.cursor.unexpected("the end of the text"));
        }
        Ok(Document {
            value,
            faithful: self.faithful,
            big_integers: self.big_integers,
        })
    }

    /// Reads a scalar or an empty container, or opens a container and returns nothing yet.
    fn begin_value(&mut self) -> Result<Option<Value>, SyntaxError> {
        self.cursor.skip_whitespace();
        match self.cursor.peek() {
            Some(b'{') => self.begin_object(),
            Some(b'[') => self.begin_array(),
            Some(b'"') => {
                self.cursor.bump();
                Ok(Some(Value::String(self.string()?)))
            }
            Some(b'-' | b'0'..=b'9') => self.number().map(Some),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => Err(self.cursor.unexpected("a value")),
        }
    }

    fn begin_object(&mut self) -> Result<Option<Value>, SyntaxError> {
        self.enter()?;
        self.cursor.skip_whitespace();
        if self.cursor.next_is(b'}') {
            return Ok(Some(Value::Object(Map::new())));
        }
        let key = self.key("a key or '}'")?;
        self.open.push(Open::Object(Map::new(), key));
        Ok(None)
    }

    fn begin_array(&mut self) -> Result<Option<Value>, SyntaxError> {
        self.enter()?;
        self.cursor.skip_whitespace();
        if self.cursor.next_is(b']') {
            return Ok(Some(Value::Array(Vec::new())));
        }
        self.open.push(Open::Array(Vec::new()));
        Ok(None)
    }

    /// Steps over an opening bracket, if one more level is allowed.
    fn enter(&mut self) -> Result<(), SyntaxError> {
        if self.open.len() >= self.options.max_depth {
            let kind = SyntaxErrorKind::TooDeep(self.options.max_depth);
            return Err(self.cursor.error_at(self.cursor.at(), kind));
        }
        self.cursor.bump();
        Ok(())
    }

    /// Puts a value into its container; returns the container when that was its last one.
    fn add(&mut self, container: Open, value: Value) -> Result<Option<Value>, SyntaxError> {
        self.cursor.skip_whitespace();
        match container {
            Open::Array(mut items) => {
                items.push(value);
                if self.cursor.next_is(b']') {
                    return Ok(Some(Value::Array(items)));
                }
                if !self.cursor.next_is(b',') {
                    return Err(self.cursor.unexpected("',' or ']'"));
                }
                self.open.push(Open::Array(items));
            }
            Open::Object(mut members, key) => {
                members.insert(key, value);
                if self.cursor.next_is(b'}') {
                    return Ok(Some(Value::Object(members)));
                }
                if !self.cursor.next_is(b',') {
                    return Err(self.cursor.unexpected("',' or '}'"));
                }
                self.cursor.skip_whitespace();
                let key = self.key("a key")?;
                self.open.push(Open::Object(members, key));
            }
        }
        Ok(None)
    }

    fn key(&mut self, expected: &'static str) -> Result<String, SyntaxError> {
        if !self.cursor.next_is(b'"') {
            return Err(self.cursor.unexpected(expected));
        }
        let key = self.string()?;
        self.cursor.skip_whitespace();
        if !self.cursor.next_is(b':') {
            return Err(self.cursor.unexpected("':' after the key"));
        }
        Ok(key)
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        let ReadString { value, replaced } = read_string(&mut self.cursor)?;
        self.faithful &= !replaced;
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, SyntaxError> {
        let ReadNumber { value, exact } = read_number(&mut self.cursor, self.options.big_integers)?;
        if let Some(digits) = exact {
            let path = self.open.iter().map(Open::segment).collect();
            self.big_integers.push(BigInteger { path, digits });
        }
        Ok(value)
    }

    fn word(&mut self, word: &'static str, value: Value) -> Result<Option<Value>, SyntaxError> {
        // Byte by byte, so that the error points at the letter that differs.
        for byte in word.bytes() {
            if !self.cursor.next_is(byte) {
                return Err(self.cursor.unexpected(word));
            }
        }
        Ok(Some(value))
    }
}
