use super::big_integer::BigInteger;
use super::known_keys::KnownKeys;
use super::tree::{Kind, Node, Tree};
use super::walk::{Step, Walk};

/// The additions to a value that is being read, as steps for a builder of the same value elsewhere: numbers in a list, and
/// one text with the quotations of the steps, one after the other. A step is a code, followed by its operands.
///
/// | code | meaning | operands |
/// |---|---|---|
/// | [`OBJECT`](Self::OBJECT), [`ARRAY`](Self::ARRAY) | a container starts | |
/// | [`LEAVE`](Self::LEAVE) | the last container ends | |
/// | [`KEY`](Self::KEY) | the key of the next value, to be remembered | its number, a quotation |
/// | [`KNOWN_KEY`](Self::KNOWN_KEY) | the last key with that number | its number |
/// | [`STRING`](Self::STRING) | a string, complete | a quotation |
/// | [`BEGIN`](Self::BEGIN), [`MORE`](Self::MORE), [`END`](Self::END) | a string's first, next and last part | a quotation |
/// | [`INTEGER`](Self::INTEGER) | an integer of 32 bits | the integer |
/// | [`NUMBER`](Self::NUMBER) | any other number | the lower and the upper half of the double |
/// | [`BIG`](Self::BIG) | an integer that a double can't hold: its digits | a quotation |
/// | [`TRUE`](Self::TRUE), [`FALSE`](Self::FALSE), [`NULL`](Self::NULL) | | |
///
/// A quotation is a position and a length in UTF-16 units. The position is in the delta that was read last, which the
/// builder has as a string; or it is [`TEXT`](Self::TEXT), for the next part of the text.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    walk: Walk,
    /// The number of bytes of the open string that were already reported.
    reported: Option<usize>,
    big_integers: usize,
    keys: KnownKeys,
    steps: Vec<i32>,
    text: String,
}

impl Changes {
    /// An object starts.
    pub const OBJECT: i32 = 1;
    /// An array starts.
    pub const ARRAY: i32 = 2;
    /// The last container ends.
    pub const LEAVE: i32 = 3;
    /// The key of the next value.
    pub const KEY: i32 = 4;
    /// A whole string.
    pub const STRING: i32 = 5;
    /// The first part of a string.
    pub const BEGIN: i32 = 6;
    /// The next part of a string.
    pub const MORE: i32 = 7;
    /// The last part of a string.
    pub const END: i32 = 8;
    /// A number.
    pub const NUMBER: i32 = 9;
    /// `true`
    pub const TRUE: i32 = 10;
    /// `false`
    pub const FALSE: i32 = 11;
    /// `null`
    pub const NULL: i32 = 12;
    /// The digits of an integer that a double can't hold.
    pub const BIG: i32 = 13;
    /// A key that was reported before.
    pub const KNOWN_KEY: i32 = 14;
    /// An integer of 32 bits.
    pub const INTEGER: i32 = 15;

    /// The position of a quotation that is in the text.
    pub const TEXT: i32 = -1;

    /// The text can't be read. Always the last step; the driver adds it.
    pub const FAULT: i32 = 16;

    /// Records the additions since the last time. `delta` is the piece that was read last, if it may be quoted.
    pub fn record(&mut self, tree: &Tree, big_integers: &[BigInteger], delta: Option<&str>) {
        self.steps.clear();
        self.text.clear();
        // In ASCII, bytes are UTF-16 units.
        let delta = Delta::new(tree, delta.filter(|delta| delta.is_ascii()));
        while let Some(step) = self.walk.next(tree) {
            match step {
                Step::Key(key) => self.key(key, delta),
                Step::Enter(node) => self.steps.push(match node.kind() {
                    Kind::Array(_) => Self::ARRAY,
                    _ => Self::OBJECT,
                }),
                Step::Leave(_) => self.steps.push(Self::LEAVE),
                Step::Leaf(node) => self.leaf(node, big_integers, delta),
            }
        }
        if let Some(text) = self.walk.open_string(tree) {
            match self.reported.replace(text.len()) {
                None => self.quote(Self::BEGIN, text, delta),
                Some(reported) if reported < text.len() => {
                    self.quote(Self::MORE, &text[reported..], delta);
                }
                Some(_) => {}
            }
        }
    }

    /// The recorded steps.
    #[must_use]
    pub fn steps(&self) -> &[i32] {
        &self.steps
    }

    /// The quotations that are not in the delta.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn key(&mut self, key: &str, delta: Delta<'_>) {
        let (number, is_known) = self.keys.number(key);
        if is_known {
            self.steps.extend([Self::KNOWN_KEY, number]);
        } else {
            self.steps.extend([Self::KEY, number]);
            self.quotation(key, delta);
        }
    }

    fn leaf(&mut self, node: Node<'_>, big_integers: &[BigInteger], delta: Delta<'_>) {
        match node.kind() {
            Kind::String(text) => match self.reported.take() {
                None => self.quote(Self::STRING, text, delta),
                Some(reported) => self.quote(Self::END, &text[reported..], delta),
            },
            #[allow(
                clippy::cast_precision_loss,
                reason = "what is read as an integer fits a double"
            )]
            Kind::Integer(integer) => match i32::try_from(integer) {
                Ok(short) => self.steps.extend([Self::INTEGER, short]),
                Err(_) => self.number(integer as f64),
            },
            Kind::Float(float) => match big_integers.get(self.big_integers) {
                Some(big) if big.entry == node.index() => {
                    self.big_integers += 1;
                    self.quote(Self::BIG, &big.digits, delta);
                }
                _ => self.number(float),
            },
            Kind::Bool(true) => self.steps.push(Self::TRUE),
            Kind::Bool(false) => self.steps.push(Self::FALSE),
            _ => self.steps.push(Self::NULL),
        }
    }

    fn number(&mut self, number: f64) {
        let bits = number.to_bits();
        #[allow(
            clippy::cast_possible_truncation,
            reason = "it is one half, then the other"
        )]
        self.steps
            .extend([Self::NUMBER, bits as i32, (bits >> 32) as i32]);
    }

    fn quote(&mut self, code: i32, text: &str, delta: Delta<'_>) {
        self.steps.push(code);
        self.quotation(text, delta);
    }

    fn quotation(&mut self, text: &str, delta: Delta<'_>) {
        // A text is never longer than MAX_LENGTH.
        let number = |length| i32::try_from(length).unwrap_or(i32::MAX);
        if let Some(place) = delta.place_of(text) {
            self.steps.extend([number(place), number(text.len())]);
            return;
        }
        let units = if text.is_ascii() {
            text.len()
        } else {
            text.encode_utf16().count()
        };
        self.steps.extend([Self::TEXT, number(units)]);
        self.text.push_str(text);
    }
}

/// The piece that was read last, and its place in memory, as the end of the source.
#[derive(Clone, Copy)]
struct Delta<'d> {
    text: &'d str,
    address: usize,
}

impl<'d> Delta<'d> {
    fn new(tree: &Tree, delta: Option<&'d str>) -> Self {
        let text = delta.unwrap_or_default();
        let source = tree.source.as_bytes();
        Self {
            text,
            address: (source.as_ptr() as usize + source.len()).saturating_sub(text.len()),
        }
    }

    /// The position of a text in the delta, in bytes, if it is a part of the source or the beginning of the delta.
    fn place_of(self, text: &str) -> Option<usize> {
        let place = (text.as_ptr() as usize).wrapping_sub(self.address);
        if place < self.text.len() {
            return Some(place);
        }
        (!text.is_empty() && self.text.starts_with(text)).then_some(0)
    }
}
