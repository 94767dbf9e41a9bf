//! Sets of code points, as ranges.

use crate::sorting::sorted;

/// The last code point.
pub(super) const LAST: u32 = 0x0010_FFFF;

/// Code points: ranges with both ends in them, in order, with gaps between.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Ranges(Vec<(u32, u32)>);

/// ECMA-262 `\d`.
pub(super) const DIGITS: [(u32, u32); 1] = [(0x30, 0x39)];

/// ECMA-262 `\w`.
pub(super) const WORD: [(u32, u32); 4] = [(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];

/// What else is in `\w` under `(?i:`: the long s and the sign for kelvin are the same as s and k but for their case
/// (`WordCharacters`).
pub(super) const WORD_ANY_CASE: [(u32, u32); 2] = [(0x17F, 0x17F), (0x212A, 0x212A)];

/// ECMA-262 `\s`: `WhiteSpace` and `LineTerminator`.
pub(super) const SPACE: [(u32, u32); 10] = [
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
];

/// ECMA-262 `LineTerminator`.
pub(super) const LINE_ENDS: [(u32, u32); 3] = [(0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029)];

impl Ranges {
    /// From ranges in any order, which may overlap.
    pub(super) fn new(ranges: &[(u32, u32)]) -> Self {
        let order = sorted(ranges.len(), &|one, other| ranges[one].cmp(&ranges[other]));
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (first, last) in order.into_iter().map(|index| ranges[index as usize]) {
            match merged.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => {
                    before.1 = before.1.max(last);
                }
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.0.iter().copied()
    }

    /// Everything else.
    pub(super) fn complement(&self) -> Self {
        let mut rest = Vec::with_capacity(self.0.len() + 1);
        let mut next = 0;
        for (first, last) in self.iter() {
            if first > next {
                rest.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            rest.push((next, LAST));
        }
        Self(rest)
    }

    pub(super) fn contains(&self, code_point: u32) -> bool {
        let after = self.0.partition_point(|(first, _)| *first <= code_point);
        after > 0 && self.0[after - 1].1 >= code_point
    }
}
