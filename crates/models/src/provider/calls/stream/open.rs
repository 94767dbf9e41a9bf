use crate::provider::json::Json;

/// A call under way.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Open {
    pub id: String,
    /// The id was made up, since none has come.
    pub is_made: bool,
    /// Other names of it in the API's events.
    pub item: String,
    /// The tool, as the API calls it.
    pub sent: String,
    pub text: String,
    /// Arguments that came as a value, for when no text does.
    pub given: Option<Json>,
    /// The API has sent arguments, if only empty ones.
    pub has_arguments: bool,
    /// The API has sent that the call is complete.
    pub is_whole: bool,
    /// The API's events count it.
    pub is_counted: bool,
    /// The stream has told of it.
    pub is_told: bool,
    pub issue: Option<String>,
    pub brackets: Brackets,
}

impl Open {
    /// Records what is wrong with it; the first issue stays.
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
            // One of the characters by which halves cross is marked.
            self.text.extend((whole >= MARK).then_some(MARK));
            self.text.push(whole);
            self.text.push_str(rest.as_str());
        } else {
            self.text.push_str(delta);
        }
    }

    /// Returns true if its text is a whole value, to which nothing can be added.
    pub fn is_closed(&self) -> bool {
        self.brackets.is_closed
    }

    /// Returns true if it has no arguments so far, or empty ones that came before any text.
    pub fn is_empty(&self) -> bool {
        let is_nothing = |given: &Json| given.as_object().is_some_and(indexmap::IndexMap::is_empty);
        self.text.is_empty() && self.given.as_ref().is_none_or(is_nothing)
    }
}

/// Stands before each character from itself on that is no half.
const MARK: char = '\u{10F7FF}';

/// The character that two halves of one make. The page's half sends the surrogates U+D800 to U+DFFF as the last 2,048 characters of
/// a private use plane (`pkg-template/src/providers/halves.ts`), and a whole text at the end of a call has none.
fn joined(high: char, low: char) -> Option<char> {
    let bits = |half: char, first: u32| {
        u32::from(half)
            .checked_sub(first)
            .filter(|bits| *bits < 0x400)
    };
    let code = (bits(high, 0x10_F800)? << 10) + bits(low, 0x10_FC00)?;
    char::from_u32(0x1_0000 + code)
}

/// Follows the brackets of a JSON text that arrives in pieces, each character once.
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
