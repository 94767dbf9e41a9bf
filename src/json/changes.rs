use super::big_integer::BigInteger;
use super::tree::{Kind, Node, Tree};
use super::walk::{Step, Walk};

/// What has been added to a value that is being read, as steps for somebody who builds the same value elsewhere: numbers
/// in a list, and one text with everything that the steps quote, one after the other. A step is its code, then what
/// belongs to it.
///
/// | code | what it says | what belongs to it |
/// |---|---|---|
/// | [`OBJECT`](Self::OBJECT), [`ARRAY`](Self::ARRAY) | a container begins | |
/// | [`LEAVE`](Self::LEAVE) | the last container ends | |
/// | [`KEY`](Self::KEY) | the key of the next value | UTF-16 units of the text |
/// | [`STRING`](Self::STRING) | a string, complete | UTF-16 units |
/// | [`BEGIN`](Self::BEGIN), [`MORE`](Self::MORE), [`END`](Self::END) | a string's first, next and last part | UTF-16 units |
/// | [`NUMBER`](Self::NUMBER) | a number | the lower and the upper half of the double |
/// | [`BIG`](Self::BIG) | an integer that a double can't hold: its digits | UTF-16 units |
/// | [`TRUE`](Self::TRUE), [`FALSE`](Self::FALSE), [`NULL`](Self::NULL) | | |
#[derive(Debug, Clone, Default)]
pub struct Changes {
    walk: Walk,
    /// Bytes of the open string that were told already.
    told: Option<usize>,
    big_integers: usize,
    steps: Vec<u32>,
    text: String,
}

impl Changes {
    /// An object begins.
    pub const OBJECT: u32 = 1;
    /// An array begins.
    pub const ARRAY: u32 = 2;
    /// The last container ends.
    pub const LEAVE: u32 = 3;
    /// The key of the next value.
    pub const KEY: u32 = 4;
    /// A whole string.
    pub const STRING: u32 = 5;
    /// The first part of a string.
    pub const BEGIN: u32 = 6;
    /// The next part of a string.
    pub const MORE: u32 = 7;
    /// The last part of a string.
    pub const END: u32 = 8;
    /// A number.
    pub const NUMBER: u32 = 9;
    /// `true`
    pub const TRUE: u32 = 10;
    /// `false`
    pub const FALSE: u32 = 11;
    /// `null`
    pub const NULL: u32 = 12;
    /// The digits of an integer that a double can't hold.
    pub const BIG: u32 = 13;

    /// Notes what was added since the last time.
    pub fn note(&mut self, tree: &Tree, big_integers: &[BigInteger]) {
        self.steps.clear();
        self.text.clear();
        while let Some(step) = self.walk.next(tree) {
            match step {
                Step::Key(key) => self.quote(Self::KEY, key),
                Step::Enter(node) => self.steps.push(match node.kind() {
                    Kind::Array(_) => Self::ARRAY,
                    _ => Self::OBJECT,
                }),
                Step::Leave(_) => self.steps.push(Self::LEAVE),
                Step::Leaf(node) => self.leaf(node, big_integers),
            }
        }
        if let Some(text) = self.walk.open_string(tree) {
            match self.told.replace(text.len()) {
                None => self.quote(Self::BEGIN, text),
                Some(told) if told < text.len() => self.quote(Self::MORE, &text[told..]),
                Some(_) => {}
            }
        }
    }

    /// The steps noted last.
    #[must_use]
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// What they quote.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    fn leaf(&mut self, node: Node<'_>, big_integers: &[BigInteger]) {
        match node.kind() {
            Kind::String(text) => match self.told.take() {
                None => self.quote(Self::STRING, text),
                Some(told) => self.quote(Self::END, &text[told..]),
            },
            #[allow(
                clippy::cast_precision_loss,
                reason = "what is read as an integer fits a double"
            )]
            Kind::Integer(integer) => self.number(integer as f64),
            Kind::Float(float) => match big_integers.get(self.big_integers) {
                Some(big) if big.entry == node.index() => {
                    self.big_integers += 1;
                    self.quote(Self::BIG, &big.digits);
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
            .extend([Self::NUMBER, bits as u32, (bits >> 32) as u32]);
    }

    fn quote(&mut self, code: u32, text: &str) {
        let units = if text.is_ascii() {
            text.len()
        } else {
            text.encode_utf16().count()
        };
        // A text is never longer than MAX_LENGTH.
        self.steps
            .extend([code, u32::try_from(units).unwrap_or(u32::MAX)]);
        self.text.push_str(text);
    }
}
