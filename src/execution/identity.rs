//! The identity of arguments, by which calls share a run or a result.

use std::collections::BinaryHeap;
use std::fmt::Write as _;

use crate::json::{BigInteger, Document, PathSegment, canonical};

/// One text for all equivalent arguments, and for no others.
///
/// Arguments that contain U+FFFD have none. The character may replace another one that was lost: an unpaired surrogate, or
/// bytes that were not UTF-8. So arguments that look the same may have been different, and share nothing.
pub(super) fn identity(arguments: &Document) -> Option<String> {
    let mut text = canonical(arguments.tree.root()?);
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return None;
    }
    // The tree holds them rounded. Their places distinguish them, and their order in the text does not matter.
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
        // Writing to a `String` can't fail.
        let _ = match segment {
            PathSegment::Key(key) => write!(text, "{key:?}."),
            PathSegment::Index(index) => write!(text, "{index}."),
        };
    }
    text + &integer.digits
}
