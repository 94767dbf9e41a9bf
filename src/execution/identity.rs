//! The identity of arguments, by which calls share a run or a result.

use std::collections::BinaryHeap;
use std::fmt::Write as _;

use crate::json::{BigInteger, Document, PathSegment, canonical};

/// One text for all arguments that mean the same, and for no others.
///
/// There is none for arguments with U+FFFD in them. That character stands where another was lost: an unpaired surrogate, or
/// bytes that were no UTF-8. So two that look the same may have been different, and share nothing.
pub(super) fn identity(arguments: &Document) -> Option<String> {
    let mut text = canonical(arguments.tree.root()?);
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return None;
    }
    // The tree holds them rounded. Where they stand says which is which, and their order in the text says nothing.
    let integers: BinaryHeap<_> = arguments
        .big_integers
        .iter()
        .map(place_and_digits)
        .collect();
    for integer in integers.into_sorted_vec() {
        text.push_str(&integer);
    }
    Some(text)
}

fn place_and_digits(integer: &BigInteger) -> String {
    let mut text = String::new();
    for segment in &integer.path {
        // A `String` takes whatever is written to it.
        let _ = match segment {
            PathSegment::Key(key) => write!(text, "{key:?}."),
            PathSegment::Index(index) => write!(text, "{index}."),
        };
    }
    text + &integer.digits
}
