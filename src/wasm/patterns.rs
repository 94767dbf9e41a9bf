use std::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::pattern::{Match, Pattern};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room of more bytes than this is given away with the text in it: a page that matches one huge text shall not keep it.
const LARGE: usize = 1 << 20;

/// A regular expression, compiled when it is first matched.
#[wasm_bindgen]
pub struct RawPattern(Pattern);

#[wasm_bindgen]
impl RawPattern {
    /// Reads a pattern; throws an error that says what is wrong with it.
    #[wasm_bindgen(constructor)]
    pub fn new(source: &str) -> Result<RawPattern, JsError> {
        Ok(Self(Pattern::new(source)?))
    }

    /// What is wrong with a pattern, if something is.
    #[must_use]
    pub fn fault(source: &str) -> Option<String> {
        Pattern::new(source).err().map(|error| error.to_string())
    }

    /// Makes room for a text of so many bytes, and says where. The room stays there until more is asked for, or until a
    /// text of more than a megabyte was matched.
    #[must_use]
    pub fn reserve(bytes: usize) -> usize {
        INPUT.with_borrow_mut(|input| {
            if input.len() < bytes {
                input.resize(bytes, 0);
            }
            input.as_ptr() as usize
        })
    }

    /// Whether the pattern is found in the text that was written there: so many bytes of UTF-8, of a value that has
    /// `size` bytes of text. 0 is no, 1 is yes, 2 is that finding out would take too long.
    #[must_use]
    pub fn matches(&self, bytes: usize, size: usize) -> u32 {
        // Compiling may ask the page about properties, and no borrow lasts while JavaScript runs.
        let input = INPUT.take();
        let written = input.get(..bytes).unwrap_or_default();
        let found = self.0.is_match(&String::from_utf8_lossy(written), size);
        if input.len() <= LARGE {
            INPUT.set(input);
        }
        match found {
            Match::No => 0,
            Match::Yes => 1,
            Match::TooManySteps => 2,
        }
    }
}
