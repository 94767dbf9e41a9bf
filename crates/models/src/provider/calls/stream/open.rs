use crate::provider::json::Json;

/// A pending call.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct Open {
    pub id: String,
    /// Whether the id was generated, since none has arrived.
    pub is_made: bool,
    /// Another name for the call in the API's events.
    pub item: String,
    /// The tool, by the API's name for it.
    pub sent: String,
    pub text: String,
    /// Arguments that arrived as a value. Text takes precedence.
    pub given: Option<Json>,
    /// Whether the API has sent arguments, even empty ones.
    pub has_arguments: bool,
    /// Whether the API has reported the end of the call.
    pub is_whole: bool,
    /// Whether the API's events number the call.
    pub is_counted: bool,
    /// Whether the start of the call was reported.
    pub is_announced: bool,
    pub issue: Option<String>,
    pub brackets: Brackets,
}

impl Open {
    /// Records a failure. The first one counts.
    pub fn spoil(&mut self, issue: &str) {
        self.issue.get_or_insert_with(|| issue.to_owned());
    }

    pub fn add(&mut self, delta: &str) {
        self.brackets.read(delta);
        let mut rest = delta.chars();
        if let (Some(high), Some(low)) = (self.text.chars().next_back(), rest.next())
            && let Some(whole) = joined(high, low)
        {
            self.text.pop();
            // A character from the range that encodes halves is marked.
            self.text.extend((whole >= MARK).then_some(MARK));
            self.text.push(whole);
            self.text.push_str(rest.as_str());
        } else {
            self.text.push_str(delta);
        }
    }

    /// Returns true if the text is a complete value, to which nothing can be added.
    pub fn is_closed(&self) -> bool {
        self.brackets.is_closed
    }

    /// Returns true if there are no arguments so far, or only empty ones that arrived as a value.
    pub fn is_empty(&self) -> bool {
        let is_nothing = |given: &Json| given.as_object().is_some_and(indexmap::IndexMap::is_empty);
        self.text.is_empty() && self.given.as_ref().is_none_or(is_nothing)
    }
}

/// The mark before each literal character from the range that encodes halves.
const MARK: char = '\u{10F7FF}';

/// The character that two halves form. The page's half sends the surrogates U+D800 to U+DFFF as the last 2,048 characters of
/// a private use plane (`pkg-template/src/providers/halves.ts`); the full text at the end of a call contains none.
fn joined(high: char, low: char) -> Option<char> {
    let bits = |half: char, first: u32| {
        u32::from(half)
            .checked_sub(first)
            .filter(|bits| *bits < 0x400)
    };
    let code = (bits(high, 0x10_F800)? << 10) + bits(low, 0x10_FC00)?;
    char::from_u32(0x1_0000 + code)
}

/// A reader of the brackets of a JSON text that arrives in pieces. It reads each character once.
#[derive(Debug, Default)]
pub struct Brackets {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    is_closed: bool,
}

impl Brackets {
    fn read(&mut self, text: &str) {
        for byte in text.bytes() {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' if self.in_string => self.is_escaped = true,
                b'"' => self.in_string = !self.in_string,
                _ if self.in_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.is_closed |= self.depth == 0;
                }
                _ => {}
            }
        }
    }
}
