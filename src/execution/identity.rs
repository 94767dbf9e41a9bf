//! Which arguments are the same, so that calls with them may share a run or a result.

use crate::json::{BigInteger, ToJson, Tree, canonical};
use crate::sorting::sorted;

/// One text for all arguments that mean the same, and for no others.
///
/// There is none for arguments with U+FFFD in them. That character stands where another was lost: half a surrogate pair, or
/// bytes that were no UTF-8. So two that look the same may have been different, and share nothing.
pub(super) fn identity(arguments: &Tree, big_integers: &[BigInteger]) -> Option<String> {
    let mut text = canonical(arguments.root()?);
    if text.contains(char::REPLACEMENT_CHARACTER) {
        return None;
    }
    // The tree holds them rounded. Where they stand says which is which, and their order in the text says nothing.
    let integers: Vec<_> = big_integers.iter().map(ToJson::to_json).collect();
    for index in sorted(integers.len(), &|one, other| {
        integers[one].cmp(&integers[other])
    }) {
        text.push_str(&integers[index as usize]);
    }
    Some(text)
}
