//! Text that comes in without wasm-bindgen's own way, which reads a string character by character: the page's half encodes
//! it straight into memory that is kept for that, which takes a sixth of the time for a call's arguments.

use std::borrow::Cow;
use std::cell::RefCell;

use wasm_bindgen::prelude::*;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for so many bytes, and says where. The room stays there until more is asked for,
/// or until a text was taken out of room larger than [`LARGE`].
#[wasm_bindgen(js_name = rawReserveInput)]
#[must_use]
pub fn reserve(bytes: usize) -> usize {
    INPUT.with_borrow_mut(|input| {
        if input.len() < bytes {
            input.resize(bytes, 0);
        }
        input.as_ptr() as usize
    })
}

/// Room of more bytes than this is given away with the text in it: a page that reads one huge text shall not keep it.
const LARGE: usize = 1 << 20;

/// Reads what was written there, so many bytes of UTF-8, without a copy if the room is to stay. No JavaScript may run
/// meanwhile.
pub(super) fn with_text<T>(bytes: usize, read: impl FnOnce(&str) -> T) -> T {
    if INPUT.with_borrow(Vec::len) > LARGE {
        return read(&text(bytes));
    }
    INPUT.with_borrow(|input| read(&decoded(input.get(..bytes).unwrap_or_default())))
}

/// What was written there, to be kept.
pub(super) fn text(bytes: usize) -> String {
    INPUT.with_borrow_mut(|input| {
        if input.len() <= LARGE {
            return decoded(input.get(..bytes).unwrap_or_default()).into_owned();
        }
        let mut written = std::mem::take(input);
        written.truncate(bytes);
        String::from_utf8(written)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    })
}

/// `from_utf8` goes through ASCII a word at a time, `from_utf8_lossy` byte by byte.
fn decoded(written: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(written) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(written),
    }
}
